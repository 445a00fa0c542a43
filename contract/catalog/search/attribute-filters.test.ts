import { expect, test } from 'vitest'
import {
  isAttributeParameter,
  readFilter,
  splitAttributes,
  writeAttributes,
  writeFilter,
} from './attribute-filters.ts'

type Kind = Parameters<typeof readFilter>[1]
const written = (text: string, kind: Kind, decimals = 0) => {
  const read = readFilter(text, kind, decimals)
  return 'problem' in read ? read.problem : writeFilter(read)
}

test.each<[string, Kind, number, string]>([
  ['288, 280,280', 'number', 0, '280,288'],
  ['1000,280', 'number', 0, '280,1000'],
  ['280.4', 'number', 0, '280'],
  ['0.80', 'number', 2, '0.8'],
  ['12.50', 'number', 1, '12.5'],
  ['-0', 'number', 0, '0'],
  ['256..300', 'number', 0, '256..300'],
  ['..300', 'number', 0, '..300'],
  ['256..', 'number', 0, '256..'],
  ['280..280', 'number', 0, '280'],
  ['300..256', 'number', 0, 'crossed'],
  ['..', 'number', 0, 'not_number'],
  ['1e3', 'number', 0, 'not_number'],
  ['Infinity', 'number', 0, 'not_number'],
  ['NaN', 'number', 0, 'not_number'],
  ['', 'number', 0, 'not_number'],
  ['Rear,FRONT,rear', 'choice', 0, 'front,rear'],
  ['24,6,12', 'choice', 0, '6,12,24'],
  ['', 'choice', 0, 'not_choice'],
  ['yes', 'boolean', 0, 'yes'],
  ['true', 'boolean', 0, 'not_choice'],
  [Array.from({ length: 21 }, (_, at) => at).join(','), 'number', 0, 'too_many'],
])('%j as %s with %i decimals is %s', (text, kind, decimals, expected) => {
  expect(written(text, kind, decimals)).toBe(expected)
})

test('only keys of attributes are parameters', () => {
  const names = [
    'a.diameter',
    'a.wear_sensor',
    'a.',
    'a.X',
    'a.x y',
    'a.__proto__',
    'a.constructor',
    'b.diameter',
  ]
  expect(names.filter(isAttributeParameter)).toEqual(['a.diameter', 'a.wear_sensor', 'a.constructor'])
})

test('attributes of the API are read as they are written, others are refused', () => {
  const attributes = new Map([
    ['diameter', '280,288'],
    ['axle', 'front'],
  ])
  expect(splitAttributes(writeAttributes(attributes) ?? '')).toEqual(attributes)
  expect(writeAttributes(new Map())).toBe(undefined)
  for (const text of ['', 'diameter', 'diameter=', '=280', 'X=1', '__proto__=1', 'a=1;a=2', 'a=1;'])
    expect(splitAttributes(text), text).toBe(undefined)
})
