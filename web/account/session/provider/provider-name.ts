import type { PublicConfig } from '#contract/config.ts'
import { windowProviderNames } from '#contract/messages/account/identity.ts'
import type { WindowMethod } from '#contract/users/identity-methods.ts'

type Identity = Pick<PublicConfig['identity'], 'custom'>

/** What people call an outside provider. */
export function providerName(method: WindowMethod, { custom }: Identity): string {
  return method === 'custom' ? (custom?.name ?? '') : windowProviderNames[method]
}
