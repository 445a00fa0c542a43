import { decodeProtectedHeader, exportPKCS8, generateKeyPair, jwtVerify } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import { createFirebaseAdmin } from './firebase-admin.ts'

type RecordedRequest = { url: string; authorization: string | null; body: string }

const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
const account = {
  type: 'service_account' as const,
  client_email: 'store@shop.iam.gserviceaccount.com',
  private_key_id: 'key-one',
  private_key: await exportPKCS8(privateKey),
}
const start = Date.parse('2026-03-01T12:00:00Z')
let now = start
let requests: RecordedRequest[] = []
let respond: () => Response

/** A fake of Google's token endpoint and account API; requests are recorded. */
async function fakeGoogle(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const url = String(input)
  const authorization = new Headers(init?.headers).get('authorization')
  requests.push({ url, authorization, body: String(init?.body) })
  if (url === 'https://oauth2.googleapis.com/token')
    return Response.json({ access_token: `token-${requests.length}`, expires_in: 3599, token_type: 'Bearer' })
  return respond()
}
const openAdmin = () =>
  createFirebaseAdmin({ projectId: 'shop', account, fetch: fakeGoogle, now: () => new Date(now) })

beforeEach(() => {
  now = start
  requests = []
  respond = () => Response.json({ localId: 'ann' })
})

test('disabling an account also ends its sessions, with a token of the service account', async () => {
  await openAdmin().disable('ann')
  const [grant, update] = requests
  const assertion = new URLSearchParams(grant?.body).get('assertion') ?? ''
  const { payload } = await jwtVerify(assertion, publicKey, {
    issuer: account.client_email,
    audience: 'https://oauth2.googleapis.com/token',
    currentDate: new Date(now),
  })
  expect(decodeProtectedHeader(assertion)).toMatchObject({ alg: 'RS256', kid: 'key-one' })
  expect(payload).toMatchObject({
    scope: 'https://www.googleapis.com/auth/identitytoolkit',
    exp: start / 1000 + 3600,
  })
  expect(update).toMatchObject({
    url: 'https://identitytoolkit.googleapis.com/v1/projects/shop/accounts:update',
    authorization: 'Bearer token-1',
  })
  expect(JSON.parse(update?.body ?? '')).toEqual({
    localId: 'ann',
    disableUser: true,
    validSince: String(start / 1000),
  })
})

test('an account is deleted by its id', async () => {
  await openAdmin().remove('ann')
  expect(requests[1]).toMatchObject({
    url: 'https://identitytoolkit.googleapis.com/v1/projects/shop/accounts:delete',
    authorization: 'Bearer token-1',
    body: '{"localId":"ann"}',
  })
})

test('verified addresses are read a hundred accounts at a time; a failed lookup is reported', async () => {
  const users = [
    { localId: 'ann', email: 'Ann@Example.com', emailVerified: true },
    { localId: 'bob', email: 'bob@example.com' },
    { localId: 'cyd', emailVerified: true },
  ]
  respond = () => Response.json({ kind: 'identitytoolkit#GetAccountInfoResponse', users })
  const many = Array.from({ length: 101 }, (_, index) => `uid${index}`)
  expect(await openAdmin().verifiedEmails(many)).toEqual(new Map([['ann', 'ann@example.com']]))
  const lookups = requests.filter(({ url }) => url.endsWith('/projects/shop/accounts:lookup'))
  expect(lookups.map(({ body }) => JSON.parse(body).localId.length)).toEqual([100, 1])
  // Google sends no `users` if it knows none of the accounts.
  respond = () => Response.json({ kind: 'identitytoolkit#GetAccountInfoResponse' })
  expect(await openAdmin().verifiedEmails(['ann'])).toEqual(new Map())
  respond = () => new Response('<html>', { status: 502 })
  await expect(openAdmin().verifiedEmails(['ann'])).rejects.toMatchObject({ code: 'identity_unavailable' })
})

test('one access token is used until a minute before its end', async () => {
  const admin = openAdmin()
  await admin.disable('ann')
  now += 3538 * 1000
  await admin.disable('bob')
  now += 2000
  await admin.disable('cyd')
  expect(requests.map(({ authorization }) => authorization)).toEqual([
    null,
    'Bearer token-1',
    'Bearer token-1',
    null,
    'Bearer token-4',
  ])
})

test('an account that Firebase does not know is not an error', async () => {
  respond = () => Response.json({ error: { code: 400, message: 'USER_NOT_FOUND' } }, { status: 400 })
  await expect(openAdmin().disable('unknown')).resolves.toBeUndefined()
  await expect(openAdmin().remove('unknown')).resolves.toBeUndefined()
})

test('a rejected token is reported, and the next call requests another one', async () => {
  const admin = openAdmin()
  respond = () => Response.json({ error: { code: 401, message: 'UNAUTHENTICATED' } }, { status: 401 })
  await expect(admin.disable('ann')).rejects.toThrow(/401 UNAUTHENTICATED/)
  respond = () => Response.json({ localId: 'ann' })
  await admin.disable('ann')
  expect(requests.at(-1)?.authorization).toBe('Bearer token-3')
})

test('a response that is not JSON is reported by its status', async () => {
  respond = () => new Response('<html>', { status: 502 })
  await expect(openAdmin().disable('ann')).rejects.toThrow(/502/)
})
