import { expect, test } from 'vitest'
import { figureOf, isReached, mergeRows, percentile, type StoredRow, tableOf } from './results.ts'

const home: StoredRow = {
  workload: 'home',
  title: 'Home',
  figure: figureOf([0.7, 0.74, 0.81]),
  unit: 'ratio',
  atLeast: 0.7,
  rates: { store: figureOf([11_000]), baseline: figureOf([15_000.4]) },
  byCpu: figureOf([0.76]),
  measured: '',
}
const search: StoredRow = {
  workload: 'search',
  title: 'Search',
  figure: figureOf([25.04]),
  unit: 'ms',
  atMost: 25,
  note: 'slow',
  measured: '2026-11-22 13:21, ba56388',
}

test('a figure is the median and the range of several runs', () => {
  expect(figureOf([3, 1, 2])).toEqual({ median: 2, min: 1, max: 3 })
  expect(figureOf([4, 1, 3, 2])).toEqual({ median: 2.5, min: 1, max: 4 })
  expect(figureOf([])).toEqual({ median: Number.NaN, min: Number.NaN, max: Number.NaN })
})

test('95 of 100 values are not above the 95th percentile', () => {
  const values = Array.from({ length: 100 }, (_, at) => 100 - at)
  expect(percentile(values, 0.95)).toBe(95)
  expect(percentile([7], 0.95)).toBe(7)
})

test('a figure reaches its limit from the correct side, and one without a value does not', () => {
  expect(isReached(home)).toBe(true)
  expect(isReached({ ...home, figure: figureOf([0.699]) })).toBe(false)
  expect(isReached(search)).toBe(false)
  expect(isReached({ ...search, figure: figureOf([]) })).toBe(false)
})

test('the table shows figure, range, limit and rates', () => {
  const [, , first, second] = tableOf([home, search]).split('\n')
  expect(first).toBe('| Home | 0.74 (0.70–0.81) | ≥ 0.70 | reached | 0.76 | 11,000 / 15,000 |  |  |')
  expect(second).toBe('| Search | 25.0 ms | ≤ 25.0 ms | missed |  |  | slow | 2026-11-22 13:21, ba56388 |')
})

test('a run of one workload keeps the rows of the others', () => {
  const again = { ...home, title: 'Home again' }
  expect(mergeRows([home, search], [again], ['home', 'search'])).toEqual([again, search])
})
