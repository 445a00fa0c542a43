import { expect, test } from 'vitest'
import { nearestValues } from './nearest-values.tsx'

const attribute = (
  kind: 'number' | 'choice',
  counted: readonly (readonly [value: string, parts: number])[],
  chosen: readonly string[] = [],
) => ({
  key: 'size',
  name: 'Size',
  kind,
  unit: null,
  values: counted.map(([value, parts]) => ({ value, text: value, parts, isChosen: chosen.includes(value) })),
})

const nearest = (asked: string | undefined, of: ReturnType<typeof attribute>) =>
  nearestValues({ type: 'disc', 'a.size': asked }, [of]).map(({ values }) => values.map(({ value }) => value))

const sizes = attribute('number', [
  ['-4', 1],
  ['9.5', 2],
  ['256', 5],
  ['280', 5],
  ['288', 7],
  ['300', 0],
  ['1000', 1],
])

test.each([
  ['281', ['280', '288']],
  ['290', ['280', '288']],
  ['1', ['-4', '9.5']],
  ['2000', ['288', '1000']],
  ['268', ['256', '280']],
  ['281..283', ['280', '288']],
  ['301..', ['280', '288']],
  ['..-5', ['-4', '9.5']],
  ['10,999', ['9.5', '1000']],
])('nearest to %s are two numbers that parts have', (asked, expected) => {
  expect(nearest(asked, sizes)).toEqual([expected])
})

test('of choices the most frequent are offered in their order, without those that were chosen', () => {
  const choices = attribute(
    'choice',
    [
      ['a', 1],
      ['b', 9],
      ['c', 3],
      ['d', 0],
      ['e', 4],
      ['f', 5],
      ['g', 8],
    ],
    ['g'],
  )
  expect(nearest('g', choices)).toEqual([['b', 'c', 'e', 'f']])
})

test('nothing is offered for an attribute without a filter, or without parts', () => {
  expect(nearest(undefined, sizes)).toEqual([])
  expect(nearest('281', attribute('number', [['281', 0]], ['281']))).toEqual([])
})
