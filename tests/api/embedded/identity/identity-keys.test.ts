import { decodeProtectedHeader } from 'jose'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cleanUp } from '#embedded/identity/accounts/clean-up.ts'
import { rotateSigningKey } from '#embedded/identity/tokens/signing-keys.ts'
import {
  errorOf,
  lookup,
  refresh,
  signUp,
  startIdentity,
  type TestIdentity,
} from '#tests/support/identity/identity.ts'

let running: TestIdentity
beforeEach(async () => {
  running = await startIdentity()
})
afterEach(() => running.close())

const rotate = (options = {}) =>
  rotateSigningKey(running.database.db, { at: running.clock.now(), ...options })
const kidOf = (token: unknown) => decodeProtectedHeader(String(token)).kid
const readKids = async (instance = running) =>
  ((await instance.get('.well-known/jwks.json')).body.keys as { kid: string }[]).map(({ kid }) => kid)
/** Starts another instance beside the running one. */
const startAnother = () => startIdentity({ db: running.database.db, now: running.clock.now })
const waitForKids = (instance: TestIdentity, count: number) =>
  vi.waitFor(async () => expect(await readKids(instance)).toHaveLength(count), 10_000)

test('a new key is published before it signs, and no session ends', async () => {
  const person = await signUp(running)
  const old = kidOf(person.idToken)
  const signsFrom = await rotate()
  expect(signsFrom.getTime() - running.clock.now().getTime()).toBe(600_000)
  running.clock.advance(60)
  await waitForKids(running, 2)
  const before = await signUp(running)
  expect(kidOf(before.idToken)).toBe(old)
  running.clock.advance(540)
  const after = await signUp(running)
  expect(kidOf(after.idToken)).not.toBe(old)
  expect(await readKids()).toContain(kidOf(after.idToken))
  for (const { idToken } of [person, before, after]) {
    expect((await lookup(running, idToken)).status).toBe(200)
  }
  const refreshed = await refresh(running, person.refreshToken)
  expect(kidOf(refreshed.body.id_token)).toBe(kidOf(after.idToken))
})

test('instances that started before and after a rotation accept each other’s tokens', {
  tags: 'long',
}, async () => {
  await signUp(running)
  await rotate()
  const second = await startAnother()
  const people = [await signUp(second)]
  running.clock.advance(60)
  await waitForKids(running, 2)
  const expectAccepted = async (known: { idToken: string }[]) => {
    for (const { idToken } of known) {
      for (const instance of [running, second]) expect((await lookup(instance, idToken)).status).toBe(200)
    }
  }
  for (let minutes = 0; minutes < 20; minutes += 3) {
    people.push(await signUp(running), await signUp(second))
    running.clock.advance(180)
    await expectAccepted(people.slice(-2))
  }
  await expectAccepted(people)
  expect(new Set(people.map(({ idToken }) => kidOf(idToken))).size).toBe(2)
  await second.close()
})

test('a key that was rotated out is rejected once its last tokens have expired', async () => {
  const { db } = running.database
  const { idToken } = await signUp(running)
  const [old] = await readKids()
  await rotate()
  running.clock.advance(600)
  const last = await startAnother()
  expect(await readKids(last)).toContain(old)
  running.clock.advance(3700)
  const later = await startAnother()
  expect(await readKids(later)).not.toContain(old)
  // Not TOKEN_EXPIRED: the key itself is unknown.
  expect(errorOf(await lookup(later, idToken))).toBe('400 INVALID_ID_TOKEN')
  running.clock.advance(86_400)
  await cleanUp(db, running.clock.now())
  const rows = await db.selectFrom('identity.signing_keys').select('kid').execute()
  expect(rows.map(({ kid }) => kid)).not.toContain(old)
  expect(rows).toHaveLength(1)
  for (const instance of [later, last]) await instance.close()
})

test('concurrent requests for a rotation create one new key, and later ones none until it signs', {
  tags: 'long',
}, async () => {
  await signUp(running)
  const times = await Promise.all(Array.from({ length: 10 }, () => rotate()))
  expect(new Set(times.map(Number)).size).toBe(1)
  const rows = await running.database.db.selectFrom('identity.signing_keys').select('kid').execute()
  expect(rows).toHaveLength(2)
  running.clock.advance(599)
  expect(await rotate()).toEqual(times[0])
  running.clock.advance(1)
  expect(await rotate()).not.toEqual(times[0])
})

test('every instance rejects a leaked key within a minute; refresh tokens stay valid', async () => {
  const person = await signUp(running)
  await rotate({ leaked: true })
  const next = await startAnother()
  expect(await readKids(next)).toHaveLength(1)
  expect(errorOf(await lookup(next, person.idToken))).toBe('400 INVALID_ID_TOKEN')
  const refreshed = await refresh(next, person.refreshToken)
  expect((await lookup(next, refreshed.body.id_token)).status).toBe(200)
  // the first request after an idle minute
  running.clock.advance(60)
  expect(errorOf(await lookup(running, person.idToken))).toBe('400 INVALID_ID_TOKEN')
  await next.close()
})
