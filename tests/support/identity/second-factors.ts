import { stepAt, TOTP, totpCode } from '#embedded/identity/mfa/totp.ts'
import { errorOf, type Reply, type SignedUp, signIn, signUp, type TestIdentity } from './identity.ts'

export type Enrolled = SignedUp & { secret: string; factorId: string }

/** The code of an authenticator app at a time, or `steps` time steps later. */
export function appCode(secret: string, at: Date, steps = 0): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...secret].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  return totpCode(Buffer.from(bytes), stepAt(at) + steps)
}

/** A new account whose address is verified by the mailed link. */
export async function signUpVerified(identity: TestIdentity): Promise<SignedUp> {
  const person = await signUp(identity)
  const request = { requestType: 'VERIFY_EMAIL', idToken: person.idToken }
  const oobCode = await identity.mailedCode(request, person.email)
  await identity.post('v1/accounts:update', { oobCode })
  return person
}

export function mfa({ post }: TestIdentity, call: string, body: object): Promise<Reply> {
  return post(`v2/accounts/mfa${call}`, body)
}

export async function startTotp(identity: TestIdentity, idToken: unknown) {
  const reply = await mfa(identity, 'Enrollment:start', { idToken, totpEnrollmentInfo: {} })
  if (reply.status !== 200) throw new Error(errorOf(reply))
  const { totpSessionInfo } = reply.body as {
    totpSessionInfo: { sharedSecretKey: string; sessionInfo: string }
  }
  return totpSessionInfo
}

/** Enrols an app and advances the clock by one period, so that the next code differs. */
export async function enrolTotp(identity: TestIdentity, person: SignedUp): Promise<Enrolled> {
  const { sharedSecretKey: secret, sessionInfo } = await startTotp(identity, person.idToken)
  const verificationCode = appCode(secret, identity.clock.now())
  const reply = await mfa(identity, 'Enrollment:finalize', {
    idToken: person.idToken,
    displayName: 'My app',
    totpVerificationInfo: { sessionInfo, verificationCode },
  })
  if (reply.status !== 200) throw new Error(errorOf(reply))
  identity.clock.advance(TOTP.periodSec)
  const [factor] = await factorsOf(identity, reply.body.idToken)
  const tokens = { idToken: String(reply.body.idToken), refreshToken: String(reply.body.refreshToken) }
  return { ...person, ...tokens, secret, factorId: factor?.mfaEnrollmentId ?? '' }
}

export type Factor = { mfaEnrollmentId: string; displayName?: string; phoneInfo?: string; totpInfo?: object }

export async function factorsOf({ post }: TestIdentity, idToken: unknown): Promise<Factor[]> {
  const reply = await post('v1/accounts:lookup', { idToken })
  if (reply.status !== 200) throw new Error(errorOf(reply))
  const { users } = reply.body as { users: { mfaInfo?: Factor[] }[] }
  return users[0]?.mfaInfo ?? []
}

/** Passes the first factor by password; returns the credential for the second. */
export async function pendingOf(identity: TestIdentity, { email }: { email: string }): Promise<string> {
  const { body } = await signIn(identity, email)
  return String(body.mfaPendingCredential)
}

type Attempt = { pending: string; code: string; address?: string }

/** Submits a code of the app as the second factor. */
export function submitTotp(
  { post }: TestIdentity,
  { factorId }: { factorId: string },
  { pending, code, address = '203.0.113.1' }: Attempt,
): Promise<Reply> {
  const totpVerificationInfo = { verificationCode: code }
  const body = { mfaPendingCredential: pending, mfaEnrollmentId: factorId, totpVerificationInfo }
  return post('v2/accounts/mfaSignIn:finalize', body, { address })
}
