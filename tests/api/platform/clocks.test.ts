import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#database/open.ts'
import { createLimit } from '#server/platform/admission/limits.ts'
import { createDatabaseClock } from '#server/platform/metrics/database-clock.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { errorOf, lookup, refresh, signIn, signUp, startIdentity } from '#tests/support/identity/identity.ts'
import { openTestStore } from '#tests/support/store.ts'

let database: Database

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

const HOUR_MS = 3_600_000
const off = (ms: number) => () => new Date(Date.now() + ms)

/** A clock that is wrong by `ms`, and what it has logged. */
function clockOff(ms: number) {
  const stream = new PassThrough()
  const log = pino({}, stream)
  const lines = () => String(stream.read() ?? '').match(/"msg":"[^"]+"/g) ?? []
  return { clock: createDatabaseClock({ db: database.db, now: off(ms), log }), lines }
}

describe('a machine whose clock is wrong', () => {
  test.each([
    ['ahead of', HOUR_MS],
    ['behind', -HOUR_MS],
    ['ahead of', 3000],
  ])('is told that it is %s the database (%i ms) at each check', async (direction, ms) => {
    const { clock, lines } = clockOff(ms)
    await clock.start()
    expect(lines().join()).toContain(direction)
    await clock.check()
    expect(lines().join()).toContain(direction)
    clock.stop()
    const difference = await clock.readDifferenceSeconds()
    expect(Math.abs((difference ?? 0) * 1000 - ms)).toBeLessThan(1000)
    expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(1000)
  })

  test('a difference of less than two seconds is not logged', async () => {
    const { clock, lines } = clockOff(500)
    await clock.check()
    expect(lines()).toEqual([])
  })

  test('limits count in the windows of the database', async () => {
    const clocks = [clockOff(HOUR_MS), clockOff(-HOUR_MS), clockOff(0)].map(({ clock }) => clock)
    for (const clock of clocks) await clock.check()
    const limits = clocks.map((clock) => createLimit(database.db, clock.now))
    const waits: (number | undefined)[] = []
    for (let use = 0; use < 30; use += 1)
      waits.push(await limits[use % limits.length]?.('mails', { points: 20, seconds: 86_400 }))
    expect(waits.filter((wait) => wait === undefined)).toHaveLength(20)
  })

  test('/metrics shows the difference', async () => {
    const store = await openTestStore({ start: off(HOUR_MS)() })
    const { payload } = await store.call({ url: '/metrics' })
    const value = Number(/^store_clock_difference_seconds (\S+)$/m.exec(payload)?.[1])
    expect(Math.abs(value - 3600)).toBeLessThan(60)
    await store.close()
  })
})

describe('two instances of one database, one with a clock an hour ahead', () => {
  test('a password reset on one locks its owner out on neither', async () => {
    const right = await startIdentity({ now: off(0) })
    const ahead = await startIdentity({ db: right.database.db, now: off(HOUR_MS) })
    const { email, idToken, refreshToken } = await signUp(right)
    const oobCode = await right.mailedCode({ requestType: 'PASSWORD_RESET', email })
    // the code of an hour is over on the other
    const other = await ahead.post('v1/accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email })
    expect(other.status).toBe(200)
    const newest = new URL(/https?:\/\/\S+\?\S+/.exec((await right.newestMail(email)).text)?.[0] ?? '')
    const reset = { oobCode: newest.searchParams.get('oobCode'), newPassword: 'secret2' }
    expect(oobCode).not.toBe(reset.oobCode)
    expect((await ahead.post('v1/accounts:resetPassword', reset)).status).toBe(200)
    for (const instance of [right, ahead]) {
      const { status, body } = await signIn(instance, email, 'secret2')
      expect(status).toBe(200)
      expect(errorOf(await lookup(instance, body.idToken))).toBe('200 no error')
      expect(errorOf(await refresh(instance, body.refreshToken))).toBe('200 no error')
    }
    expect(errorOf(await lookup(right, idToken))).toBe('400 TOKEN_EXPIRED')
    expect(errorOf(await refresh(right, refreshToken))).toBe('400 TOKEN_EXPIRED')
    await ahead.app.close()
    await ahead.database.close()
    await right.close()
  })

  test('wrong passwords count together, and the delays are those of the database', async () => {
    const right = await openTestStore()
    const ahead = await openTestStore({ on: right.database, start: off(HOUR_MS)() })
    for (const { databaseClock } of [right, ahead]) await databaseClock.start()
    const { email } = await right.signUp()
    const guess = async (store: typeof right) => {
      const { payload, headers } = await store.call({
        method: 'POST',
        url: `/identity/v1/accounts:signInWithPassword?key=${store.config.identity.apiKey}`,
        payload: { email, password: 'wrong password', returnSecureToken: true },
      })
      return { isRefused: payload.includes('TOO_MANY_ATTEMPTS'), wait: Number(headers['retry-after'] ?? 0) }
    }
    const guesses: Awaited<ReturnType<typeof guess>>[] = []
    for (let count = 0; count < 12; count += 1) guesses.push(await guess(count % 2 ? ahead : right))
    expect(guesses.filter(({ isRefused }) => !isRefused)).toHaveLength(5)
    expect(Math.max(...guesses.map(({ wait }) => wait))).toBeLessThanOrEqual(900)
    for (const { databaseClock } of [right, ahead]) databaseClock.stop()
    await ahead.app.close()
    await right.close()
  })

  test('the store takes the new token at once, and none from before', async () => {
    const right = await openTestStore({ env: { REQUESTS_AT_ONCE: '100' } })
    const ahead = await openTestStore({
      on: right.database,
      start: new Date(right.clock.now().getTime() + HOUR_MS),
    })
    const person = await right.signUp()
    const key = right.config.identity.apiKey
    const identity = (store: typeof right, call: string, payload: object) =>
      store.call({ method: 'POST', url: `/identity/v1/accounts:${call}?key=${key}`, payload })
    await identity(ahead, 'sendOobCode', { requestType: 'PASSWORD_RESET', email: person.email })
    const { body } = await right.database.db
      .selectFrom('mails')
      .select('body')
      .where('recipient', '=', person.email)
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    const oobCode = /oobCode=([\w-]+)/.exec(body)?.[1]
    const reset = await identity(ahead, 'resetPassword', { oobCode, newPassword: person.password })
    expect(reset.statusCode).toBe(200)
    const again = await right.signInAgain(person)
    expect((await again.api.getUser({ params: { email: person.email } })).email).toBe(person.email)
    const old = await right.call({ url: `/api/user/${person.email}`, token: person.token })
    expect(old.statusCode).toBe(401)
    await ahead.app.close()
    await right.close()
  })
})
