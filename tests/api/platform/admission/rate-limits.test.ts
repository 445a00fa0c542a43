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
