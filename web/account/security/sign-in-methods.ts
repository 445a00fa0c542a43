import { methodNames as texts } from '#contract/messages/account/account.ts'
import { windowProviderNames } from '#contract/messages/account/identity.ts'
import { type WindowMethod, windowProviders } from '#contract/users/identity-methods.ts'
import { useStoreConfig } from '../../api/store-config.ts'

const CUSTOM_PROVIDER = 'oidc.custom'

export type SignInMethod = {
  providerId: string
  name: string
  popup?: WindowMethod
  isOffered: boolean
  isLinked: boolean
  /** Works for the owner of the mailbox without being linked. */
  needsNoLink?: boolean
  canUnlink: boolean
}

type Custom = { providerId: string; name: string } | null | undefined
type Options = { providers: string[]; methods: readonly string[]; custom?: Custom }

export function useReauthenticationMethods(providers: string[]): SignInMethod[] {
  return useSignInMethods(providers).filter(
    ({ isOffered, isLinked, providerId, popup }) =>
      isOffered && isLinked && (popup || providerId === 'password'),
  )
}

export function useSignInMethods(providers: string[]): SignInMethod[] {
  const identity = useStoreConfig()?.identity
  return signInMethodsOf({ providers, methods: identity?.methods ?? [], custom: identity?.custom })
}

/** The sign-in methods that the store offers or the account has, in the order of the login page. */
export function signInMethodsOf({ providers, methods, custom }: Options): SignInMethod[] {
  const known = knownMethods(custom).map(({ method, ...rest }) => ({
    ...rest,
    isOffered: methods.includes(method),
    isLinked: providers.includes(rest.providerId) || (rest.needsNoLink && methods.includes(method)) || false,
  }))
  const usable = known.filter(({ isOffered, isLinked }) => isOffered && isLinked)
  return known
    .filter(({ isOffered, isLinked }) => isOffered || isLinked)
    .map((method) => ({
      ...method,
      canUnlink: method.isLinked && usable.some(({ providerId }) => providerId !== method.providerId),
    }))
}

type KnownMethod = Pick<SignInMethod, 'providerId' | 'name' | 'popup' | 'needsNoLink'> & { method: string }

function knownMethods(custom: Custom): KnownMethod[] {
  return [
    { method: 'password', providerId: 'password', name: texts.password },
    popupMethod('google'),
    popupMethod('facebook'),
    popupMethod('github'),
    popupMethod('twitter'),
    {
      method: 'custom',
      providerId: custom?.providerId ?? CUSTOM_PROVIDER,
      name: custom?.name ?? texts.custom,
      popup: 'custom',
    },
    { method: 'emailLink', providerId: 'emailLink', name: texts.emailLink, needsNoLink: true },
    { method: 'phone', providerId: 'phone', name: texts.phone },
  ]
}

function popupMethod(method: keyof typeof windowProviders): KnownMethod {
  return { method, providerId: windowProviders[method], name: windowProviderNames[method], popup: method }
}
