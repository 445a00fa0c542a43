import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  generateKeyPair,
  jwtVerify,
  SignJWT,
} from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  errorOf,
  lookup,
  ORIGIN,
  PROJECT,
  signUp,
  startIdentity,
  type TestIdentity,
} from '#tests/support/identity/identity.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await startIdentity()
})
afterAll(() => identity.close())

describe('signing up', () => {
  test('signing up normalises the address and returns tokens for a uid of 28 characters', async () => {
    const reply = await identity.post('v1/accounts:signUp', {
      email: ' Ann.Lee@Example.COM ',
      password: 'secret1',
      displayName: 'Ann',
    })
    expect(reply.body).toMatchObject({
      kind: 'identitytoolkit#SignupNewUserResponse',
      email: 'ann.lee@example.com',
      displayName: 'Ann',
      idToken: expect.any(String),
      refreshToken: expect.any(String),
      expiresIn: '3600',
    })
    expect(reply.body.localId).toMatch(/^[A-Za-z0-9]{28}$/)
    expect(reply.headers['cache-control']).toBe('no-store')
  })

  test.each([
    [{ email: 'a@b.example' }, '400 MISSING_PASSWORD'],
    [{ email: 'a@b.example', password: '' }, '400 MISSING_PASSWORD'],
    [{ password: 'secret1' }, '400 MISSING_EMAIL'],
    [{ email: 'nope', password: 'secret1' }, '400 INVALID_EMAIL'],
    [{ email: `${'a'.repeat(250)}@b.example`, password: 'secret1' }, '400 INVALID_EMAIL'],
    [
      { email: 'a@b.example', password: '12345' },
      '400 WEAK_PASSWORD : Password should be at least 6 characters',
    ],
    [{ returnSecureToken: true }, '400 ADMIN_ONLY_OPERATION'],
    [{ email: 'a@b.example', password: 'secret1', tenantId: 't' }, '400 UNSUPPORTED_TENANT_OPERATION'],
    [
      { email: 'a@b.example', password: 'secret1', displayName: 'x'.repeat(257) },
      '400 INVALID_DISPLAY_NAME : The name is too long.',
    ],
  ])('%j is rejected with %s', async (body, expected) => {
    expect(errorOf(await identity.post('v1/accounts:signUp', body))).toBe(expected)
  })

  test('a password of 4,097 characters is rejected', async () => {
    const reply = await identity.post('v1/accounts:signUp', {
      email: 'a@b.example',
      password: 'x'.repeat(4097),
    })
    expect(errorOf(reply)).toMatch(/^400 PASSWORD_DOES_NOT_MEET_REQUIREMENTS : /)
  })

  test('an address in another case is the same address', async () => {
    const { email } = await signUp(identity)
    const again = await identity.post('v1/accounts:signUp', {
      email: email.toUpperCase(),
      password: 'secret1',
    })
    expect(errorOf(again)).toBe('400 EMAIL_EXISTS')
  })

  test('one of several concurrent sign-ups with one address succeeds', async () => {
    const signUps = Array.from({ length: 8 }, () =>
      identity.post('v1/accounts:signUp', { email: 'same@example.com', password: 'secret1' }),
    )
    const replies = await Promise.all(signUps)
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
    expect(replies.filter((reply) => errorOf(reply) === '400 EMAIL_EXISTS')).toHaveLength(7)
  })

  test('fields of admins and __proto__ are rejected, not ignored', async () => {
    for (const field of ['emailVerified', 'localId', 'disableUser', 'customAttributes', '__proto__']) {
      const reply = await identity.post(
        'v1/accounts:signUp',
        `{"email":"a@b.example","password":"secret1","${field}":true}`,
      )
      expect(errorOf(reply)).toBe(
        `400 Invalid JSON payload received. Unknown name "${field}": Cannot find field.`,
      )
    }
  })

  test('passwords are not stored in plain text', async () => {
    const service = await startIdentity({ passwordCost: undefined })
    await signUp(service, { password: 'a very unusual phrase' })
    const { rows } = await service.database.pool.query('select u::text from identity.users u')
    await service.close()
    expect(JSON.stringify(rows)).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
    expect(JSON.stringify(rows)).not.toContain('unusual')
  })
})

describe('ID tokens', () => {
  test('ID tokens have Firebase claims and verify against the published keys', async () => {
    const { idToken, uid, email } = await signUp(identity, { displayName: 'Ada' })
    const jwks = await identity.get('.well-known/jwks.json')
    expect(jwks.headers['cache-control']).toBe('public, max-age=300')
    expect(JSON.stringify(jwks.body)).not.toMatch(/"(d|p|q|dp|dq|qi)":/)
    const keys = createLocalJWKSet({ keys: jwks.body.keys as [] })
    const { payload } = await jwtVerify(idToken, keys, {
      issuer: `${ORIGIN}/identity`,
      audience: PROJECT,
      algorithms: ['RS256'],
      currentDate: identity.clock.now(),
    })
    const second = Math.floor(identity.clock.now().getTime() / 1000)
    expect(payload).toEqual({
      name: 'Ada',
      iss: `${ORIGIN}/identity`,
      aud: PROJECT,
      sub: uid,
      user_id: uid,
      email,
      email_verified: false,
      auth_time: second,
      iat: second,
      exp: second + 3600,
      jti: expect.any(String),
      sid: expect.stringMatching(/^[\w-]{22}$/),
      firebase: { identities: { email: [email] }, sign_in_provider: 'password' },
    })
  })

  test('ID tokens of another key, or without a signature, are invalid', async () => {
    const { idToken } = await signUp(identity)
    const claims = decodeJwt(idToken)
    const { kid = '' } = decodeProtectedHeader(idToken)
    const { privateKey } = await generateKeyPair('RS256')
    const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey)
    const [, body] = idToken.split('.')
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`
    for (const token of [forged, unsigned, 'not-a-token', 'a.b.c', `${idToken}x`]) {
      expect(errorOf(await lookup(identity, token))).toBe('400 INVALID_ID_TOKEN')
    }
  })

  test('ID tokens for another project or of another origin with the same key are invalid', async () => {
    const { db } = identity.database
    for (const foreign of [{ projectId: 'another' }, { origin: 'https://other.example' }]) {
      const other = await startIdentity({ db, now: identity.clock.now, ...foreign })
      const { idToken } = await signUp(other)
      expect((await lookup(other, idToken)).status).toBe(200)
      expect(errorOf(await lookup(identity, idToken))).toBe('400 INVALID_ID_TOKEN')
      await other.close()
    }
  })

  test('ID tokens expire after an hour', async () => {
    const { idToken } = await signUp(identity)
    identity.clock.advance(3599)
    expect((await lookup(identity, idToken)).status).toBe(200)
    identity.clock.advance(1)
    expect(errorOf(await lookup(identity, idToken))).toBe('400 TOKEN_EXPIRED')
  })
})
