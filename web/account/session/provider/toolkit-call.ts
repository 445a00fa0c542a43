import { anonymousApi, ConnectionError } from '../../../api/browser-api.ts'
import { whileActing } from '../session.ts'

/** What the SDK has no call for, or keeps to itself. */
type Call = 'v1/accounts:lookup' | 'v2/accounts/recoveryCodes:generate' | 'v2/accounts/recoveryCodes:count'

/** Asks the identity provider about whoever is signed in. A refusal carries the SDK's code, where it has one. */
export async function callToolkit(call: Call): Promise<Record<string, unknown>> {
  const [idToken, { identity }] = await Promise.all([
    whileActing((client) => client.idToken(false)),
    anonymousApi.getConfig(),
  ])
  const host = identity.mode === 'embedded' ? '/identity' : 'https://identitytoolkit.googleapis.com'
  const response = await fetch(`${host}/${call}?key=${encodeURIComponent(identity.apiKey)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ idToken }),
  }).catch((error: unknown) => {
    throw new ConnectionError(error)
  })
  if (!response.ok) throw refusal(call, await response.text())
  return response.json()
}

function refusal(call: Call, said: string): Error {
  const isOld = said.includes('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
  return Object.assign(new Error(`${call}: ${said}`), isOld && { code: 'auth/requires-recent-login' })
}
