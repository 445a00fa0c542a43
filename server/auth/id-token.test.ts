import { generateKeyPair, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { createIdentityProvider } from './id-token.ts'

const issuer = 'https://identity.example'

/** A provider whose signing keys are asked for over `fetch`. */
function providerOver(fetch: () => Promise<Response>) {
  return createIdentityProvider({
    issuer,
    projectId: 'shop',
    apiKey: 'key',
    jwksUrl: `${issuer}/jwks.json`,
    lookupUrl: `${issuer}/lookup`,
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
  ['does not answer in time', () => Promise.reject(new DOMException('late', 'TimeoutError'))],
  ['fails', async () => new Response('', { status: 500 })],
])('a provider that %s refuses no token: nobody is signed out for it', async (_, fetch) => {
  const verified = providerOver(fetch).verify(await signedToken())
  await expect(verified).rejects.toMatchObject({ code: 'identity_unavailable', status: 503 })
})

test('a token of a key that the provider does not have is refused', async () => {
  const verified = providerOver(async () => Response.json({ keys: [] })).verify(await signedToken())
  await expect(verified).rejects.toMatchObject({ code: 'unauthenticated' })
})
