import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { identityMethods } from '#contract/identity-methods.ts'
import {
  codeIn,
  errorOf,
  linkIn,
  popupGrant,
  provenGrant,
  type Reply,
  startIdentity,
  type TestIdentity,
} from '#tests/support/identity.ts'
import recorded from '#tests/support/identity-oracle.json' with { type: 'json' }

/*
 * The official Auth emulator's answers, replayed in their order: status, error text and top-level fields. Left out
 * are only its own admin calls, and a CORS preflight: this provider shares the store's origin.
 * Placeholders such as <idToken 1> stand for values of the recording and are filled with ours.
 */
const callSchema = z.object({
  name: z.string(),
  method: z.optional(z.string()),
  path: z.optional(z.string()),
  body: z.optional(z.unknown()),
  status: z.optional(z.number()),
  error: z.optional(z.string()),
  keys: z.optional(z.array(z.string())),
  values: z.optional(z.record(z.string(), z.string())),
  set: z.optional(z.object({ emailPrivacy: z.boolean(), methods: z.optional(z.array(z.string())) })),
  mailed: z.optional(z.array(z.object({ email: z.string(), oobCode: z.string() }))),
  texted: z.optional(z.array(z.object({ phoneNumber: z.string(), code: z.string() }))),
  admin: z.optional(z.object({ localId: z.string(), disable: z.boolean() })),
})
type Call = z.infer<typeof callSchema>
const calls = z.array(callSchema).parse(recorded.calls)

/** Where this provider answers otherwise than the emulator, and why. */
const departures: Record<string, string> = {
  // anonymous accounts are switched off
  'signUp.anonymous': '400 ADMIN_ONLY_OPERATION',
  // the emulator stumbles over a token it cannot read
  'lookup.foreignProjectOrUnsigned': '400 INVALID_ID_TOKEN',
  // in production a reset ends sessions; so here
  'token.afterReset.TOKEN_EXPIRED': '400 TOKEN_EXPIRED',
  // the SDK signs out on this one, not on an invalid refresh token
  'token.USER_NOT_FOUND': '400 USER_NOT_FOUND',
  // "disabled" is told only to whoever knows the password; bob's went when Google proved his address
  'signInWithPassword.USER_DISABLED': '400 INVALID_LOGIN_CREDENTIALS',
  'signInWithPassword.USER_DISABLED.wrongPassword': '400 INVALID_LOGIN_CREDENTIALS',
  // the emulator's own words
  'signInWithIdp.INVALID_IDP_RESPONSE':
    '400 INVALID_IDP_RESPONSE : The supplied auth credential is incorrect, malformed or has expired.',
  // the emulator has no TOTP
  'mfaEnrollment.start.totp.valid': '200 no error',
  // the emulator has neither; without a captcha there is nothing to say of one
  recaptchaConfig: '200 no error',
  recaptchaParams: '400 OPERATION_NOT_ALLOWED',
  passwordPolicy: '200 no error',
  // production refuses unknown fields
  unknownField: '400 Invalid JSON payload received. Unknown name "bogus": Cannot find field.',
}

/** Fields that production answers beside the emulator's: with this one an account links after a conflict. */
const additions: Record<string, string[]> = {
  'signInWithIdp.google.unverifiedEmailConflict': ['pendingToken'],
  'signInWithIdp.link.FEDERATED_USER_ID_ALREADY_LINKED': ['pendingToken'],
}

let closed: TestIdentity
let open: TestIdentity
let bare: TestIdentity
beforeAll(async () => {
  closed = await startIdentity({ methods: identityMethods })
  const shared = { db: closed.database.db, now: closed.clock.now }
  open = await startIdentity({ ...shared, methods: identityMethods, emailPrivacy: false })
  // the recording did this by a tenant of its own
  bare = await startIdentity({ ...shared, methods: [] })
})
afterAll(async () => {
  await bare.close()
  await open.close()
  await closed.close()
})

const values = new Map<string, string>()
let identity: TestIdentity

test('every recorded answer of the official emulator is ours too', async () => {
  identity = closed
  let compared = 0
  for (const call of calls) {
    // tokens count in whole seconds, and the recording took its time
    closed.clock.advance(1)
    if (await prepare(call)) continue
    const reply = await send(call)
    for (const [field, placeholder] of Object.entries(call.values ?? {})) {
      values.set(placeholder, String(valueAt(reply.body, field) ?? values.get(placeholder)))
    }
    compare(call, reply)
    compared += 1
  }
  expect(compared).toBeGreaterThan(100)
})

function compare(call: Call, reply: Reply): void {
  const departure = departures[call.name]
  const expected = departure ?? `${call.status} ${call.error ?? 'no error'}`
  expect(`${call.name}: ${errorOf(reply)}`).toBe(`${call.name}: ${expected}`)
  if (departure || !call.keys) return
  // production answers the name at every sign-in; practice accounts always have one, and no picture
  const known = (key: string) => !['photoUrl', 'displayName', 'fullName'].includes(key)
  const isSignIn = call.name.startsWith('signInWith')
  const theirs = [...call.keys, ...(additions[call.name] ?? [])].sort()
  const ours = Object.keys(reply.body).sort()
  const pick = (keys: string[]) => (isSignIn ? keys.filter(known) : keys)
  expect({ [call.name]: pick(ours) }).toEqual({ [call.name]: pick(theirs) })
}

/** What the emulator did by its own admin calls; false for a call to replay. */
async function prepare({ set, mailed, texted, admin }: Call): Promise<boolean> {
  if (set?.methods) identity = bare
  else if (set) identity = set.emailPrivacy ? closed : open
  for (const { email, oobCode } of mailed ?? []) {
    const link = linkIn(await closed.newestMail(email))
    values.set(oobCode, link.searchParams.get('oobCode') ?? '')
  }
  for (const { phoneNumber, code } of texted ?? []) {
    values.set(code, codeIn(await closed.newestMail(phoneNumber)))
  }
  if (admin) {
    const uid = values.get(admin.localId) ?? ''
    await (admin.disable ? closed.admin.disable(uid) : closed.admin.enable(uid))
  }
  return Boolean(set ?? mailed ?? texted ?? admin)
}

async function send({ name, method, path = '', body }: Call): Promise<Reply> {
  if (method === 'GET') return identity.get(`${path}?key=test-key`)
  const options = name === 'noApiKey' ? { key: null } : {}
  if (typeof body === 'string') return identity.post(path, body, options)
  const filled = fill(body)
  const practised = path.endsWith('signInWithIdp') ? await practise(filled) : filled
  return identity.post(path, practised, options)
}

const fieldsSchema = z.record(z.string(), z.unknown())

function fill(body: unknown): Record<string, unknown> {
  const fields = fieldsSchema.parse(body ?? {})
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, fillValue(value)]))
}

function fillValue(value: unknown): unknown {
  if (typeof value === 'string') return values.get(value) ?? value
  return fieldsSchema.safeParse(value).success ? fill(value) : value
}

/** What lies under a path of names, such as `mfaInfo.0.mfaEnrollmentId`. */
function valueAt(body: unknown, path: string): unknown {
  const inner = z.union([
    fieldsSchema,
    z.pipe(
      z.array(z.unknown()),
      z.transform((list) => ({ ...list })),
    ),
  ])
  return path.split('.').reduce<unknown>((value, name) => {
    const fields = inner.safeParse(value)
    return fields.success ? Object.entries(fields.data).find(([key]) => key === name)?.[1] : undefined
  }, body)
}

const claimsSchema = z.object({
  email: z.string(),
  email_verified: z.boolean(),
  name: z.optional(z.string()),
})

/** The emulator takes claims on trust; here the same person goes through the popup. */
async function practise(body: Record<string, unknown>): Promise<Record<string, unknown>> {
  const post = new URLSearchParams(String(body.postBody))
  const token = post.get('id_token') ?? ''
  if (!token.startsWith('{')) return body
  const { email, email_verified, name = 'Somebody' } = claimsSchema.parse(JSON.parse(token))
  const person = { name, email }
  const grant = email_verified ? await provenGrant(closed, person) : await popupGrant(closed, person)
  post.set('id_token', grant)
  return { ...body, sessionId: 'nonce-of-the-opener', postBody: post.toString() }
}
