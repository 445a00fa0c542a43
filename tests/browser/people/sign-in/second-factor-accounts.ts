import type { APIRequestContext } from '@playwright/test'
import { appCode } from '#tests/support/identity/second-factors.ts'
import { newEmail } from '../../story.ts'
import { mailedLink, newNumber, textedCode } from './every-method.ts'

export type Person = { email: string; password: string; displayName: string }
type Tokens = { idToken: string }

/** Returns a function that calls the identity provider with the store's key and throws on an error status. */
export async function identityOf(request: APIRequestContext) {
  const { identity } = await (await request.get('/api/config')).json()
  return async (call: string, data: object) => {
    const response = await request.post(`/identity/${call}?key=${identity.apiKey}`, { data })
    if (!response.ok()) throw new Error(`${call}: ${await response.text()}`)
    return response.json()
  }
}

/** Creates an account with a password and a verified address, without a second factor. */
export async function makePerson(request: APIRequestContext, displayName: string): Promise<Person & Tokens> {
  const post = await identityOf(request)
  const email = newEmail(displayName.toLowerCase().replaceAll(' ', '.'))
  const password = 'a-good-password'
  const { idToken } = await post('v1/accounts:signUp', { email, password, returnSecureToken: true })
  await post('v1/accounts:update', { idToken, displayName })
  await post('v1/accounts:sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
  const link = new URL(await mailedLink(request, email))
  await post('v1/accounts:update', { oobCode: link.searchParams.get('oobCode') })
  const signedIn = await post('v1/accounts:signInWithPassword', { email, password, returnSecureToken: true })
  return { email, password, displayName, idToken: signedIn.idToken }
}

/** Adds an authenticator app by its current code, which then is used; `nextCode` is valid already. */
export async function addApp(
  request: APIRequestContext,
  { idToken }: Tokens,
): Promise<Tokens & { secret: string }> {
  const post = await identityOf(request)
  const { totpSessionInfo } = await post('v2/accounts/mfaEnrollment:start', {
    idToken,
    totpEnrollmentInfo: {},
  })
  const { sharedSecretKey: secret, sessionInfo } = totpSessionInfo
  const verificationCode = appCode(secret, new Date())
  const enrolled = await post('v2/accounts/mfaEnrollment:finalize', {
    idToken,
    displayName: 'My app',
    totpVerificationInfo: { sessionInfo, verificationCode },
  })
  return { secret, idToken: enrolled.idToken }
}

export function nextCode(secret: string): string {
  return appCode(secret, new Date(), 1)
}

/** Adds a phone as second factor; returns its number and a new token. */
export async function addPhone(
  request: APIRequestContext,
  { idToken }: Tokens,
): Promise<Tokens & { number: string }> {
  const post = await identityOf(request)
  const number = newNumber()
  const started = await post('v2/accounts/mfaEnrollment:start', {
    idToken,
    phoneEnrollmentInfo: { phoneNumber: number, recaptchaToken: 'none' },
  })
  const enrolled = await post('v2/accounts/mfaEnrollment:finalize', {
    idToken,
    displayName: 'My phone',
    phoneVerificationInfo: {
      sessionInfo: started.phoneSessionInfo.sessionInfo,
      code: await textedCode(request, number),
    },
  })
  return { number, idToken: enrolled.idToken }
}
