import { describe, expect, test } from 'vitest'
import type { Attribute } from '#contract/catalog/part-types/attributes.ts'
import { isPartsAddress, partsAddress } from '../products/parts-address.ts'
import { isSpelled, readAttributes, readPrices } from './typed-filters.ts'

const number = (key: string, decimals: number): Attribute => ({
  key,
  name: key,
  kind: 'number',
  unit: 'mm',
  decimals,
  choices: [],
})
const attributes: Attribute[] = [
  number('size', 0),
  number('depth', 1),
  number('gap', 3),
  { key: 'axle', name: 'Axle', kind: 'choice', unit: null, decimals: 0, choices: [] },
]
const read = (name: `a.${string}`, text: string, locale = 'de-DE') =>
  readAttributes({ type: 'disc', [name]: text }, { attributes, locale })

describe('attributes of an address have one spelling', () => {
  test.each<[`a.${string}`, string, string]>([
    ['a.depth', '12.50', '12.5'],
    ['a.depth', '12.5', '12.5'],
    ['a.depth', '12.50..20', '12.5..20'],
    ['a.depth', '12,5..20', '12.5..20'],
    ['a.depth', '12,5..12,5', '12.5'],
    ['a.depth', '..1.234,5', '..1234.5'],
    ['a.depth', '1 234,5..', '1234.5..'],
    ['a.depth', '−5,5..', '-5.5..'],
    ['a.size', '1.500..2,500', '1500..2500'],
    ['a.size', '280.4', '280'],
    ['a.size', '0280,280', '280'],
    ['a.gap', '0,125..12.125', '0.125..12.125'],
    ['a.axle', 'REAR,front', 'front,rear'],
    ['a.axle', '6,12,24', '6,12,24'],
    ['a.size', '280,288', '280,288'],
    ['a.size', '0', '0'],
    ['a.size', '256..', '256..'],
    ['a.size', '..300', '..300'],
    ['a.size', '280..280', '280'],
    // what the API refuses
    ['a.depth', '20..12,5', '20..12.5'],
    ['a.size', '..', '..'],
    ['a.size', '1e3', '1e3'],
    ['a.nothing', '12,5..', '12,5..'],
  ])('%s=%s is %s', (name, text, expected) => {
    const { view, errors } = read(name, text)
    expect([view[name], errors]).toEqual([expected, {}])
    if (isSpelled(text)) expect(expected).toBe(text)
    // a redirect leads to an address from which none leads on
    const address = partsAddress(view)
    expect(isPartsAddress(new URLSearchParams(address.split('?')[1]))).toBe(true)
    expect(partsAddress(read(name, view[name] ?? '').view)).toBe(address)
  })
})

test.each([
  ['12,500..', ['min']],
  ['..12.500', ['max']],
  ['1,234..12,500', ['min', 'max']],
  ['12,25..20', ['min']],
  ['1,2,3..', ['min']],
  ['wide..12,5', ['min']],
  ['1e3..tall', ['min', 'max']],
])('a bound of %s is an error at its field, and of its filter', (text, bounds) => {
  const { view, errors } = read('a.depth', text)
  const own = bounds.map((bound) => `a.depth.${bound}`)
  const named = Object.entries(errors).flatMap(([name, error]) => (error ? [name] : []))
  expect(named.sort()).toEqual(['a.depth', ...own].sort())
  expect(view['a.depth']).toBe(text)
})

test('a bound that can mean two numbers names both', () => {
  const { errors } = read('a.depth', '12,500..', 'en-US')
  expect(errors['a.depth.min']).toMatch(/^12,500 can mean 12,500\.0 or 12\.5\. .* 1 decimal\.$/)
})

test('prices are read as amounts of the shop', () => {
  const euro = { currency: 'eur', locale: 'de-DE' }
  expect(readPrices({ minPrice: '12,50', maxPrice: '1.234,5', q: 'disc' }, euro)).toEqual({
    view: { minPrice: '12.50', maxPrice: '1234.5', q: 'disc' },
    errors: {},
  })
  expect(Object.keys(readPrices({ minPrice: '12,500' }, euro).errors)).toEqual(['minPrice'])
})

test('what is spelled in one way whatever it means needs no catalogue', () => {
  const texts = [
    'front',
    'front,rear',
    '280',
    '280,288',
    '5w-30',
    '256..',
    '..300',
    '12.5',
    '0280',
    'Front',
    '9..10',
    '12,5..',
  ]
  expect(texts.filter(isSpelled)).toEqual(texts.slice(0, 7))
})

test('what is no number is refused with an example as the shop writes numbers', () => {
  for (const [locale, example] of [
    ['de-DE', '12,5'],
    ['en-US', '12.5'],
  ] as const)
    expect(read('a.depth', 'deep..20', locale).errors['a.depth']).toBe(`Use a number, such as ${example}`)
})
