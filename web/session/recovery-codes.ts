import type { PublicConfig } from '#contract/config.ts'
import { ConnectionError } from '../api/browser-api.ts'

/*
 * Recovery codes are the embedded provider's own: the SDK knows no call for them. They belong to an account with a
 * second step.
 */

type Deps = { identity: PublicConfig['identity']; idToken: () => Promise<string> }
export type RecoveryCodes = NonNullable<ReturnType<typeof recoveryCodes>>

/** The calls of the embedded provider; undefined where another one is used. */
export function recoveryCodes({ identity: { mode, apiKey }, idToken }: Deps) {
  if (mode !== 'embedded') return undefined

  async function call(act: 'generate' | 'count'): Promise<Record<string, unknown>> {
    const address = `/identity/v2/accounts/recoveryCodes:${act}?key=${encodeURIComponent(apiKey)}`
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ idToken: await idToken() })
    const response = await fetch(address, { method: 'POST', headers, body }).catch((error: unknown) => {
      throw new ConnectionError(error)
    })
    if (!response.ok) throw await refusalOf(response)
    return response.json()
  }

  return {
    /** Makes ten codes, shown this once; those of before stop working. Wants a recent proof of who is signed in. */
    async make(): Promise<string[]> {
      const { recoveryCodes: codes } = await call('generate')
      if (!Array.isArray(codes)) throw new Error('No recovery codes came')
      return codes.filter((code) => typeof code === 'string')
    },
    /** How many have not been used. */
    count: async (): Promise<number> => Number((await call('count')).remaining ?? 0),
  }
}

/** As the SDK says it, where it would. */
async function refusalOf(response: Response): Promise<Error> {
  const said = await response.text()
  const isOld = said.includes('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
  return Object.assign(new Error(`Recovery codes: ${said}`), isOld && { code: 'auth/requires-recent-login' })
}
