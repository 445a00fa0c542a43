import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  errorOf,
  lookup,
  popupGrant,
  refresh,
  type SignedUp,
  signIn,
  signInWithGoogle,
  signUp,
  startIdentity,
  type TestIdentity,
} from '#tests/support/identity/identity.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await startIdentity()
})
afterAll(() => identity.close())

const update = (body: object) => identity.post('v1/accounts:update', { returnSecureToken: true, ...body })

/** Creates an account with a second sign-in method, so that its password may be removed. */
async function signUpAndLinkGoogle(): Promise<SignedUp> {
  const person = await signUp(identity)
  const googleAccount = { name: 'Ann', email: `googleAccount.${person.email}` }
  const { idToken } = person
  await signInWithGoogle(identity, await popupGrant(identity, googleAccount), { idToken })
  return person
}

describe('signing in', () => {
  test('the right password returns tokens; the case of the email does not matter', async () => {
    const { email, uid } = await signUp(identity, { displayName: 'Bo' })
    const reply = await signIn(identity, email.toUpperCase())
    expect(reply.body).toMatchObject({
      kind: 'identitytoolkit#VerifyPasswordResponse',
      registered: true,
      localId: uid,
      email,
      displayName: 'Bo',
      expiresIn: '3600',
    })
    expect((await lookup(identity, reply.body.idToken)).status).toBe(200)
  })

  test('a wrong password and an unknown address get the same error', async () => {
    const { email } = await signUp(identity)
    const wrong = await signIn(identity, email, 'nope123')
    const unknown = await signIn(identity, 'unknown@example.com', 'nope123')
    expect(errorOf(wrong)).toBe('400 INVALID_LOGIN_CREDENTIALS')
    expect(unknown.body).toEqual(wrong.body)
  })

  test('the errors differ only if e-mail privacy is off', async () => {
    const withoutPrivacy = await startIdentity({ emailPrivacy: false })
    const { email } = await signUp(withoutPrivacy)
    expect(errorOf(await signIn(withoutPrivacy, email, 'nope123'))).toBe('400 INVALID_PASSWORD')
    expect(errorOf(await signIn(withoutPrivacy, 'unknown@example.com', 'nope123'))).toBe(
      '400 EMAIL_NOT_FOUND',
    )
    await withoutPrivacy.close()
  })

  test.each([
    [{ password: 'secret1' }, '400 MISSING_EMAIL'],
    [{ email: 'a@b.example', password: '' }, '400 MISSING_PASSWORD'],
    [{ email: 'zzz', password: 'secret1' }, '400 INVALID_EMAIL'],
    [
      { email: 'a@b.example', password: 'x\0y' },
      '400 Invalid JSON payload received. Invalid value at "password"',
    ],
    [{ email: 'a@b.example', password: 7 }, '400 Invalid JSON payload received. Invalid value at "password"'],
  ])('%j is rejected with %s', async (body, expected) => {
    expect(errorOf(await identity.post('v1/accounts:signInWithPassword', body))).toBe(expected)
  })

  test('a disabled account is reported only to callers who know the password', async () => {
    const { email, uid } = await signUp(identity)
    await identity.admin.disable(uid)
    expect(errorOf(await signIn(identity, email, 'wrong99'))).toBe('400 INVALID_LOGIN_CREDENTIALS')
    expect(errorOf(await signIn(identity, email))).toBe('400 USER_DISABLED')
  })
})

describe('refreshing', () => {
  test('a refresh returns a new ID token with the time of the sign-in, and the same refresh token', async () => {
    const { idToken, refreshToken, uid } = await signUp(identity)
    identity.clock.advance(4000)
    const { body } = await refresh(identity, refreshToken)
    expect(body).toMatchObject({
      expires_in: '3600',
      refresh_token: refreshToken,
      token_type: 'Bearer',
      user_id: uid,
      project_id: 'partsline-test',
    })
    const fresh = decodeJwt(String(body.id_token))
    expect(body.access_token).toBe(body.id_token)
    expect(fresh.auth_time).toBe(decodeJwt(idToken).auth_time)
    expect((await lookup(identity, body.id_token)).status).toBe(200)
  })

  test.each([
    ['grant_type=refresh_token&refresh_token=garbage', '400 INVALID_REFRESH_TOKEN'],
    ['grant_type=refresh_token', '400 MISSING_REFRESH_TOKEN'],
    ['grant_type=password&refresh_token=x', '400 INVALID_GRANT_TYPE'],
  ])('the form %s is rejected with %s', async (form, expected) => {
    const contentType = 'application/x-www-form-urlencoded'
    expect(errorOf(await identity.post('v1/token', form, { contentType }))).toBe(expected)
  })

  test('refresh tokens are not stored in plain text', async () => {
    const { refreshToken } = await signUp(identity)
    const { rows } = await identity.database.pool.query('select s::text from identity.sessions s')
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(refreshToken)
  })
})

describe('updating', () => {
  test('name and photo are set, kept and cleared', async () => {
    const { idToken, uid, email } = await signUp(identity)
    const photoUrl = 'https://x.example/a.png'
    const set = await update({ idToken, displayName: 'Ann Lee', photoUrl })
    expect(set.body).toMatchObject({
      kind: 'identitytoolkit#SetAccountInfoResponse',
      localId: uid,
      email,
      displayName: 'Ann Lee',
      photoUrl,
      providerUserInfo: [{ providerId: 'password', rawId: email, displayName: 'Ann Lee', photoUrl }],
    })
    expect(set.body).not.toHaveProperty('idToken')
    const cleared = await update({ idToken, deleteAttribute: ['PHOTO_URL'] })
    expect(cleared.body).toMatchObject({ displayName: 'Ann Lee' })
    expect(cleared.body).not.toHaveProperty('photoUrl')
    expect((await update({ idToken, displayName: null })).body).not.toHaveProperty('displayName')
  })

  test('a new password ends every other session and returns new tokens for this one', async () => {
    const { email, idToken, refreshToken } = await signUp(identity)
    const other = await signIn(identity, email)
    identity.clock.advance(1)
    const { body } = await update({ idToken, password: 'secret4' })
    for (const old of [refreshToken, other.body.refreshToken]) {
      expect(errorOf(await refresh(identity, old))).toBe('400 TOKEN_EXPIRED')
    }
    for (const old of [idToken, other.body.idToken]) {
      expect(errorOf(await lookup(identity, old))).toBe('400 TOKEN_EXPIRED')
    }
    expect((await lookup(identity, body.idToken)).status).toBe(200)
    expect((await refresh(identity, body.refreshToken)).status).toBe(200)
    expect(errorOf(await signIn(identity, email))).toBe('400 INVALID_LOGIN_CREDENTIALS')
    expect((await signIn(identity, email, 'secret4')).status).toBe(200)
  })

  test('a new address is unverified at first, and must be free and valid', async () => {
    const one = await signUp(identity)
    const two = await signUp(identity)
    expect(errorOf(await update({ idToken: one.idToken, email: two.email }))).toBe('400 EMAIL_EXISTS')
    expect(errorOf(await update({ idToken: one.idToken, email: 'nope' }))).toBe('400 INVALID_EMAIL')
    identity.clock.advance(1)
    const { body } = await update({ idToken: one.idToken, email: 'Moved@Example.com' })
    expect(body).toMatchObject({ email: 'moved@example.com', emailVerified: false })
    expect((await lookup(identity, body.idToken)).body).toMatchObject({
      users: [{ email: 'moved@example.com' }],
    })
    expect(errorOf(await lookup(identity, one.idToken))).toBe('400 TOKEN_EXPIRED')
  })

  test('changes of password and address, and deletion require a sign-in of the last five minutes', async () => {
    const { idToken } = await signUp(identity)
    identity.clock.advance(301)
    for (const change of [{ password: 'secret9' }, { email: 'late@example.com' }]) {
      expect(errorOf(await update({ idToken, ...change }))).toBe('400 CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
    }
    const deletion = await identity.post('v1/accounts:delete', { idToken })
    expect(errorOf(deletion)).toBe('400 CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
    expect((await update({ idToken, displayName: 'Still allowed' })).status).toBe(200)
  })

  test('a weak password and a wrong token are rejected', async () => {
    const { idToken } = await signUp(identity)
    expect(errorOf(await update({ idToken, password: '1' }))).toMatch(/^400 WEAK_PASSWORD : /)
    expect(errorOf(await update({ idToken: 'bad', displayName: 'x' }))).toBe('400 INVALID_ID_TOKEN')
    expect(errorOf(await update({ displayName: 'x' }))).toBe('400 MISSING_ID_TOKEN')
  })

  test('an account whose password was removed rejects sign-in by password', async () => {
    const { idToken, email } = await signUpAndLinkGoogle()
    const { body } = await update({ idToken, deleteProvider: ['password'] })
    expect(body.providerUserInfo).toMatchObject([{ providerId: 'google.com' }])
    expect(errorOf(await signIn(identity, email))).toBe('400 INVALID_LOGIN_CREDENTIALS')
  })

  test('signing up with an ID token sets a password again', async () => {
    const { idToken, email, uid } = await signUpAndLinkGoogle()
    await update({ idToken, deleteProvider: ['password'] })
    const linked = await identity.post('v1/accounts:signUp', { idToken, email, password: 'secret7' })
    expect(linked.body).toMatchObject({ kind: 'identitytoolkit#SignupNewUserResponse', localId: uid, email })
    expect((await lookup(identity, linked.body.idToken)).status).toBe(200)
    expect((await signIn(identity, email, 'secret7')).body.localId).toBe(uid)
  })
})

describe('a deleted or disabled account', () => {
  test('tokens of a deleted account get USER_NOT_FOUND', async () => {
    const { idToken, refreshToken } = await signUp(identity)
    const deletion = await identity.post('v1/accounts:delete', { idToken })
    expect(deletion.body).toEqual({ kind: 'identitytoolkit#DeleteAccountResponse' })
    expect(errorOf(await lookup(identity, idToken))).toBe('400 USER_NOT_FOUND')
    expect(errorOf(await refresh(identity, refreshToken))).toBe('400 USER_NOT_FOUND')
  })

  test('a disabled account gets USER_DISABLED, and its earlier tokens stay invalid once it is enabled', async () => {
    const { idToken, refreshToken, uid, email } = await signUp(identity)
    await identity.admin.disable(uid)
    expect(errorOf(await lookup(identity, idToken))).toBe('400 USER_DISABLED')
    expect(errorOf(await update({ idToken, displayName: 'x' }))).toBe('400 USER_DISABLED')
    expect(errorOf(await refresh(identity, refreshToken))).toBe('400 USER_DISABLED')
    identity.clock.advance(1)
    await identity.admin.enable(uid)
    expect(errorOf(await lookup(identity, idToken))).toBe('400 TOKEN_EXPIRED')
    expect(errorOf(await refresh(identity, refreshToken))).toBe('400 TOKEN_EXPIRED')
    expect((await signIn(identity, email)).status).toBe(200)
  })

  test('an account removed by an admin is deleted, and its address is free again', async () => {
    const { idToken, uid, email } = await signUp(identity)
    await identity.admin.remove(uid)
    expect(errorOf(await lookup(identity, idToken))).toBe('400 USER_NOT_FOUND')
    expect((await signUp(identity, { email })).uid).not.toBe(uid)
  })
})
