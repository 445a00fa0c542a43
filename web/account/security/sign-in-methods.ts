import { wayNames as texts } from '#contract/messages/account/account.ts'
import { windowProviderNames } from '#contract/messages/account/identity.ts'
import { type WindowMethod, windowProviders } from '#contract/users/identity-methods.ts'
import { useStoreConfig } from '../../api/store-config.ts'

/** What a shop's own provider is called unless told otherwise. */
const CUSTOM_PROVIDER = 'oidc.custom'

/** One way to log in: by its provider's id, and by the window that it opens, if any. */
export type Way = {
  providerId: string
  name: string
  window?: WindowMethod
  /** The store offers it on the login page. */
  isOffered: boolean
  isLinked: boolean
  /** Open to everybody whose mailbox it is: nothing to link. */
  isOpen?: boolean
  /** Another way in that is offered stays. */
  canUnlink: boolean
}

type Custom = { providerId: string; name: string } | null | undefined
type Options = { providers: string[]; methods: readonly string[]; custom?: Custom }

/** The ways of this account in which its owner can prove, without leaving the page, who they are. */
export function useProofs(providers: string[]): Way[] {
  return useWays(providers).filter(
    ({ isOffered, isLinked, providerId, window }) =>
      isOffered && isLinked && (window || providerId === 'password'),
  )
}

/** The same for the account of this page. */
export function useWays(providers: string[]): Way[] {
  const identity = useStoreConfig()?.identity
  return waysOf({ providers, methods: identity?.methods ?? [], custom: identity?.custom })
}

/** The ways to log in that the store offers or the account has, in the order of the login page. */
export function waysOf({ providers, methods, custom }: Options): Way[] {
  const ways = everyWay(custom).map(({ method, ...way }) => ({
    ...way,
    isOffered: methods.includes(method),
    isLinked: providers.includes(way.providerId) || (way.isOpen && methods.includes(method)) || false,
  }))
  const open = ways.filter(({ isOffered, isLinked }) => isOffered && isLinked)
  return ways
    .filter(({ isOffered, isLinked }) => isOffered || isLinked)
    .map((way) => ({
      ...way,
      canUnlink: way.isLinked && open.some(({ providerId }) => providerId !== way.providerId),
    }))
}

type Known = Pick<Way, 'providerId' | 'name' | 'window' | 'isOpen'> & { method: string }

function everyWay(custom: Custom): Known[] {
  return [
    { method: 'password', providerId: 'password', name: texts.password },
    windowWay('google'),
    windowWay('facebook'),
    windowWay('github'),
    windowWay('twitter'),
    {
      method: 'custom',
      providerId: custom?.providerId ?? CUSTOM_PROVIDER,
      name: custom?.name ?? texts.custom,
      window: 'custom',
    },
    { method: 'emailLink', providerId: 'emailLink', name: texts.emailLink, isOpen: true },
    { method: 'phone', providerId: 'phone', name: texts.phone },
  ]
}

function windowWay(method: keyof typeof windowProviders): Known {
  return { method, providerId: windowProviders[method], name: windowProviderNames[method], window: method }
}
