import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OAUTH_FLOW_SECONDS } from '#embedded/identity/tokens/secrets.ts'
import {
  API_KEY,
  errorOf,
  NONCE,
  ORIGIN,
  signIn,
  signUp,
  startIdentity,
  type TestIdentity,
} from '#tests/support/identity/identity.ts'
import { type OpenidProvider, startOpenidProvider, visit } from '#tests/support/identity/openid-provider.ts'
import { openPopup, signInWith } from '#tests/support/identity/sign-in-popup.ts'

const client = { id: 'the-store', secret: 'a secret that the provider gave' }
const people = [
  { sub: 'gus', name: 'Gus Garage', email: 'gus@garage.example', email_verified: true },
  { sub: 'una', name: 'Una', email: 'una@garage.example', email_verified: false },
  { sub: 'eve', name: 'Eve', email: 'eve@other.example', email_verified: true },
  { sub: 'nix' },
]

let provider: OpenidProvider
let identity: TestIdentity
beforeAll(async () => {
  provider = await startOpenidProvider({
    client,
    redirectUri: () => `${ORIGIN}/identity/oauth/callback`,
    people,
  })
  identity = await startStoreIdentity({ demo: false })
})
afterAll(async () => {
  await identity.close()
  await provider.close()
})

function startStoreIdentity(options: Parameters<typeof startIdentity>[0] = {}) {
  return startIdentity({
    methods: ['password', 'custom'],
    custom: {
      providerId: 'oidc.custom',
      name: 'Garage',
      issuer: provider.address,
      trustedDomains: ['garage.example'],
    },
    clients: { custom: client },
    fetch,
    // The provider reads the machine's clock.
    now: () => new Date(),
    ...options,
  })
}

async function signInAtProvider(sub: string, query: Record<string, string> = {}, fields: object = {}) {
  const popup = openPopup(identity)
  const { to } = await popup.openAtProvider('oidc.custom', query)
  if (!to) throw new Error('the popup was not redirected')
  const { event } = await popup.returnFromProvider(await visit(to, sub))
  return { event, reply: await signInWith(identity, event, fields) }
}

describe('the redirect to the provider', () => {
  test('the redirect has fresh PKCE, state and nonce values, and no secret', async () => {
    const popup = openPopup(identity)
    const one = await popup.openAtProvider('oidc.custom')
    const two = await popup.openAtProvider('oidc.custom')
    const params = Object.fromEntries(one.to?.searchParams ?? [])
    expect(params).toMatchObject({
      client_id: 'the-store',
      redirect_uri: `${ORIGIN}/identity/oauth/callback`,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(params[name], name).toMatch(/^[\w-]{43}$/)
      expect(two.to?.searchParams.get(name), name).not.toBe(params[name])
    }
    expect(one.to?.href).not.toContain('secret')
  })

  test('the popup keeps its opener, and its cookie is HttpOnly, SameSite and bound to /identity', async () => {
    const url = `/identity/popup?apiKey=${API_KEY}&providerId=oidc.custom&eventId=e&nonce=${NONCE}`
    const { headers, statusCode } = await identity.app.inject({ url })
    expect(statusCode).toBe(302)
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'unsafe-none',
      'cache-control': 'no-store',
      'set-cookie': expect.stringMatching(
        /^identity-window=[\w-]{43}; Path=\/identity; Max-Age=1800; HttpOnly; SameSite=Lax$/,
      ),
    })
    const secure = await startStoreIdentity({ db: identity.database.db, origin: 'https://shop.example' })
    const response = await secure.app.inject({ url })
    expect(response.headers['set-cookie']).toMatch(/^__Secure-identity-window=.*; Secure$/)
    await secure.close()
  })

  test.each(['nonce=short&eventId=e', `nonce=${NONCE}`, `nonce=${NONCE}&eventId=e&authType=other`])(
    'a popup with %s is not redirected',
    async (query) => {
      const reply = await identity.get(`popup?apiKey=${API_KEY}&providerId=oidc.custom&${query}`)
      expect(errorOf(reply)).toBe('400 INVALID_ARGUMENT')
    },
  )

  test('redirects are limited per hour', async () => {
    const strict = await startStoreIdentity({ db: identity.database.db, limits: { signUpsPerHour: 1 } })
    const popup = openPopup(strict)
    expect((await popup.openAtProvider('oidc.custom')).to).toBeDefined()
    const { event } = await popup.openAtProvider('oidc.custom')
    expect(event).toMatchObject({ eventId: 'event-1', error: { code: 'auth/too-many-requests' } })
    strict.clock.advance(3600)
    expect((await popup.openAtProvider('oidc.custom')).to).toBeDefined()
    await strict.close()
  })
})

test('the browser that opened a popup can read that it is at the provider, until it returns', async () => {
  const readStatus = async (cookie: string, eventId: string) => {
    const url = `/identity/oauth/away?key=${API_KEY}&eventId=${eventId}`
    return (await identity.app.inject({ url, headers: { cookie } })).json()
  }
  const query = `apiKey=${API_KEY}&providerId=oidc.custom&eventId=popup-1&nonce=${NONCE}`
  const redirect = await identity.app.inject({ url: `/identity/popup?${query}` })
  const cookie = String(redirect.headers['set-cookie']).split(';')[0] ?? ''
  expect(await readStatus(cookie, 'popup-1')).toEqual({ isAway: true })
  expect(await readStatus(cookie, 'popup-2')).toEqual({ isAway: false })
  expect(await readStatus('', 'popup-1')).toEqual({ isAway: false })
  expect(await readStatus(`identity-window=${'x'.repeat(43)}`, 'popup-1')).toEqual({ isAway: false })
  const back = await visit(new URL(String(redirect.headers.location)), 'gus')
  await openPopup(identity).returnFromProvider(back, { cookie })
  expect(await readStatus(cookie, 'popup-1')).toEqual({ isAway: false })
})

describe('signing in at the provider', () => {
  test('the first sign-in creates an account, and the next one finds it', async () => {
    const { event, reply } = await signInAtProvider('gus')
    expect(event).toMatchObject({
      type: 'signInViaPopup',
      eventId: 'event-1',
      urlResponse: `${ORIGIN}/identity/oauth/callback`,
      sessionId: NONCE,
    })
    expect(reply.body).toMatchObject({
      providerId: 'oidc.custom',
      isNewUser: true,
      email: 'gus@garage.example',
      emailVerified: true,
      displayName: 'Gus Garage',
      federatedId: 'gus',
    })
    const again = await signInAtProvider('gus')
    expect(again.reply.body.localId).toBe(reply.body.localId)
  })

  test('an address counts as verified only if the provider verified it and runs the mailbox', async () => {
    expect((await signInAtProvider('una')).reply.body).toMatchObject({
      isNewUser: true,
      emailVerified: false,
    })
    expect((await signInAtProvider('eve')).reply.body).toMatchObject({
      isNewUser: true,
      emailVerified: false,
    })
  })

  test('a person without name and address signs in', async () => {
    const { body } = (await signInAtProvider('nix')).reply
    expect(body).toMatchObject({ isNewUser: true, federatedId: 'nix' })
    for (const field of ['email', 'displayName']) expect(body).not.toHaveProperty(field)
  })

  test('an address whose mailbox the provider does not run takes no account over', async () => {
    const fresh = await startStoreIdentity()
    const owner = await signUp(fresh, { email: 'eve@other.example' })
    const popup = openPopup(fresh)
    const { to = new URL(ORIGIN) } = await popup.openAtProvider('oidc.custom')
    const { event } = await popup.returnFromProvider(await visit(to, 'eve'))
    const { body } = await signInWith(fresh, event)
    expect(body).toMatchObject({ needConfirmation: true, localId: owner.uid })
    expect(body).not.toHaveProperty('idToken')
    expect((await signIn(fresh, owner.email)).status).toBe(200)
    await fresh.close()
  })

  test('a re-authentication finds the linked person and fails for one who is not linked', async () => {
    const first = await signInAtProvider('gus')
    const query = { authType: 'reauthViaPopup' }
    const again = await signInAtProvider('gus', query)
    expect(again.event?.type).toBe('reauthViaPopup')
    expect(again.reply.body.localId).toBe(first.reply.body.localId)
    const fresh = await startStoreIdentity()
    const popup = openPopup(fresh)
    const { to = new URL(ORIGIN) } = await popup.openAtProvider('oidc.custom', query)
    expect(to.searchParams.get('prompt')).toBe('login')
    const { event } = await popup.returnFromProvider(await visit(to, 'gus'))
    expect(errorOf(await signInWith(fresh, event))).toBe('400 USER_MISMATCH')
    await fresh.close()
  })

  test('the person is linked to the signed-in account', { tags: 'long' }, async () => {
    const fresh = await startStoreIdentity()
    const { idToken, uid } = await signUp(fresh)
    const popup = openPopup(fresh)
    const { to = new URL(ORIGIN) } = await popup.openAtProvider('oidc.custom', { authType: 'linkViaPopup' })
    const { event } = await popup.returnFromProvider(await visit(to, 'eve'))
    expect((await signInWith(fresh, event, { idToken })).body).toMatchObject({ localId: uid })
    await fresh.close()
  })

  test('a person who declines consent is not signed in', async () => {
    const { event } = await signInAtProvider('')
    expect(event).toEqual({
      type: 'signInViaPopup',
      eventId: 'event-1',
      error: { code: 'auth/user-cancelled', message: '' },
    })
  })
})

describe('callback validation', () => {
  async function returnFromProvider() {
    const popup = openPopup(identity)
    const { to = new URL(ORIGIN) } = await popup.openAtProvider('oidc.custom')
    return { popup, back: await visit(to, 'gus') }
  }
  const REJECTED = { status: 400, event: undefined }

  test('a callback is accepted once', async () => {
    const { popup, back } = await returnFromProvider()
    expect((await popup.returnFromProvider(back)).event?.postBody).toBeDefined()
    expect(await popup.returnFromProvider(back)).toEqual(REJECTED)
  })

  test('a callback is accepted only in the browser that started the sign-in', async () => {
    const { popup, back } = await returnFromProvider()
    expect(await popup.returnFromProvider(back, { cookie: `identity-window=${'x'.repeat(43)}` })).toEqual(
      REJECTED,
    )
    const other = await returnFromProvider()
    expect(await openPopup(identity).returnFromProvider(other.back)).toEqual(REJECTED)
  })

  test('a callback with an unknown or no state is rejected', async () => {
    const { popup, back } = await returnFromProvider()
    back.searchParams.set('state', 'made-up')
    expect(await popup.returnFromProvider(back)).toEqual(REJECTED)
    back.searchParams.delete('state')
    expect(await popup.returnFromProvider(back)).toEqual(REJECTED)
  })

  test('a callback after half an hour is rejected', async () => {
    let elapsedMs = 0
    const service = await startStoreIdentity({ now: () => new Date(Date.now() + elapsedMs) })
    const popup = openPopup(service)
    const { to = new URL(ORIGIN) } = await popup.openAtProvider('oidc.custom')
    const back = await visit(to, 'gus')
    elapsedMs = OAUTH_FLOW_SECONDS * 1000
    expect(await popup.returnFromProvider(back)).toEqual(REJECTED)
    await service.close()
  })

  test('a callback with the code of another sign-in is rejected, since the PKCE verifier differs', async () => {
    const mine = await returnFromProvider()
    const stolen = await returnFromProvider()
    mine.back.searchParams.set('code', stolen.back.searchParams.get('code') ?? '')
    const { event } = await mine.popup.returnFromProvider(mine.back)
    expect(event).toMatchObject({ error: { code: 'auth/internal-error' } })
  })

  test('a callback in the name of another issuer is rejected', async () => {
    const { popup, back } = await returnFromProvider()
    back.searchParams.set('iss', 'https://other.example')
    const { event } = await popup.returnFromProvider(back)
    expect(event).toMatchObject({ error: { code: 'auth/internal-error' } })
  })
})

describe('a provider', () => {
  test('an unavailable provider is reported to the waiting page, and the next sign-in tries again', {
    tags: 'long',
  }, async () => {
    let isAvailable = false
    const service = await startStoreIdentity({
      fetch: (input, init) =>
        isAvailable ? fetch(input, init) : Promise.reject(new TypeError('fetch failed')),
    })
    const popup = openPopup(service)
    const failed = await popup.openAtProvider('oidc.custom')
    expect(failed).toEqual({
      event: {
        type: 'signInViaPopup',
        eventId: 'event-1',
        error: { code: 'auth/network-request-failed', message: '' },
      },
    })
    isAvailable = true
    expect((await popup.openAtProvider('oidc.custom')).to?.origin).toBe(provider.address)
    await service.close()
  })

  test.each([
    ['header', /^Basic /],
    ['body', undefined],
    [undefined, undefined],
  ] as const)(
    'with clientAuthMethod %s the secret is sent where the provider expects it',
    async (clientAuthMethod, header) => {
      const sent: (string | undefined)[] = []
      const service = await startStoreIdentity({
        custom: {
          providerId: 'oidc.custom',
          name: 'Garage',
          issuer: provider.address,
          clientAuthMethod,
          trustedDomains: [],
        },
        fetch: (input, init) => {
          const isTokenRequest = String(input).endsWith('/token')
          if (isTokenRequest) sent.push(new Headers(init?.headers).get('authorization') ?? undefined)
          return fetch(input, init)
        },
      })
      const popup = openPopup(service)
      const { to = new URL(ORIGIN) } = await popup.openAtProvider('oidc.custom')
      const { event } = await popup.returnFromProvider(await visit(to, 'gus'))
      expect(event?.postBody).toBeDefined()
      expect(sent).toEqual([header ? expect.stringMatching(header) : undefined])
      await service.close()
    },
  )

  test('a sign-in fails if the provider rejects the store’s secret', async () => {
    const service = await startStoreIdentity({
      clients: { custom: { id: client.id, secret: 'another' } },
    })
    const popup = openPopup(service)
    const { to = new URL(ORIGIN) } = await popup.openAtProvider('oidc.custom')
    const { event } = await popup.returnFromProvider(await visit(to, 'gus'))
    expect(event).toMatchObject({ error: { code: 'auth/internal-error' } })
    await service.close()
  })

  test('a sign-in fails if the provider is disabled before the callback', async () => {
    const service = await startStoreIdentity()
    const later = await startStoreIdentity({ db: service.database.db, methods: ['password'] })
    const popup = openPopup(service)
    const { to = new URL(ORIGIN) } = await popup.openAtProvider('oidc.custom')
    const back = await visit(to, 'gus')
    const { event } = await popup.returnFromProvider(back, { to: later })
    expect(event).toMatchObject({ error: { code: 'auth/operation-not-allowed' } })
    await later.close()
    await service.close()
  })

  test('a configured provider has no demo accounts in a demo', async () => {
    const demo = await startStoreIdentity()
    const grant = await demo.post('popup/grant', { nonce: NONCE, providerId: 'oidc.custom', account: 'ada' })
    expect(errorOf(grant)).toBe('400 OPERATION_NOT_ALLOWED')
    await demo.close()
  })
})
