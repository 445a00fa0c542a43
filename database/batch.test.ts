import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { BATCH_SIZE, batched } from './batch.ts'
import type { Tables } from './generated-tables.ts'

/** This pool never connects. */
const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: new pg.Pool() }) })

test('calls in one iteration of the event loop share a batch, and each gets its own result', async () => {
  const batches: number[][] = []
  const double = batched<number, number>(async (_, numbers) => {
    batches.push(numbers)
    return numbers.map((number) => 2 * number)
  })
  expect(await Promise.all([1, 2, 3].map((number) => double(db, number)))).toEqual([2, 4, 6])
  expect(await double(db, 4)).toBe(8)
  expect(batches).toEqual([[1, 2, 3], [4]])
})

test('a batch has at most `BATCH_SIZE` calls', async () => {
  const sizes: number[] = []
  const count = batched<number, number>(async (_, numbers) => {
    sizes.push(numbers.length)
    return numbers
  })
  await Promise.all(Array.from({ length: BATCH_SIZE + 1 }, (_, at) => count(db, at)))
  expect(sizes).toEqual([BATCH_SIZE, 1])
})

test('a slow result does not delay the others', async () => {
  const { promise: slow, resolve } = Promise.withResolvers<number>()
  const read = batched<number, number>(async (_, numbers) => numbers.map((one) => (one === 1 ? slow : one)))
  const results = [1, 2].map((number) => read(db, number))
  expect(await results[1]).toBe(2)
  resolve(1)
  expect(await results[0]).toBe(1)
})

test('an error rejects all calls of the batch, and a missing result rejects its call', async () => {
  const fail = batched<number, number>(() => Promise.reject(new Error('unavailable')))
  const failed = await Promise.allSettled([1, 2].map((number) => fail(db, number)))
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const omitLast = batched<number, number>(async (_, numbers) => numbers.slice(0, 1))
  const mixed = await Promise.allSettled([1, 2].map((number) => omitLast(db, number)))
  expect(mixed.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
})
