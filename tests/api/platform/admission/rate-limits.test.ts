import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#database/open.ts'
import { createLimit } from '#server/platform/admission/limits.ts'
import { freshDatabase } from '../../../support/database/database.ts'

let database: Database
const now = new Date('2026-03-01T12:00:00.000Z')

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

test('concurrent uses of a limit pass up to the limit', async () => {
  const limit = createLimit(database.db, () => now)
  const rule = { points: 3, seconds: 60 }
  const passing = async () => {
    const keys = ['a', 'b', 'a', 'a', 'b', 'a', 'a']
    const waits = await Promise.all(keys.map((key) => limit(key, rule)))
    expect(new Set(waits)).toEqual(new Set([undefined, 60]))
    return keys.filter((_, at) => waits[at] === undefined).sort()
  }
  expect(await passing()).toEqual(['a', 'a', 'a', 'b', 'b'])
  expect(await passing()).toEqual(['b'])
})

test('an instance whose clock is behind counts on in the newer window, and one that is right again starts anew', async () => {
  const hour = 3_600_000
  const rule = { points: 20, seconds: 3600 }
  const right = createLimit(database.db, () => now)
  const ahead = createLimit(database.db, () => new Date(now.getTime() + hour))
  const accepted = []
  for (let use = 0; use < 30; use += 1)
    if ((await (use % 2 ? ahead : right)('mails', rule)) === undefined) accepted.push(use)
  // the first use came before any by the other clock
  expect(accepted).toHaveLength(21)
  const later = createLimit(database.db, () => new Date(now.getTime() + 2 * hour))
  expect(await later('mails', rule)).toBeUndefined()
})
