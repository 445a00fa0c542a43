import { listMail } from '#server/platform/mail/mail-history.ts'
import type { Person, TestStore } from '../store.ts'
import { appCode } from './second-factors.ts'

/** Calls the embedded provider of a store. Throws an error with the body of any response but 200. */
export async function toolkit(store: TestStore, operation: string, payload: object) {
  const url = `/identity/${operation}?key=${store.config.identity.apiKey}`
  const reply = await store.call({ method: 'POST', url, payload })
  if (reply.statusCode !== 200) throw new Error(reply.payload)
  return reply.json()
}

/** The code of the link in the newest mail to an address. */
export async function newestCode(store: TestStore, to: string): Promise<string> {
  const mail = (await listMail(store.database.db)).find((one) => one.to === to)
  const link = new URL(/https?:\/\/\S+\?\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  return link.searchParams.get('oobCode') ?? ''
}

/** Requests a verification mail and confirms the address by its code. */
export async function verifyAddress(store: TestStore, { email, idToken }: Person): Promise<void> {
  await toolkit(store, 'v1/accounts:sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
  await toolkit(store, 'v1/accounts:update', { oobCode: await newestCode(store, email) })
}

/** Adds an authenticator app to a verified account; returns the new ID token and the secret of the app. */
export async function addApp(store: TestStore, { idToken }: Person) {
  const start = { idToken, totpEnrollmentInfo: {} }
  const { totpSessionInfo } = await toolkit(store, 'v2/accounts/mfaEnrollment:start', start)
  const verificationCode = appCode(totpSessionInfo.sharedSecretKey, store.clock.now())
  const finished = await toolkit(store, 'v2/accounts/mfaEnrollment:finalize', {
    idToken,
    totpVerificationInfo: { sessionInfo: totpSessionInfo.sessionInfo, verificationCode },
  })
  return { idToken: String(finished.idToken), secret: String(totpSessionInfo.sharedSecretKey) }
}
