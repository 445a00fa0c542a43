import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { identityMethods } from '#contract/platform/auth/identity-methods.ts'
import {
  codeIn,
  errorOf,
  linkIn,
  popupGrant,
  type Reply,
  startIdentity,
  type TestIdentity,
  verifiedGrant,
} from '#tests/support/identity/identity.ts'
import recorded from '#tests/support/identity/identity-oracle.json' with { type: 'json' }
import { additions, departures, notCompared, unrecorded } from '#tests/support/identity/oracle-departures.ts'

/*
 * Replays the responses of the official Auth emulator in their order and compares status, error text and
 * top-level fields. `prepare` replaces its admin calls; `notCompared` lists what is not compared. Placeholders
 * such as <idToken 1> are values of the recording and are replaced by ours.
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

let withPrivacy: TestIdentity
let withoutPrivacy: TestIdentity
let withoutMethods: TestIdentity
beforeAll(async () => {
  // the origin that the recording named in its continue URLs
  const origin = 'http://localhost:4610'
  withPrivacy = await startIdentity({ origin, methods: identityMethods })
  const shared = { origin, db: withPrivacy.database.db, now: withPrivacy.clock.now }
  withoutPrivacy = await startIdentity({ ...shared, methods: identityMethods, emailPrivacy: false })
  // The recording used a tenant of its own for this.
  withoutMethods = await startIdentity({ ...shared, methods: [] })
})
afterAll(async () => {
  await withoutMethods.close()
  await withoutPrivacy.close()
  await withPrivacy.close()
})

const values = new Map<string, string>()
let identity: TestIdentity

test('every response has the status, error and fields of the official emulator, or is a listed departure', async () => {
  identity = withPrivacy
  let compared = 0
  for (const call of calls) {
    // Token times are whole seconds: each call gets a second of its own.
    withPrivacy.clock.advance(1)
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

test('the document lists every difference, and nothing that is equal', async () => {
  const rows = Object.entries(departures).map(([name, { response, why }]) => {
    const call = calls.find((one) => one.name === name)
    const theirs = call && recordedResponse(call)
    expect(theirs, name).not.toBe(response)
    return `| \`${name}\` | ${theirs} | ${response} | ${why} |`
  })
  const added = Object.entries(additions).map(
    ([name, { fields, why }]) => `| \`${name}\` | \`${fields.join('`, `')}\` | ${why} |`,
  )
  const text = [
    '# Where the embedded provider differs from the official emulator\n',
    `\`tests/api/embedded/identity/identity-oracle.test.ts\` replays the recorded calls of the emulator (${recorded.source}) and compares status, error text and fields. Where production differs from the emulator, the provider follows production. Made from \`tests/support/identity/oracle-departures.ts\`.\n`,
    '## Other responses\n\n| call | the emulator | here | why |\n|---|---|---|---|',
    ...rows,
    '\n## Additional fields\n\n| call | fields | why |\n|---|---|---|',
    ...added,
    '\n## Calls that are not recorded\n\n| call | here | why | tests |\n|---|---|---|---|',
    ...unrecorded.map(
      ({ call, response, why, test: file }) =>
        `| ${call} | ${response} | ${why} | \`tests/api/${file}.test.ts\` |`,
    ),
    `\n## Not compared\n\n${notCompared.map((one) => `- ${one}`).join('\n')}\n`,
  ].join('\n')
  const file = path.join(import.meta.dirname, '../../../../docs/sign-in/emulator-departures.md')
  await expect(text).toMatchFileSnapshot(file)
})

function recordedResponse({ status, error = 'no error' }: Call): string {
  return `${status} ${error}`
}

function compare(call: Call, reply: Reply): void {
  const departure = departures[call.name]
  const expected = departure?.response ?? recordedResponse(call)
  expect(`${call.name}: ${errorOf(reply)}`).toBe(`${call.name}: ${expected}`)
  if (departure || !call.keys) return
  // Production returns the name at every sign-in; demo accounts always have one, and no picture.
  const known = (key: string) => !['photoUrl', 'displayName', 'fullName'].includes(key)
  const isSignIn = call.name.startsWith('signInWith')
  const theirs = [...call.keys, ...(additions[call.name]?.fields ?? [])].sort()
  const ours = Object.keys(reply.body).sort()
  const pick = (keys: string[]) => (isSignIn ? keys.filter(known) : keys)
  expect({ [call.name]: pick(ours) }).toEqual({ [call.name]: pick(theirs) })
}

/** Does what the recording did by admin calls of the emulator. Returns false for a call to replay. */
async function prepare({ set, mailed, texted, admin }: Call): Promise<boolean> {
  if (set?.methods) identity = withoutMethods
  else if (set) identity = set.emailPrivacy ? withPrivacy : withoutPrivacy
  for (const { email, oobCode } of mailed ?? []) {
    const link = linkIn(await withPrivacy.newestMail(email))
    values.set(oobCode, link.searchParams.get('oobCode') ?? '')
  }
  for (const { phoneNumber, code } of texted ?? []) {
    values.set(code, codeIn(await withPrivacy.newestMail(phoneNumber)))
  }
  if (admin) {
    const uid = values.get(admin.localId) ?? ''
    await (admin.disable ? withPrivacy.admin.disable(uid) : withPrivacy.admin.enable(uid))
  }
  return Boolean(set ?? mailed ?? texted ?? admin)
}

async function send({ name, method, path = '', body }: Call): Promise<Reply> {
  if (method === 'GET') return identity.get(`${path}?key=test-key`)
  const options = name === 'noApiKey' ? { key: null } : {}
  if (typeof body === 'string') return identity.post(path, body, options)
  const filled = fill(body)
  const withGrant = path.endsWith('signInWithIdp') ? await signInByPopup(filled) : filled
  return identity.post(path, withGrant, options)
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

/** Returns the value at a path of names, such as `mfaInfo.0.mfaEnrollmentId`. */
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

/** The emulator accepts unsigned claims; here the same person signs in by the popup. */
async function signInByPopup(body: Record<string, unknown>): Promise<Record<string, unknown>> {
  const post = new URLSearchParams(String(body.postBody))
  const token = post.get('id_token') ?? ''
  if (!token.startsWith('{')) return body
  const { email, email_verified, name = 'Test Person' } = claimsSchema.parse(JSON.parse(token))
  const person = { name, email }
  const grant = email_verified
    ? await verifiedGrant(withPrivacy, person)
    : await popupGrant(withPrivacy, person)
  post.set('id_token', grant)
  return { ...body, sessionId: 'nonce-of-the-opener', postBody: post.toString() }
}
