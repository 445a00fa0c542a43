import Fastify, { type FastifyInstance } from 'fastify'
import { deviceHeader } from '#contract/platform/auth/device-header.ts'
import type { Database } from '#database/open.ts'
import type { IdentityAdmin } from '#embedded/identity/accounts/admin.ts'
import type { IdentityDeps, IdentityLimits } from '#embedded/identity/identity.ts'
import { createEmbeddedIdentity } from '#embedded/identity/plugin.ts'
import { listMail } from '#server/platform/mail/mail-history.ts'
import { type Mail, queueMail, queueSms } from '#server/platform/mail/write-mail.ts'
import { freshDatabase } from '../database/database.ts'
import { CHEAP_PASSWORDS } from '../password-cost.ts'

export type Reply = { status: number; headers: Record<string, unknown>; body: Record<string, unknown> }

export type TestIdentity = {
  app: FastifyInstance
  database: Database
  admin: IdentityAdmin
  clock: { now(): Date; advance(seconds: number): void }
  /** Posts to a call, e.g. `v1/accounts:signUp`; a string is sent unchanged. */
  post(path: string, body: object | string, options?: PostOptions): Promise<Reply>
  get(path: string): Promise<Reply>
  newestMail(to: string): Promise<Mail>
  /** Requests a mail by `accounts:sendOobCode` and returns its code. */
  mailedCode(
    body: { requestType: string; email?: string; [name: string]: unknown },
    to?: string,
  ): Promise<string>
  close(): Promise<void>
}
export type SignedUp = { email: string; uid: string; idToken: string; refreshToken: string }
/** `key`: null for none; `address`: the network of the client; `device`: the id of its browser. */
export type PostOptions = { key?: string | null; address?: string; contentType?: string; device?: string }

export const API_KEY = 'test-key'
export const PROJECT = 'partsline-test'
export const ORIGIN = 'http://localhost:3000'

type Overrides = Partial<Omit<IdentityDeps, 'limits'> & { limits: Partial<IdentityLimits> }>

const limits = {
  signUpsPerHour: 1000,
  signInFailuresPerHour: 1000,
  mailsPerHour: 1000,
  mailsPerIpAddressPerHour: 1000,
  smsPerHour: 1000,
  smsPerIpAddressPerHour: 1000,
}

/**
 * Starts the identity provider, with a database of its own and a clock that only tests advance. `overrides` can replace
 * `db` and `now` for the provider; `database`, `clock`, `newestMail` and `mailedCode` still use the original ones.
 */
export async function startIdentity(overrides: Overrides = {}): Promise<TestIdentity> {
  const database = await freshDatabase()
  const clock = stoppedClock()
  const { plugin, admin } = createEmbeddedIdentity({
    db: database.db,
    origin: ORIGIN,
    projectId: PROJECT,
    apiKey: API_KEY,
    authorizedDomains: ['localhost', 'shop.example'],
    methods: ['password', 'google'],
    custom: { providerId: 'oidc.custom', name: 'OpenID', trustedDomains: [] },
    clients: {},
    fetch: () => Promise.reject(new Error('no external provider may be called')),
    demo: true,
    encryptionSecret: 'a secret of the tests',
    passwordMinLength: 6,
    passwordCost: CHEAP_PASSWORDS,
    emailPrivacy: true,
    now: clock.now,
    databaseNow: clock.now,
    sendMail: queueMail,
    sendSms: queueSms,
    onSignInsEnded: async () => {},
    listMail: () => listMail(database.db),
    limit: countingLimit(clock.now),
    trustedIpAddress: (request) => request.ip,
    ...overrides,
    limits: { ...limits, ...overrides.limits },
  })
  const app = Fastify({ trustProxy: true })
  await app.register(plugin, { prefix: '/identity' })
  const test: TestIdentity = {
    app,
    database,
    admin,
    clock,
    async post(path, body, { key = API_KEY, address = '203.0.113.1', contentType, device } = {}) {
      const response = await app.inject({
        method: 'POST',
        url: `/identity/${path}${key === null ? '' : `?key=${key}`}`,
        headers: {
          'content-type': contentType ?? 'application/json',
          'x-forwarded-for': address,
          ...(device ? { [deviceHeader]: device } : {}),
        },
        payload: typeof body === 'string' ? body : JSON.stringify(body),
      })
      return { status: response.statusCode, headers: response.headers, body: response.json() }
    },
    async get(path) {
      const response = await app.inject({ method: 'GET', url: `/identity/${path}` })
      return { status: response.statusCode, headers: response.headers, body: response.json() }
    },
    async newestMail(to) {
      const found = (await listMail(database.db)).find((mail) => mail.to === to)
      if (!found) throw new Error(`no mail to ${to}`)
      return found
    },
    async mailedCode(body, to = body.email ?? '') {
      const reply = await test.post('v1/accounts:sendOobCode', body)
      if (reply.status !== 200) throw new Error(errorOf(reply))
      return linkIn(await test.newestMail(to)).searchParams.get('oobCode') ?? ''
    },
    async close() {
      await app.close()
      await database.close()
    },
  }
  return test
}

let people = 0

/** Creates an account `personN@example.com` with the password `secret1`; `fields` override both. */
export async function signUp(
  { post }: TestIdentity,
  fields: { email?: string; [name: string]: unknown } = {},
): Promise<SignedUp> {
  people += 1
  const email = fields.email ?? `person${people}@example.com`
  const body = { returnSecureToken: true, email, password: 'secret1', clientType: 'CLIENT_TYPE_WEB' }
  const reply = await post('v1/accounts:signUp', { ...body, ...fields })
  if (reply.status !== 200) throw new Error(errorOf(reply))
  return {
    email,
    uid: String(reply.body.localId),
    idToken: String(reply.body.idToken),
    refreshToken: String(reply.body.refreshToken),
  }
}

export function signIn(
  { post }: TestIdentity,
  email: string,
  password = 'secret1',
  options: PostOptions = {},
) {
  return post('v1/accounts:signInWithPassword', { returnSecureToken: true, email, password }, options)
}

export function lookup({ post }: TestIdentity, idToken: unknown) {
  return post('v1/accounts:lookup', { idToken })
}

export function refresh({ post }: TestIdentity, refreshToken: unknown) {
  const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: String(refreshToken) })
  return post('v1/token', form.toString(), { contentType: 'application/x-www-form-urlencoded' })
}

export const NONCE = 'nonce-of-the-opener'

/** Requests a grant for a demo account, as the script of the popup does. */
export async function popupGrant({ post }: TestIdentity, choice: object, nonce = NONCE): Promise<string> {
  const reply = await post('popup/grant', { nonce, ...choice })
  if (reply.status !== 200) throw new Error(errorOf(reply))
  return String(reply.body.grant)
}

/** Returns the grant of a demo account whose address was verified by the mailed code. */
export async function verifiedGrant(
  identity: TestIdentity,
  person: { name: string; email: string; providerId?: string },
) {
  const reply = await identity.post('popup/code', { nonce: NONCE, email: person.email })
  const code = codeIn(await identity.newestMail(person.email))
  return popupGrant(identity, { ...person, codeId: reply.body.codeId, code })
}

export function signInWithGoogle(identity: TestIdentity, grant: string, fields: object = {}) {
  return signInWithIdp(identity, { grant, providerId: 'google.com' }, fields)
}

/** Signs in with the grant of a sign-in popup, as the SDK does. */
export function signInWithIdp(
  { post }: TestIdentity,
  { grant, providerId }: { grant: string; providerId: string },
  fields: object = {},
) {
  return post('v1/accounts:signInWithIdp', {
    requestUri: `${ORIGIN}/identity/popup`,
    sessionId: NONCE,
    postBody: new URLSearchParams({ id_token: grant, providerId }).toString(),
    returnSecureToken: true,
    returnIdpCredential: true,
    ...fields,
  })
}

/** The six-digit code in a mail or text message. */
export function codeIn({ subject, text }: Mail): string {
  const code = /^\d{6}/.exec(subject)?.[0] ?? /^\d{6}/.exec(text)?.[0]
  if (!code) throw new Error('no code in the mail')
  return code
}

/** Requests a sign-in code by text message and returns it. */
export async function textedCode(identity: TestIdentity, phoneNumber: string) {
  const { body } = await identity.post('v1/accounts:sendVerificationCode', { phoneNumber })
  return { sessionInfo: String(body.sessionInfo), code: codeIn(await identity.newestMail(phoneNumber)) }
}

/** A wrong six-digit code. */
export function wrongCode(code: string): string {
  return code === '000000' ? '000001' : '000000'
}

export function linkIn({ text }: Mail): URL {
  const link = /https?:\/\/\S+\?\S+/.exec(text)?.[0]
  if (!link) throw new Error('no link in the mail')
  return new URL(link)
}

/** Status and error message of a response: "400 EMAIL_EXISTS", or "200 no error". */
export function errorOf({ body, status }: Reply): string {
  const { error } = body
  if (typeof error !== 'object' || error === null || !('message' in error)) return `${status} no error`
  return `${status} ${String(error.message)}`
}

function stoppedClock() {
  let at = Date.parse('2026-03-01T12:00:00.250Z')
  return {
    now: () => new Date(at),
    advance(seconds: number) {
      at += seconds * 1000
    },
  }
}

function countingLimit(now: () => Date): IdentityDeps['limit'] {
  const windows = new Map<string, { used: number; endsAt: number }>()
  return async (key, { points, seconds }) => {
    const at = now().getTime()
    const open = windows.get(key)
    const window = open && open.endsAt > at ? open : { used: 0, endsAt: at + seconds * 1000 }
    windows.set(key, window)
    window.used += 1
    return window.used > points ? Math.ceil((window.endsAt - at) / 1000) : undefined
  }
}
