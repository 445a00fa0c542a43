import { expect, test } from 'vitest'
import { figureOf } from './figures.ts'
import { mergeRows, tableOf } from './results.ts'
import { isReached, type Row } from './row.ts'

const home: Row = {
  workload: 'home',
  title: 'Home',
  figure: figureOf([0.7, 0.74, 0.81]),
  unit: 'of baseline',
  target: { at: 'least', value: 0.7 },
  rates: { store: figureOf([11_000]), baseline: figureOf([15_000.4]) },
  byCpu: figureOf([0.76]),
}
const search: Row = {
  workload: 'search',
  title: 'Search',
  figure: figureOf([25.04]),
  unit: 'ms',
  target: { at: 'most', value: 25 },
  note: 'slow',
  measured: '2026-11-22 13:21, ba56388',
}

test('a figure reaches what it is held to, from the right side', () => {
  expect(isReached(home)).toBe(true)
  expect(isReached({ ...home, figure: figureOf([0.699]) })).toBe(false)
  expect(isReached(search)).toBe(false)
  expect(isReached({ ...search, figure: figureOf([]) })).toBeUndefined()
})

test('the table says figure, spread, mark and rates', () => {
  const [, , first, second] = tableOf([home, search]).split('\n')
  expect(first).toBe('| Home | 0.74 (0.70–0.81) | ≥ 0.70 | reached | 0.76 | 11,000 / 15,000 |  |  |')
  expect(second).toBe('| Search | 25.0 ms | ≤ 25.0 ms | missed |  |  | slow | 2026-11-22 13:21, ba56388 |')
})

test('a run of one workload leaves the rows of the others', () => {
  const again = { ...home, title: 'Home again' }
  expect(mergeRows([home, search], [again], ['home', 'search'])).toEqual([again, search])
})
