import { anonymousApi } from '../../../api/browser-api.ts'
import { callToolkit } from './toolkit-call.ts'

/* Recovery codes are the embedded provider's own. They belong to an account with a second step. */

/** Makes ten codes, shown this once; those of before stop working. Wants a recent proof of who is signed in. */
export async function makeRecoveryCodes(): Promise<string[]> {
  const { recoveryCodes: codes } = await callToolkit('v2/accounts/recoveryCodes:generate')
  if (!Array.isArray(codes)) throw new Error('No recovery codes came')
  return codes.filter((code) => typeof code === 'string')
}

/** How many have not been used, of an account that has a second step or not; null where the provider has none. */
export async function countRecoveryCodes({ hasStep }: { hasStep: boolean }): Promise<number | null> {
  const { identity } = await anonymousApi.getConfig()
  if (identity.mode !== 'embedded') return null
  return hasStep ? Number((await callToolkit('v2/accounts/recoveryCodes:count')).remaining ?? 0) : 0
}
