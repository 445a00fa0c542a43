import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import type { Tables } from './generated-tables.ts'
import { MOST_TOGETHER, together } from './together.ts'

/** Never connected: nothing here goes to a database. */
const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: new pg.Pool() }) })

test('what comes in one turn is asked at once, and each gets its own answer', async () => {
  const asked: number[][] = []
  const double = together<number, number>(async (_, numbers) => {
    asked.push(numbers)
    return numbers.map((number) => 2 * number)
  })
  expect(await Promise.all([1, 2, 3].map((number) => double(db, number)))).toEqual([2, 4, 6])
  expect(await double(db, 4)).toBe(8)
  expect(asked).toEqual([[1, 2, 3], [4]])
})

test('no more than a few are asked in one statement', async () => {
  const sizes: number[] = []
  const count = together<number, number>(async (_, numbers) => {
    sizes.push(numbers.length)
    return numbers
  })
  await Promise.all(Array.from({ length: MOST_TOGETHER + 1 }, (_, at) => count(db, at)))
  expect(sizes).toEqual([MOST_TOGETHER, 1])
})

test('one that takes longer holds up no other', async () => {
  const { promise: long, resolve } = Promise.withResolvers<number>()
  const ask = together<number, number>(async (_, numbers) => numbers.map((one) => (one === 1 ? long : one)))
  const answers = [1, 2].map((number) => ask(db, number))
  expect(await answers[1]).toBe(2)
  resolve(1)
  expect(await answers[0]).toBe(1)
})

test('a statement that fails fails for all that it was asked for, and one that says too little for the rest', async () => {
  const fail = together<number, number>(() => Promise.reject(new Error('away')))
  const ends = await Promise.allSettled([1, 2].map((number) => fail(db, number)))
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const forget = together<number, number>(async (_, numbers) => numbers.slice(0, 1))
  const halves = await Promise.allSettled([1, 2].map((number) => forget(db, number)))
  expect(halves.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
})
