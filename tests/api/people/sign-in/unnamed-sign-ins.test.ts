import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#database/open.ts'
import { endOtherSignIns, findSignIn, listSignIns, saveSignIn } from '#server/people/sign-in/sign-ins.ts'
import { freshDatabase } from '../../../support/database/database.ts'
import { errorCodeOf } from '../../../support/http/outcomes.ts'
import { insertUser } from '../../../support/shop-rows.ts'

/*
 * Firebase’s tokens have no session id: the second of its authentication identifies a sign-in, and only the
 * store rejects an ended one.
 */
let database: Database
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

const at = new Date('2026-03-01T12:00:00.500Z')
const atSecond = (offset: number) => new Date(Date.parse('2026-03-01T12:00:00Z') + offset * 1000)
const calls: string[] = []
const firebase = {
  endSession: async (uid: string) => void calls.push(uid),
  endOtherSessions: async (uid: string) => void calls.push(uid),
}

async function createPerson() {
  const id = await insertUser(database.db)
  async function exchange(signedInAt: Date) {
    const identity = { uid: id, sid: null, signedInAt, secondFactor: false }
    const known = await findSignIn(database.db, identity)
    return saveSignIn(database.db, known, {
      userId: id,
      identity,
      validSince: new Date(0),
      device: { id: null, name: 'Firefox' },
      at,
      origin: 'https://parts.example',
      mailsPerHour: 5,
    })
  }
  const callerBy = (signInId: string) => ({ id, uid: id, email: null, role: 'user', signInId }) as const
  return { exchange, callerBy }
}

test('a refreshed token belongs to the sign-in that was authenticated in its second', async () => {
  const { exchange } = await createPerson()
  const first = await exchange(atSecond(-60))
  expect(await exchange(atSecond(-60))).toBe(first)
  expect(await exchange(atSecond(-59))).not.toBe(first)
})

test('the latest authentication of a session with an id decides about the second factor, in any order', async () => {
  const { db } = database
  const id = await insertUser(db)
  const exchange = async (signedInAt: Date, secondFactor: boolean) => {
    const identity = { uid: id, sid: 'one', signedInAt, secondFactor }
    const device = { id: null, name: 'Firefox' }
    const seen = {
      userId: id,
      identity,
      validSince: new Date(0),
      device,
      at,
      origin: 'https://parts.example',
      mailsPerHour: 5,
    }
    await saveSignIn(db, await findSignIn(db, identity), seen)
    const row = await db
      .selectFrom('sign_ins')
      .selectAll()
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
    return row.second_factor
  }
  expect(await exchange(atSecond(-60), false)).toBe(false)
  expect(await exchange(atSecond(-30), true)).toBe(true)
  expect(await exchange(atSecond(-60), false)).toBe(true)
  expect(await exchange(atSecond(-10), false)).toBe(false)
  expect(await exchange(atSecond(-30), true)).toBe(false)
})

test('after all other sign-ins are ended, tokens of earlier ones are rejected, known or not', async () => {
  const { exchange, callerBy } = await createPerson()
  const current = await exchange(atSecond(-60))
  await exchange(atSecond(-50))
  const { db } = database
  expect(await endOtherSignIns(db, { caller: callerBy(current), at }, firebase)).toBe(1)
  for (const before of [-50, -70, -40, -1]) {
    expect(await errorCodeOf(exchange(atSecond(before))), String(before)).toBe('unauthenticated')
  }
  // Account deletion calls `findSignIn` alone.
  const ended = { uid: callerBy(current).uid, sid: null, signedInAt: atSecond(-50), secondFactor: false }
  expect(await errorCodeOf(findSignIn(db, ended))).toBe('unauthenticated')
  expect(await exchange(atSecond(-60))).toBe(current)
  await exchange(atSecond(1))
  const { items } = await listSignIns(db, { caller: callerBy(current), limit: 100 })
  expect(items).toHaveLength(2)
  expect(calls).toEqual([])
})
