import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityMethods } from '#contract/platform/auth/identity-methods.ts'
import { newUid } from '#embedded/identity/tokens/secrets.ts'
import {
  errorOf,
  ORIGIN,
  signUp,
  startIdentity,
  type TestIdentity,
} from '#tests/support/identity/identity.ts'
import { type Comparison, compareTimes, TRIES } from '#tests/support/same-time.ts'

/*
 * The duration of a response must not show whether an address has an account: the medians of both kinds may
 * differ by at most twice the noise of the same run.
 */
const TIMEOUT_MS = 900_000

let identity: TestIdentity
beforeAll(async () => {
  // Passwords cost what they do in production.
  identity = await startIdentity({
    methods: identityMethods,
    sendMail: sendSlowly,
    passwordCost: undefined,
  })
  const { uid } = await signUp(identity)
  const copies = Array.from({ length: TRIES + 1 }, (_, n) => ({ id: newUid(), email: known(n) }))
  await identity.database.pool.query(
    `insert into identity.users (id, email, password_hash, valid_since, created_at, last_login_at, last_refresh_at)
     select copy.id, copy.email, password_hash, valid_since, created_at, last_login_at, last_refresh_at
     from identity.users, json_to_recordset($1) as copy(id text, email text) where users.id = $2`,
    [JSON.stringify(copies), uid],
  )
})
afterAll(() => identity.close())

/** Only known addresses get a mail to reset a password: the time to write it must not show. */
async function sendSlowly(): Promise<void> {
  await setTimeout(3)
}

const known = (n: number) => `known${n}@example.com`
const unknown = (n: number) => `guess${n}@example.com`

/**
 * Compares the same call for addresses with and without an account, each address once; every response must be
 * `expected`.
 */
function compare(
  path: string,
  bodyFor: (email: string) => object,
  expected: string,
  concurrency?: number,
): Promise<Comparison> {
  const call = (emailOf: typeof known) => async (n: number) => {
    const reply = await identity.post(`v1/accounts:${path}`, bodyFor(emailOf(n)))
    if (errorOf(reply) !== expected) throw new Error(errorOf(reply))
  }
  return compareTimes({ known: call(known), unknown: call(unknown) }, { concurrency })
}

function expectEqualTimes({ difference, noise }: Comparison): void {
  expect(difference, 'milliseconds between the medians').toBeLessThanOrEqual(2 * noise)
}

test(
  'a wrong password takes as long for an address without an account',
  async () => {
    const body = (email: string) => ({ email, password: 'wrong-guess', returnSecureToken: true })
    expectEqualTimes(await compare('signInWithPassword', body, '400 INVALID_LOGIN_CREDENTIALS'))
  },
  TIMEOUT_MS,
)

test('requesting a reset takes as long for an address without an account', {
  tags: 'long',
  timeout: TIMEOUT_MS,
}, async () => {
  const body = (email: string) => ({ requestType: 'PASSWORD_RESET', email })
  // Each response takes a minimum time: concurrent calls shorten the test.
  expectEqualTimes(await compare('sendOobCode', body, '200 no error', 3))
})

test('requesting a sign-in link takes as long for an address without an account', {
  tags: 'long',
  timeout: TIMEOUT_MS,
}, async () => {
  const body = (email: string) => ({ requestType: 'EMAIL_SIGNIN', email, continueUrl: `${ORIGIN}/login` })
  expectEqualTimes(await compare('sendOobCode', body, '200 no error', 3))
})

test(
  'reading the sign-in methods takes as long for an address without an account',
  async () => {
    const body = (identifier: string) => ({ identifier, continueUri: ORIGIN })
    expectEqualTimes(await compare('createAuthUri', body, '200 no error'))
  },
  TIMEOUT_MS,
)
