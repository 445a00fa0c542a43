import { expect, test } from 'vitest'
import { readNames } from './suggest-names.ts'

const rows = ['Tyre inflator, 18 V', 'Rim for a tyre', 'Summer tyre, 205/55 R16', 'Tyre inflator, 12 V'].map(
  (text, at) => ({ id: String(at), text, in_stock: true }),
)

test('parts of the typed type come before parts whose name begins with it, in either order of the rows', () => {
  for (const given of [rows, rows.toReversed()]) {
    const { adjacentMatches } = readNames(given, ['tyre'])
    expect(adjacentMatches.map(({ id }) => id)).toEqual(['2', '0', '3', '1'])
  }
})

test('among parts of one rank those in stock come first, and parts whose matching words are not adjacent are listed separately', () => {
  const sold = { id: '9', text: 'Summer tyre, 195/65 R15', in_stock: false }
  const scattered = { id: '8', text: 'Inflator, 12 V, tyre', in_stock: true }
  const { adjacentMatches, scatteredMatches } = readNames([sold, scattered, ...rows], ['tyre', 'in'])
  expect(adjacentMatches.map(({ id }) => id)).toEqual(['0', '3'])
  expect(scatteredMatches.map(({ id }) => id)).toEqual(['1', '2', '8', '9'])
  expect(
    readNames([sold, ...rows], ['tyre'])
      .adjacentMatches.map(({ id }) => id)
      .slice(0, 2),
  ).toEqual(['2', '9'])
})
