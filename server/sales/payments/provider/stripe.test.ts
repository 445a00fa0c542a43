import { expect, test } from 'vitest'
import type { Period } from './card-provider.ts'
import { listWholePeriod, MAX_ROWS } from './stripe.ts'

const at = (second: number) => new Date(second * 1000)
/** A provider that returns only the newest rows, as many as one list holds. */
const listNewest =
  (seconds: number[]) =>
  async ({ since, until }: Period) =>
    seconds
      .filter((second) => at(second) >= since && at(second) < until)
      .toSorted((one, other) => other - one)
      .slice(0, MAX_ROWS)

test('a period with more than one list is read completely, each row once, newest first', async () => {
  const seconds = Array.from({ length: 3 * MAX_ROWS + 7 }, (_, n) => n % 4001)
  const rows = await listWholePeriod({ since: at(0), until: at(5000) }, listNewest(seconds))
  expect(rows).toEqual(seconds.toSorted((one, other) => other - one))
})

test('a period that one list holds is requested once', async () => {
  const requested: Period[] = []
  const period = { since: at(0), until: at(9) }
  const rows = await listWholePeriod(period, async (part) => {
    requested.push(part)
    return [7, 3]
  })
  expect([rows, requested]).toEqual([[7, 3], [period]])
})

test('a second with as many rows as a list holds is an error', async () => {
  const seconds = Array.from({ length: MAX_ROWS }, () => 7)
  await expect(listWholePeriod({ since: at(0), until: at(9) }, listNewest(seconds))).rejects.toThrow(
    '10000 or more',
  )
})
