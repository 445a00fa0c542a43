import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  errorOf,
  linkIn,
  type SignedUp,
  signIn,
  signInWithGoogle,
  signUp,
  startIdentity,
  type TestIdentity,
  verifiedGrant,
} from '#tests/support/identity/identity.ts'
import { signUpVerified } from '#tests/support/identity/second-factors.ts'

/*
 * A stranger had the account for a while, before or after its owner: mails in the stranger's mailboxes must
 * not give it back.
 */
let identity: TestIdentity
beforeAll(async () => {
  identity = await startIdentity({ methods: ['password', 'google', 'emailLink'] })
})
afterAll(() => identity.close())

const update = (body: object) => identity.post('v1/accounts:update', { returnSecureToken: true, ...body })
const apply = (oobCode: string) => identity.post('v1/accounts:update', { oobCode })
const requestChange = (idToken: unknown, newEmail: string) =>
  identity.post('v1/accounts:sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail })
const readCode = async (email: string) =>
  linkIn(await identity.newestMail(email)).searchParams.get('oobCode') ?? ''

let victims = 0
function victimAddress(): string {
  victims += 1
  return `victim${victims}@example.com`
}

async function reset(email: string): Promise<void> {
  const oobCode = await identity.mailedCode({ requestType: 'PASSWORD_RESET', email })
  await identity.post('v1/accounts:resetPassword', { oobCode, newPassword: 'the-owners' })
}
async function openLink(email: string): Promise<void> {
  const body = { requestType: 'EMAIL_SIGNIN', email, continueUrl: 'http://localhost:3000/login' }
  await identity.post('v1/accounts:signInWithEmailLink', { email, oobCode: await identity.mailedCode(body) })
}
async function openGooglePopup(email: string): Promise<void> {
  await signInWithGoogle(identity, await verifiedGrant(identity, { name: 'Vic', email }))
}
const verifications: [string, (email: string) => Promise<void>][] = [
  ['a password reset', reset],
  ['a mailed link', openLink],
  ['the Google popup', openGooglePopup],
]

describe('after the owner verified the address by', () => {
  test.each(verifications)('%s, the link that restores an earlier address is void', async (_name, verify) => {
    const stranger = await signUpVerified(identity)
    const email = victimAddress()
    await update({ idToken: stranger.idToken, email })
    const restoreCode = await readCode(stranger.email)
    await verify(email)
    expect(errorOf(await apply(restoreCode))).toBe('400 INVALID_OOB_CODE')
  })

  test.each(verifications)(
    '%s, the link that moves the account to another address is void',
    async (_name, verify) => {
      const email = victimAddress()
      const stranger = await signUp(identity, { email })
      const strangerAddress = `stranger.of.${email}`
      await requestChange(stranger.idToken, strangerAddress)
      await verify(email)
      expect(errorOf(await apply(await readCode(strangerAddress)))).toBe('400 INVALID_OOB_CODE')
    },
  )
})

describe('a change of address that a thief requested is void after', () => {
  const reactions: [string, (owner: SignedUp) => Promise<unknown>][] = [
    ['a reset of the password', ({ email }) => reset(email)],
    ['a new password', ({ idToken }) => update({ idToken, password: 'the-owners' })],
    [
      'the owner ended that sign-in',
      ({ uid, idToken }) => identity.admin.endSession(uid, String(decodeJwt(idToken).sid)),
    ],
    ['the owner ended the other sign-ins', ({ uid }) => identity.admin.endOtherSessions(uid, 'of-the-owner')],
  ]
  test.each(reactions)('%s', async (_name, react) => {
    const owner = await signUpVerified(identity)
    const thief = `thief.of.${owner.email}`
    await requestChange(owner.idToken, thief)
    await react(owner)
    expect(errorOf(await apply(await readCode(thief)))).toBe('400 INVALID_OOB_CODE')
  })
})

test('a session that a new password ends during its request cannot change the address', async () => {
  const concurrentCalls: (() => Promise<unknown>)[] = []
  const busy = await startIdentity({
    limit: async () => {
      await concurrentCalls.pop()?.()
      return undefined
    },
  })
  const { email, idToken } = await signUpVerified(busy)
  const thief = await signIn(busy, email)
  concurrentCalls.push(() => busy.post('v1/accounts:update', { idToken, password: 'the-owners' }))
  const payload = { requestType: 'VERIFY_AND_CHANGE_EMAIL', newEmail: 'thief@example.com' }
  const reply = await busy.post('v1/accounts:sendOobCode', { ...payload, idToken: thief.body.idToken })
  expect(errorOf(reply)).toBe('400 TOKEN_EXPIRED')
  await busy.close()
})

test('the address that a link removes is notified', async () => {
  const owner = await signUpVerified(identity)
  const later = victimAddress()
  await update({ idToken: owner.idToken, email: later })
  await apply(await readCode(owner.email))
  expect((await identity.newestMail(later)).subject).toBe('Your email address was changed')
})
