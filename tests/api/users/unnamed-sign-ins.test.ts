import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#database/open.ts'
import { endOtherSignIns, findSignIn, listSignIns, saveSignIn } from '#server/users/sign-ins.ts'
import { freshDatabase } from '../../support/database/database.ts'
import { insertUser } from '../../support/database/rows.ts'
import { errorCodeOf } from '../../support/http/outcomes.ts'

/*
 * Sign-ins at Firebase, which names no sessions: the time of a sign-in in seconds identifies it, and only the
 * store rejects an ended one.
 */
let database: Database
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

const at = new Date('2026-03-01T12:00:00.500Z')
const second = (offset: number) => new Date(Date.parse('2026-03-01T12:00:00Z') + offset * 1000)
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

test('a refreshed token belongs to the sign-in of its second', async () => {
  const { exchange } = await createPerson()
  const first = await exchange(second(-60))
  expect(await exchange(second(-60))).toBe(first)
  expect(await exchange(second(-59))).not.toBe(first)
})

test('the latest authentication of a named session decides about the second factor, in any order of tokens', async () => {
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
  expect(await exchange(second(-60), false)).toBe(false)
  expect(await exchange(second(-30), true)).toBe(true)
  expect(await exchange(second(-60), false)).toBe(true)
  expect(await exchange(second(-10), false)).toBe(false)
  expect(await exchange(second(-30), true)).toBe(false)
})

test('after all other sign-ins are ended, tokens of earlier ones are rejected permanently, known or not', async () => {
  const { exchange, callerBy } = await createPerson()
  const current = await exchange(second(-60))
  await exchange(second(-50))
  const { db } = database
  expect(await endOtherSignIns(db, { caller: callerBy(current), at }, firebase)).toBe(1)
  for (const before of [-50, -70, -40, -1]) {
    expect(await errorCodeOf(exchange(second(before))), String(before)).toBe('unauthenticated')
  }
  // Account deletion calls `findSignIn` alone.
  const ended = { uid: callerBy(current).uid, sid: null, signedInAt: second(-50), secondFactor: false }
  expect(await errorCodeOf(findSignIn(db, ended))).toBe('unauthenticated')
  expect(await exchange(second(-60))).toBe(current)
  await exchange(second(1))
  const { items } = await listSignIns(db, { caller: callerBy(current), limit: 100 })
  expect(items).toHaveLength(2)
  expect(calls).toEqual([])
})
