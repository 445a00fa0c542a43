import { methodNames } from '#contract/people/account/texts.ts'
import { popupProviderNames } from '#contract/people/sign-in/identity-texts.ts'
import { type PopupMethod, popupProviders } from '#contract/platform/auth/identity-methods.ts'
import { useStoreConfig } from '../../platform/api/store-config.ts'

const CUSTOM_PROVIDER = 'oidc.custom'

export type SignInMethod = {
  providerId: string
  name: string
  popup?: PopupMethod
  isOffered: boolean
  isLinked: boolean
  /** Signs in the owner of the mailbox without being linked: it cannot be unlinked, whatever `canUnlink` is. */
  worksUnlinked?: boolean
  canUnlink: boolean
}

type Custom = { providerId: string; name: string } | null | undefined
type Options = { providers: string[]; methods: readonly string[]; custom?: Custom }

export function useSignInMethods(providers: string[]): SignInMethod[] {
  const identity = useStoreConfig()?.identity
  return signInMethodsOf({ providers, methods: identity?.methods ?? [], custom: identity?.custom })
}

/** The sign-in methods that the store offers or the account has, in a fixed order. */
export function signInMethodsOf({ providers, methods, custom }: Options): SignInMethod[] {
  const known = knownMethods(custom).map(({ method, ...rest }) => ({
    ...rest,
    isOffered: methods.includes(method),
    isLinked:
      providers.includes(rest.providerId) || (rest.worksUnlinked && methods.includes(method)) || false,
  }))
  const usable = known.filter(({ isOffered, isLinked }) => isOffered && isLinked)
  return known
    .filter(({ isOffered, isLinked }) => isOffered || isLinked)
    .map((method) => ({
      ...method,
      canUnlink: method.isLinked && usable.some(({ providerId }) => providerId !== method.providerId),
    }))
}

type KnownMethod = Pick<SignInMethod, 'providerId' | 'name' | 'popup' | 'worksUnlinked'> & { method: string }

function knownMethods(custom: Custom): KnownMethod[] {
  return [
    { method: 'password', providerId: 'password', name: methodNames.password },
    ...(['google', 'facebook', 'github', 'twitter'] as const).map(popupMethod),
    {
      method: 'custom',
      providerId: custom?.providerId ?? CUSTOM_PROVIDER,
      name: custom?.name ?? methodNames.custom,
      popup: 'custom',
    },
    { method: 'emailLink', providerId: 'emailLink', name: methodNames.emailLink, worksUnlinked: true },
    { method: 'phone', providerId: 'phone', name: methodNames.phone },
  ]
}

function popupMethod(method: keyof typeof popupProviders): KnownMethod {
  return { method, providerId: popupProviders[method], name: popupProviderNames[method], popup: method }
}
