import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  errorOf,
  linkIn,
  lookup,
  refresh,
  signIn,
  signUp,
  startIdentity,
  type TestIdentity,
} from '#tests/support/identity/identity.ts'
import { signUpVerified } from '#tests/support/identity/second-factors.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await startIdentity()
})
afterAll(() => identity.close())

const update = (body: object) => identity.post('v1/accounts:update', { returnSecureToken: true, ...body })
const apply = (oobCode: unknown) => identity.post('v1/accounts:update', { oobCode })
const requestChange = (idToken: string, newEmail: unknown) =>
  identity.post('v1/accounts:sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail })
const readCode = async (email: string) =>
  linkIn(await identity.newestMail(email)).searchParams.get('oobCode') ?? ''

let addresses = 0
function freshAddress(): string {
  addresses += 1
  return `fresh${addresses}@example.com`
}

describe('a change of address by a link in the new mailbox', () => {
  test('the address changes only when the link is opened, which ends the session', async () => {
    const { email, idToken, refreshToken, uid } = await signUp(identity)
    const newEmail = freshAddress()
    const response = await requestChange(idToken, newEmail.toUpperCase())
    expect(response.body).toEqual({ kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email })
    const link = linkIn(await identity.newestMail(newEmail))
    expect(link.searchParams.get('mode')).toBe('verifyAndChangeEmail')
    expect((await lookup(identity, idToken)).body).toMatchObject({ users: [{ email }] })
    const oobCode = await readCode(newEmail)
    const read = await identity.post('v1/accounts:resetPassword', { oobCode })
    expect(read.body).toMatchObject({ requestType: 'VERIFY_AND_CHANGE_EMAIL', email, newEmail })
    expect((await apply(oobCode)).body).toMatchObject({ localId: uid, email: newEmail, emailVerified: true })
    expect(errorOf(await refresh(identity, refreshToken))).toBe('400 TOKEN_EXPIRED')
    expect((await signIn(identity, newEmail)).body.localId).toBe(uid)
    expect(errorOf(await apply(oobCode))).toBe('400 INVALID_OOB_CODE')
  })

  test.each([
    [undefined, '400 MISSING_NEW_EMAIL'],
    ['nope', '400 INVALID_NEW_EMAIL'],
  ])('a change to the address %s is rejected with %s', async (newEmail, expected) => {
    const { idToken } = await signUp(identity)
    expect(errorOf(await requestChange(idToken, newEmail))).toBe(expected)
  })

  test('a change requires a sign-in of the last five minutes', async () => {
    const { idToken } = await signUp(identity)
    identity.clock.advance(301)
    expect(errorOf(await requestChange(idToken, freshAddress()))).toBe('400 CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
  })

  test('the address of another account gets the same response and no mail', async () => {
    const caller = await signUp(identity)
    const owner = await signUp(identity)
    const { body } = await requestChange(caller.idToken, owner.email)
    expect(body).toEqual({ kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email: caller.email })
    await expect(identity.newestMail(owner.email)).rejects.toThrow('no mail')
  })

  test('the address of another account is reported if e-mail privacy is off', async () => {
    const withoutPrivacy = await startIdentity({ emailPrivacy: false })
    const caller = await signUp(withoutPrivacy)
    const owner = await signUp(withoutPrivacy)
    const body = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken: caller.idToken, newEmail: owner.email }
    expect(errorOf(await withoutPrivacy.post('v1/accounts:sendOobCode', body))).toBe('400 EMAIL_EXISTS')
    await withoutPrivacy.close()
  })

  test('a change to an address that was registered meanwhile is rejected', async () => {
    const { idToken } = await signUp(identity)
    const newEmail = freshAddress()
    await requestChange(idToken, newEmail)
    await signUp(identity, { email: newEmail })
    expect(errorOf(await apply(await readCode(newEmail)))).toBe('400 EMAIL_EXISTS')
  })

  test('the link is rejected if the account’s address has changed since', async () => {
    const { idToken } = await signUp(identity)
    const newEmail = freshAddress()
    await requestChange(idToken, newEmail)
    await update({ idToken, email: freshAddress() })
    expect(errorOf(await apply(await readCode(newEmail)))).toBe('400 INVALID_OOB_CODE')
  })
})

describe('the old address', () => {
  test('a verified old address is notified of the change and reverts it by one link', async () => {
    const { email, idToken, uid } = await signUpVerified(identity)
    const thief = freshAddress()
    const { body } = await update({ idToken, email: thief })
    const mail = await identity.newestMail(email)
    expect(mail.text).toContain(thief)
    expect(linkIn(mail).searchParams.get('mode')).toBe('recoverEmail')
    const oobCode = await readCode(email)
    const read = await identity.post('v1/accounts:resetPassword', { oobCode })
    expect(read.body).toMatchObject({ requestType: 'RECOVER_EMAIL', email, newEmail: thief })
    expect((await apply(oobCode)).body).toMatchObject({ localId: uid, email, emailVerified: true })
    expect(errorOf(await refresh(identity, body.refreshToken))).toBe('400 TOKEN_EXPIRED')
    expect(errorOf(await apply(oobCode))).toBe('400 INVALID_OOB_CODE')
  })

  test('an unverified old address is notified without a link and without the new address', async () => {
    const { email, idToken } = await signUp(identity)
    const newEmail = freshAddress()
    await update({ idToken, email: newEmail })
    const mail = await identity.newestMail(email)
    expect(mail.subject).toBe('Your email address was changed')
    expect(mail.text).not.toContain(newEmail)
    expect(() => linkIn(mail)).toThrow('no link')
  })

  test('the old address is notified of a confirmed change', async () => {
    const { email, idToken } = await signUpVerified(identity)
    const newEmail = freshAddress()
    await requestChange(idToken, newEmail)
    await apply(await readCode(newEmail))
    expect(linkIn(await identity.newestMail(email)).searchParams.get('mode')).toBe('recoverEmail')
  })

  test('the first link reverts both changes of a thief and invalidates the thief’s link', async () => {
    const { email, idToken, uid } = await signUpVerified(identity)
    const first = freshAddress()
    const second = freshAddress()
    await requestChange(idToken, first)
    await apply(await readCode(first))
    const ownersCode = await readCode(email)
    identity.clock.advance(60)
    const thief = await signIn(identity, first)
    await update({ idToken: thief.body.idToken, email: second })
    const thiefsCode = await readCode(first)
    expect((await apply(ownersCode)).body).toMatchObject({ localId: uid, email })
    expect(errorOf(await apply(thiefsCode))).toBe('400 INVALID_OOB_CODE')
  })

  test('the link returns the old address to its owner although another unverified account has it', async () => {
    const { email, idToken, uid } = await signUpVerified(identity)
    await update({ idToken, email: freshAddress() })
    const squatter = await signUp(identity, { email, password: 'squatter' })
    expect((await apply(await readCode(email))).body).toMatchObject({ localId: uid, email })
    expect(errorOf(await signIn(identity, email, 'squatter'))).toBe('400 INVALID_LOGIN_CREDENTIALS')
    expect(errorOf(await refresh(identity, squatter.refreshToken))).toBe('400 TOKEN_EXPIRED')
  })

  test('an old address that another account has verified since stays with that account', async () => {
    const { email, idToken } = await signUpVerified(identity)
    await update({ idToken, email: freshAddress() })
    const recovery = await readCode(email)
    const other = await signUp(identity, { email })
    const payload = { requestType: 'VERIFY_EMAIL', idToken: other.idToken }
    await apply(await identity.mailedCode(payload, email))
    expect(errorOf(await apply(recovery))).toBe('400 EMAIL_EXISTS')
  })

  test('the link is valid for three days', async () => {
    const { email, idToken } = await signUpVerified(identity)
    await update({ idToken, email: freshAddress() })
    const oobCode = await readCode(email)
    identity.clock.advance(3 * 86_400 - 1)
    expect((await identity.post('v1/accounts:resetPassword', { oobCode })).status).toBe(200)
    identity.clock.advance(1)
    expect(errorOf(await apply(oobCode))).toBe('400 EXPIRED_OOB_CODE')
  })
})
