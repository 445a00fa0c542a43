import { createHmac, generateKeyPairSync } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSecret } from '#database/secrets.ts'
import { openTestStore, type Person, type TestStore } from '../../../support/store.ts'

let store: TestStore
let person: Person

beforeAll(async () => {
  store = await openTestStore()
  person = await store.signUp('Ines Ferreira')
})
afterAll(() => store.close())

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const withoutAlgorithm = (token: string) =>
  `${encode({ alg: 'none', typ: 'JWT' })}.${encode(decodeJwt(token))}.`
const callStore = (token?: string) => store.call({ url: '/api/order', token })
const exchange = (token: string, email = person.email) =>
  store.call({ method: 'PUT', url: `/api/user/${encodeURIComponent(email)}`, token, payload: { email } })

describe('access tokens', () => {
  const secret = async () =>
    new TextEncoder().encode(await readSecret(store.database.db, 'access-token', () => ''))
  const forge = async (
    change: (token: SignJWT) => SignJWT,
    key?: Uint8Array,
    typ = 'at+jwt',
    claims: object = {},
  ) => {
    const { auth_time, sid, iss, aud, sub } = decodeJwt(person.token)
    const now = Math.floor(store.clock.now().getTime() / 1000)
    const token = new SignJWT({ auth_time, sid, ...claims })
      .setProtectedHeader({ alg: 'HS256', typ })
      .setIssuer(iss ?? '')
      .setAudience(aud ?? '')
      .setSubject(sub ?? '')
      .setIssuedAt(now)
      .setExpirationTime(now + 600)
    return change(token).sign(key ?? (await secret()))
  }

  test('a token by the store’s own secret is valid, so the forgeries below fail for their own reason', async () => {
    expect((await callStore(await forge((token) => token))).statusCode).toBe(200)
  })

  const foreignSignIn = async () => {
    const { sid } = decodeJwt((await store.signUp()).token)
    return forge((token) => token, undefined, undefined, { sid })
  }
  const forgeries: [string, () => Promise<string> | string][] = [
    ['no token', () => ''],
    ['nonsense', () => 'nonsense'],
    ['alg none', () => withoutAlgorithm(person.token)],
    ['a foreign key', () => forge((token) => token, new TextEncoder().encode('x'.repeat(32)))],
    ['another audience', () => forge((token) => token.setAudience('https://elsewhere.example/api'))],
    ['another issuer', () => forge((token) => token.setIssuer('https://elsewhere.example'))],
    [
      'an expired token',
      () => forge((token) => token.setExpirationTime(Math.floor(store.clock.now().getTime() / 1000) - 1)),
    ],
    [
      'a sign-in from before `valid_since` of its account',
      async () => {
        const owner = await store.signUp()
        const later = new Date(store.clock.now().getTime() + 60_000)
        await store.database.db
          .updateTable('users')
          .set({ valid_since: later })
          .where('uid', '=', owner.uid)
          .execute()
        return owner.token
      },
    ],
    ['another type', () => forge((token) => token, undefined, 'JWT')],
    ['an unknown sign-in', () => forge((token) => token, undefined, undefined, { sid: crypto.randomUUID() })],
    ['another person’s sign-in', foreignSignIn],
    ['no sign-in', () => forge((token) => token, undefined, undefined, { sid: undefined })],
    ['an unknown uid', () => forge((token) => token.setSubject('unknown'))],
    ['the identity token', () => person.idToken],
    [
      'a changed payload',
      () => person.token.replace(/\.[^.]+\./, `.${encode({ ...decodeJwt(person.token), sub: 'x' })}.`),
    ],
  ]
  test.each(forgeries)('%s gets 401', async (_name, make) => {
    const answer = await callStore(await make())
    expect(answer.statusCode).toBe(401)
    expect(answer.json().code).toBe('unauthenticated')
  })

  test('a token expires with the ID token that it was exchanged for', async () => {
    const person = await store.signUp()
    const idToken = decodeJwt(person.idToken)
    store.clock.advance(600_000)
    const { email } = person
    const { token } = await store
      .apiWith(person.idToken)
      .exchangeToken({ params: { email }, body: { email } })
    expect(decodeJwt(token).exp).toBe(idToken.exp)
    store.clock.advance(-600_000)
  })

  test('a token is valid for an hour at most and contains no role', () => {
    const claims = decodeJwt(person.token)
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBeLessThanOrEqual(3600)
    expect(Object.keys(claims).sort()).toEqual(['aud', 'auth_time', 'exp', 'iat', 'iss', 'sid', 'sub'])
  })
})

describe('ID tokens at the exchange', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const reSign = (
    change: (claims: Record<string, unknown>) => Record<string, unknown> = (claims) => claims,
  ) =>
    new SignJWT(change(decodeJwt(person.idToken)))
      .setProtectedHeader({ alg: 'RS256', kid: decodeProtectedHeader(person.idToken).kid ?? '' })
      .sign(privateKey)

  test('a valid ID token is accepted', async () => {
    expect((await exchange(person.idToken)).statusCode).toBe(200)
  })

  const forgeries: [string, () => Promise<string> | string][] = [
    ['alg none', () => withoutAlgorithm(person.idToken)],
    ['a foreign key under the known key id', () => reSign()],
    ['another audience and key', () => reSign((claims) => ({ ...claims, aud: 'another-project' }))],
    ['the store’s own token', () => person.token],
    [
      'HMAC instead of RSA',
      () => {
        const input = `${encode({ alg: 'HS256', kid: decodeProtectedHeader(person.idToken).kid })}.${encode(decodeJwt(person.idToken))}`
        return `${input}.${createHmac('sha256', 'public').update(input).digest('base64url')}`
      },
    ],
  ]
  test.each(forgeries)('%s gets 401', async (_name, make) => {
    expect((await exchange(await make())).statusCode).toBe(401)
  })

  test('an expired ID token gets 401', async () => {
    const late = await openTestStore()
    try {
      const person = await late.signUp()
      late.clock.advance(3_601_000)
      const answer = await late.call({
        method: 'PUT',
        url: `/api/user/${person.email}`,
        token: person.idToken,
        payload: { email: person.email },
      })
      expect(answer.statusCode).toBe(401)
    } finally {
      await late.close()
    }
  })

  test('another address in path or body gets 403; the own one may have capitals and spaces around it', async () => {
    expect((await exchange(person.idToken, 'other@example.com')).statusCode).toBe(403)
    const otherBody = await store.call({
      method: 'PUT',
      url: `/api/user/${person.email}`,
      token: person.idToken,
      payload: { email: 'other@example.com' },
    })
    expect(otherBody.statusCode).toBe(403)
    expect((await exchange(person.idToken, ` ${person.email.toUpperCase()} `)).statusCode).toBe(200)
  })

  test('a new account has the name that was registered', async () => {
    const { items } = await (await store.signUpAdmin()).api.listUsers()
    expect(items.find((user) => user.email === person.email)?.displayName).toBe('Ines Ferreira')
  })

  test('a password change ends the other sign-ins at once, and their ID tokens are not exchanged', async () => {
    const one = await store.signUp()
    const two = await store.signInAgain(one)
    store.clock.advance(2000)
    const changed = await store.call({
      method: 'POST',
      url: `/identity/v1/accounts:update?key=${store.config.identity.apiKey}`,
      payload: { idToken: two.idToken, password: 'another-password', returnSecureToken: true },
    })
    expect(changed.statusCode).toBe(200)
    expect((await callStore(one.token)).statusCode).toBe(401)
    const fresh = await store.signInAgain({ ...one, password: 'another-password' })
    expect((await callStore(fresh.token)).statusCode).toBe(200)
    expect((await callStore(one.token)).statusCode).toBe(401)
    expect((await exchange(one.idToken, one.email)).statusCode).toBe(401)
  })
})
