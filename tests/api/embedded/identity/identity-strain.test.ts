import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { inTransaction } from '#database/open.ts'
import type { Identity } from '#embedded/identity/identity.ts'
import { clearFailures, countAttempt, deleteAttempts } from '#embedded/identity/password/sign-in.ts'
import {
  errorOf,
  NONCE,
  popupGrant,
  signIn,
  signInWithGoogle,
  signUp,
  startIdentity,
  type TestIdentity,
} from '#tests/support/identity/identity.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await startIdentity()
})
afterAll(() => identity.close())
afterEach(() => {
  vi.restoreAllMocks()
})

const countAttempts = async () =>
  (await identity.database.db.selectFrom('identity.attempts').select('account').execute()).length

describe('texts that PostgreSQL cannot store', () => {
  test('a provider id with a null character is rejected', async () => {
    const { idToken } = await signUp(identity)
    const reply = await identity.post('v1/accounts:update', { idToken, deleteProvider: ['\0'] })
    expect(reply.status).toBe(400)
  })

  test.each(['\0', '\ud800'])('the id %j of a mailed code is rejected', async (codeId) => {
    const person = { nonce: NONCE, name: 'Ann', email: 'ann@example.com', code: '123456' }
    const reply = await identity.post('popup/grant', { ...person, codeId })
    expect(errorOf(reply)).toBe('400 INVALID_ARGUMENT')
  })
})

test('counts of sign-in attempts are deleted at the first attempt an hour later', async () => {
  for (const name of ['one', 'two', 'three']) await signIn(identity, `${name}@unknown.example`)
  const before = await countAttempts()
  identity.clock.advance(3601)
  await signIn(identity, 'four@unknown.example')
  expect(before).toBeGreaterThan(6)
  expect(await countAttempts()).toBeLessThanOrEqual(3)
})

describe('concurrent calls', () => {
  test('thirty concurrent sign-ins succeed while the signing keys are reloaded', async () => {
    await signUp(identity)
    const people = Array.from({ length: 30 }, (_, index) => ({
      name: 'P',
      email: `google${index}@example.com`,
    }))
    const grants = await Promise.all(people.map((person) => popupGrant(identity, person)))
    // The signing-key cache (60 s) expires.
    identity.clock.advance(61)
    const select = vi.spyOn(identity.database.db, 'selectFrom')
    const replies = await Promise.all(grants.map((grant) => signInWithGoogle(identity, grant)))
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]))
    expect(select.mock.calls.filter(([table]) => table === 'identity.signing_keys')).toHaveLength(1)
  })

  test('concurrent attempts, successes and resets on one account do not deadlock', {
    tags: 'long',
  }, async () => {
    const identityDeps = {
      db: identity.database.db,
      now: () => new Date(),
      databaseNow: () => new Date(),
      limits: { signInFailuresPerHour: 1e6 },
    } as Identity
    const attempt = { subject: 'ann@example.com', ipAddress: '198.51.100.7' }
    async function signInOften(): Promise<void> {
      for (let round = 0; round < 30; round += 1) {
        await countAttempt(identityDeps, attempt).catch(ignoreLimitError)
        await inTransaction(identityDeps.db, (trx) => clearFailures(trx, attempt))
        if (round % 5 === 0)
          await inTransaction(identityDeps.db, (trx) => deleteAttempts(trx, attempt.subject))
      }
    }
    await Promise.all(Array.from({ length: 4 }, signInOften))
  })
})

/** A call may fail by its limit, but not in the database. */
function ignoreLimitError(error: unknown): void {
  expect(String(error)).toContain('TOO_MANY_ATTEMPTS')
}
