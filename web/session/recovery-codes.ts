import { anonymousApi, ConnectionError } from '../api/browser-api.ts'
import { whileActing } from './session.ts'

/*
 * Recovery codes are the embedded provider's own: the SDK knows no call for them. They belong to an account with a
 * second step.
 */

/** Makes ten codes, shown this once; those of before stop working. Wants a recent proof of who is signed in. */
export async function makeRecoveryCodes(): Promise<string[]> {
  const { recoveryCodes: codes } = await call('generate')
  if (!Array.isArray(codes)) throw new Error('No recovery codes came')
  return codes.filter((code) => typeof code === 'string')
}

/** How many have not been used, of an account that has a second step or not; null where the provider has none. */
export async function countRecoveryCodes({ hasStep }: { hasStep: boolean }): Promise<number | null> {
  const { identity } = await anonymousApi.getConfig()
  if (identity.mode !== 'embedded') return null
  return hasStep ? Number((await call('count')).remaining ?? 0) : 0
}

async function call(act: 'generate' | 'count'): Promise<Record<string, unknown>> {
  const [idToken, { identity }] = await Promise.all([
    whileActing((client) => client.idToken(false)),
    anonymousApi.getConfig(),
  ])
  const address = `/identity/v2/accounts/recoveryCodes:${act}?key=${encodeURIComponent(identity.apiKey)}`
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ idToken })
  const response = await fetch(address, { method: 'POST', headers, body }).catch((error: unknown) => {
    throw new ConnectionError(error)
  })
  if (!response.ok) throw await refusalOf(response)
  return response.json()
}

/** As the SDK says it, where it would. */
async function refusalOf(response: Response): Promise<Error> {
  const said = await response.text()
  const isOld = said.includes('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
  return Object.assign(new Error(`Recovery codes: ${said}`), isOld && { code: 'auth/requires-recent-login' })
}
