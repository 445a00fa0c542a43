import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { IdentityMethod } from '#contract/platform/auth/identity-methods.ts'
import { listMail } from '#server/platform/mail/mail-history.ts'
import {
  errorOf,
  popupGrant,
  type Reply,
  type SignedUp,
  signIn,
  signInWithGoogle,
  signUp,
  startIdentity,
  type TestIdentity,
  textedCode,
} from '#tests/support/identity/identity.ts'
import {
  appCode,
  enrolTotp,
  factorsOf,
  mfa,
  pendingOf,
  signUpVerified,
  submitTotp,
} from '#tests/support/identity/second-factors.ts'

/* The sign-in methods of an account: who may add and remove them, that one remains, and who is notified. */
const TOO_OLD = '400 CREDENTIAL_TOO_OLD_LOGIN_AGAIN'
const LAST_METHOD = '400 OPERATION_NOT_ALLOWED : The last way to sign in stays.'

let identity: TestIdentity
let withLinks: TestIdentity
let withoutPasswords: TestIdentity
const running: TestIdentity[] = []
beforeAll(async () => {
  const start = async (methods: IdentityMethod[], of?: TestIdentity) => {
    const shared = of && { db: of.database.db, now: of.clock.now }
    const started = await startIdentity({ methods, limits: { mailsPerHour: 3 }, ...shared })
    running.unshift(started)
    return started
  }
  identity = await start(['password', 'google', 'phone', 'totp'])
  withLinks = await start(['password', 'google', 'emailLink'], identity)
  withoutPasswords = await start(['google'], identity)
})
afterAll(async () => {
  for (const started of running) await started.close()
})
/** The rate limits by mailbox end after an hour. */
beforeEach(() => identity.clock.advance(3600))

const unlink = (idToken: unknown, ...deleteProvider: string[]) =>
  identity.post('v1/accounts:update', { idToken, deleteProvider })
const subjectsTo = async (email: string) =>
  (await listMail(identity.database.db)).filter(({ to }) => to === email).map(({ subject }) => subject)

let googleAccounts = 0
async function linkGoogle(idToken: unknown) {
  googleAccounts += 1
  const person = { name: 'Ann External', email: `ann.external${googleAccounts}@example.com` }
  const reply = await signInWithGoogle(identity, await popupGrant(identity, person), { idToken })
  if (reply.status !== 200) throw new Error(errorOf(reply))
  return String(reply.body.idToken)
}
let numbers = 0
async function linkPhone(idToken: unknown) {
  numbers += 1
  const texted = await textedCode(identity, `+1555015${1000 + numbers}`)
  return identity.post('v1/accounts:signInWithPhoneNumber', { ...texted, idToken })
}

describe('removing a sign-in method', () => {
  test('a removal requires a sign-in of the last five minutes, so a stolen token removes no method', async () => {
    const { email, idToken } = await signUp(identity)
    const linked = await linkGoogle(idToken)
    identity.clock.advance(301)
    expect(errorOf(await unlink(linked, 'password'))).toBe(TOO_OLD)
    expect((await signIn(identity, email)).status).toBe(200)
    const { body } = await signIn(identity, email)
    expect((await unlink(body.idToken, 'password')).status).toBe(200)
  })

  test('the last method is not removed, and a request to remove all removes none', async () => {
    const { email, idToken } = await signUp(identity)
    expect(errorOf(await unlink(idToken, 'password'))).toBe(LAST_METHOD)
    expect((await signIn(identity, email)).status).toBe(200)
    const linked = await linkGoogle(idToken)
    expect(errorOf(await unlink(linked, 'password', 'google.com'))).toBe(LAST_METHOD)
    expect((await unlink(linked, 'password')).status).toBe(200)
    expect(errorOf(await unlink(linked, 'google.com'))).toBe(LAST_METHOD)
  })

  test('a method that the store does not offer does not count as a remaining one', async () => {
    const { idToken } = await signUp(identity)
    const linked = await linkGoogle(idToken)
    const removal = { idToken: linked, deleteProvider: ['google.com'] }
    expect(errorOf(await withoutPasswords.post('v1/accounts:update', removal))).toBe(LAST_METHOD)
    expect((await identity.post('v1/accounts:update', removal)).status).toBe(200)
  })

  test('the last method may be removed if the store mails links, since the owner can still sign in', async () => {
    const { idToken } = await signUp(identity)
    const removal = { idToken, deleteProvider: ['password'] }
    expect((await withLinks.post('v1/accounts:update', removal)).body.providerUserInfo).toEqual([])
  })

  test('removing a method that the account does not have succeeds and sends no mail', async () => {
    const { email, idToken } = await signUp(identity)
    expect((await unlink(idToken, 'google.com', 'phone')).status).toBe(200)
    expect(await subjectsTo(email)).toEqual([])
  })
})

describe('the mailbox is notified', () => {
  test('a mail names the method that was added or removed', async () => {
    const { email, idToken } = await signUp(identity)
    const linked = await linkGoogle(idToken)
    const added = await identity.newestMail(email)
    expect(added.subject).toBe('A way to log in was added')
    expect(added.text).toContain('Google')
    await unlink(linked, 'password')
    const removed = await identity.newestMail(email)
    expect(removed.subject).toBe('A way to log in was removed')
    expect(removed.text).toContain('Email and password')
  })

  test('a mail reports that a phone was added', async () => {
    const { email, idToken } = await signUp(identity)
    expect((await linkPhone(idToken)).status).toBe(200)
    expect((await identity.newestMail(email)).text).toContain('Phone')
  })

  test('a verified mailbox is notified of every change, an unverified one up to a limit', async () => {
    const stranger = await signUp(identity)
    const owner = await signUpVerified(identity)
    for (const { idToken } of [stranger, owner]) {
      for (let round = 0; round < 2; round += 1) {
        await linkGoogle(idToken)
        await unlink(idToken, 'google.com')
      }
    }
    expect(await subjectsTo(stranger.email)).toHaveLength(3)
    expect((await subjectsTo(owner.email)).filter((subject) => subject.startsWith('A way'))).toHaveLength(4)
  })
})

describe('a sign-in from before the second factor', () => {
  /** Returns an account with a sign-in that passed the factor; `before` has an earlier sign-in. */
  async function signUpWithFactor() {
    const person = await signUpVerified(identity)
    await linkGoogle(person.idToken)
    const before = await signIn(identity, person.email)
    const enrolled = await enrolTotp(identity, person)
    return { ...enrolled, before: { ...person, idToken: String(before.body.idToken) } }
  }
  type Case = { before: SignedUp; factorId: string }
  const changes: [string, (of: Case) => Promise<Reply>][] = [
    ['change the password', ({ before: { idToken } }) => update({ idToken, password: 'the-thiefs' })],
    ['change the address', ({ before: { idToken } }) => update({ idToken, email: 'thief@example.com' })],
    ['remove a sign-in method', ({ before: { idToken } }) => unlink(idToken, 'google.com')],
    ['link a phone', ({ before: { idToken } }) => linkPhone(idToken)],
    [
      'request a mail that changes the address',
      ({ before: { idToken } }) =>
        identity.post('v1/accounts:sendOobCode', {
          requestType: 'VERIFY_AND_CHANGE_EMAIL',
          idToken,
          newEmail: 'thief@example.com',
        }),
    ],
    [
      'withdraw the second factor',
      ({ before: { idToken }, factorId }) =>
        mfa(identity, 'Enrollment:withdraw', { idToken, mfaEnrollmentId: factorId }),
    ],
    [
      'add a second factor',
      ({ before: { idToken } }) => mfa(identity, 'Enrollment:start', { idToken, totpEnrollmentInfo: {} }),
    ],
    ['delete the account', ({ before: { idToken } }) => identity.post('v1/accounts:delete', { idToken })],
  ]
  test.each(changes)('the old sign-in cannot %s', async (_name, change) => {
    const person = await signUpWithFactor()
    const reply = await change(person)
    expect(errorOf(reply)).toBe(TOO_OLD)
    expect(await factorsOf(identity, person.idToken)).toHaveLength(1)
  })

  test('the old sign-in links no external account', async () => {
    const { before } = await signUpWithFactor()
    await expect(linkGoogle(before.idToken)).rejects.toThrow(TOO_OLD)
  })

  test('a sign-in that passed the factor changes the password and withdraws the factor', async () => {
    const person = await signUpWithFactor()
    const code = appCode(person.secret, identity.clock.now())
    const passed = await submitTotp(identity, person, { pending: await pendingOf(identity, person), code })
    const changed = await update({ idToken: passed.body.idToken, password: 'the-owners' })
    const withdrawn = await mfa(identity, 'Enrollment:withdraw', {
      idToken: changed.body.idToken,
      mfaEnrollmentId: person.factorId,
    })
    expect(withdrawn.status).toBe(200)
    expect((await signIn(identity, person.email, 'the-owners')).status).toBe(200)
  })
})

const update = (body: object) => identity.post('v1/accounts:update', { returnSecureToken: true, ...body })
