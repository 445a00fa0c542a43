import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createIdentityProvider } from './id-token.ts'

const issuer = 'https://identity.example'

/** A provider whose responses, of signing keys or accounts, come from `fetch`. */
function providerWith(fetch: () => Promise<Response>) {
  return createIdentityProvider({
    issuer,
    projectId: 'shop',
    apiKey: 'key',
    jwksUrl: `${issuer}/jwks.json`,
    accountsUrl: `${issuer}/accounts`,
    fetch,
    now: () => new Date(),
  })
}

async function signedToken(): Promise<string> {
  const { privateKey } = await generateKeyPair('RS256')
  return new SignJWT({ auth_time: 1 })
    .setProtectedHeader({ alg: 'RS256', kid: 'one' })
    .setIssuer(issuer)
    .setAudience('shop')
    .setSubject('ann')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(privateKey)
}

test.each([
  ['cannot be reached', () => Promise.reject(new TypeError('fetch failed'))],
  ['times out', () => Promise.reject(new DOMException('late', 'TimeoutError'))],
  ['fails', async () => new Response('', { status: 500 })],
  ['sends incomplete JSON', async () => new Response('{"keys":[{"kty":"RSA",')],
])('if the provider %s, the error does not say that the token is invalid', async (_, fetch) => {
  const verified = providerWith(fetch).verify(await signedToken())
  await expect(verified).rejects.toMatchObject({ code: 'identity_unavailable', status: 503 })
})

test('a token of a key that the provider does not have is rejected', async () => {
  const verified = providerWith(async () => Response.json({ keys: [] })).verify(await signedToken())
  await expect(verified).rejects.toMatchObject({ code: 'unauthenticated' })
})

test.each([
  [{ email: 'Ann@Example.com', emailVerified: true }, 'ann@example.com'],
  [{ email: 'ann@example.com', emailVerified: false }, null],
  [{ email: 'ann@example.com' }, null],
  [{ emailVerified: true }, null],
])('of the account %j the verified address is %s', async (account, verifiedEmail) => {
  const provider = providerWith(async () => Response.json({ users: [account] }))
  expect(await provider.readAccount('token')).toMatchObject({ verifiedEmail })
})

test('the error code USER_DISABLED means a disabled account; a display name with this text does not', async () => {
  const named = providerWith(async () => Response.json({ users: [{ displayName: 'USER_DISABLED' }] }))
  await expect(named.readAccount('token')).resolves.toEqual({
    validSince: new Date(0),
    hasSecondFactor: false,
    verifiedEmail: null,
  })
  const body = { error: { code: 400, message: 'USER_DISABLED : by an admin' } }
  const disabled = providerWith(async () => Response.json(body, { status: 400 }))
  await expect(disabled.readAccount('token')).rejects.toMatchObject({ code: 'account_disabled' })
})

test('an account has a second factor if the provider lists one', async () => {
  const factor = { mfaEnrollmentId: 'one', totpInfo: {}, enrolledAt: '2026-03-01T12:00:00Z' }
  const users = (mfaInfo?: object[]) => providerWith(async () => Response.json({ users: [{ mfaInfo }] }))
  await expect(users([factor]).readAccount('token')).resolves.toMatchObject({ hasSecondFactor: true })
  await expect(users([]).readAccount('token')).resolves.toMatchObject({ hasSecondFactor: false })
})

describe('Firebase', () => {
  const google = 'https://securetoken.google.com/shop'
  /** The keys that Google currently publishes, as a JWK set. */
  let published: JWK[] = []
  afterEach(() => vi.useRealTimers())

  async function newKey(kid: string) {
    const { privateKey, publicKey } = await generateKeyPair('RS256')
    const jwk: JWK = { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }
    const sign = (claims: JWTPayload = {}) =>
      new SignJWT({
        auth_time: 1_700_000_000,
        user_id: 'ann',
        email: 'Ann@Example.com',
        email_verified: true,
        name: 'Ann',
        firebase: { identities: { email: ['Ann@Example.com'] }, sign_in_provider: 'password' },
        iss: google,
        aud: 'shop',
        sub: 'ann',
        ...claims,
      })
        .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
        .setIssuedAt()
        .setExpirationTime('24h')
        .sign(privateKey)
    return { jwk, sign }
  }
  const openProvider = () =>
    createIdentityProvider({
      issuer: google,
      projectId: 'shop',
      apiKey: 'key',
      jwksUrl: 'https://www.googleapis.com/keys',
      accountsUrl: `${issuer}/accounts`,
      fetch: async () => Response.json({ keys: published }),
      now: () => new Date(),
    })

  test('a token of the project is accepted', async () => {
    const { jwk, sign } = await newKey('one')
    published = [jwk]
    await expect(openProvider().verify(await sign())).resolves.toMatchObject({
      uid: 'ann',
      email: 'ann@example.com',
      name: 'Ann',
      photo: null,
      signedInAt: new Date(1_700_000_000_000),
    })
  })

  test.each([
    ['another project', { aud: 'other', iss: 'https://securetoken.google.com/other' }],
    ['another audience', { aud: 'other' }],
    ['another issuer', { iss: 'https://accounts.google.com' }],
    ['an empty subject', { sub: '' }],
  ])('a token with %s is rejected', async (_, claims) => {
    const { jwk, sign } = await newKey('one')
    published = [jwk]
    await expect(openProvider().verify(await sign(claims))).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test('a new key is accepted after six seconds, and a removed one is rejected after ten minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const first = await newKey('one')
    const second = await newKey('two')
    const old = await first.sign()
    const recent = await second.sign()
    const provider = openProvider()
    const idle = openProvider()
    published = [first.jwk]
    for (const each of [provider, idle]) await each.verify(old)
    published = [second.jwk]
    vi.setSystemTime(Date.now() + 6000)
    await expect(provider.verify(recent)).resolves.toMatchObject({ uid: 'ann' })
    vi.setSystemTime(Date.now() + 10 * 60_000)
    await expect(idle.verify(old)).rejects.toMatchObject({ code: 'unauthenticated' })
  })
})

describe('an owner deletes the account', () => {
  const requests: { url: string; body: string }[] = []
  const removeOwnAccount = (respond: () => Response) =>
    createIdentityProvider({
      issuer,
      projectId: 'shop',
      apiKey: 'key',
      jwksUrl: `${issuer}/jwks.json`,
      accountsUrl: `${issuer}/v1/accounts`,
      async fetch(url, init) {
        requests.push({ url: String(url), body: String(init?.body) })
        return respond()
      },
      now: () => new Date(),
    }).removeOwn('their-token')
  const errorResponse = (message: string) => Response.json({ error: { code: 400, message } }, { status: 400 })

  test('the provider is called with the token of the sign-in', async () => {
    await removeOwnAccount(() => Response.json({ kind: 'identitytoolkit#DeleteAccountResponse' }))
    expect(requests).toEqual([
      { url: `${issuer}/v1/accounts:delete?key=key`, body: '{"idToken":"their-token"}' },
    ])
  })

  test('an account that is already deleted is no error, and a sign-in that is too old is one', async () => {
    await expect(removeOwnAccount(() => errorResponse('USER_NOT_FOUND'))).resolves.toBeUndefined()
    await expect(
      removeOwnAccount(() => errorResponse('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')),
    ).rejects.toMatchObject({
      code: 'identity_unavailable',
    })
  })
})
