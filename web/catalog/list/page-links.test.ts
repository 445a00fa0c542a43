import { expect, test } from 'vitest'
import { numbersAround } from './page-links.tsx'

test.each([
  [1, 1, '1'],
  [1, 2, '1 2'],
  [2, 3, '1 2 3'],
  [1, 17, '1 2 … 17'],
  [3, 17, '1 2 3 4 … 17'],
  [4, 17, '1 2 3 4 5 … 17'],
  [5, 17, '1 … 4 5 6 … 17'],
  [14, 17, '1 … 13 14 15 16 17'],
  [17, 17, '1 … 16 17'],
  [1, null, '1 2 …'],
  [7, null, '1 … 6 7 8 …'],
])('page %i of %s links to %s', (number, pages, expected) => {
  expect(
    numbersAround(number, pages)
      .map((page) => page ?? '…')
      .join(' '),
  ).toBe(expected)
})
