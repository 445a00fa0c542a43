import { beforeAll, describe, expect, test } from 'vitest'
import { newProductSchema } from '#contract/catalog/products/products.ts'
import { demoParts } from '../catalogue/parts.ts'
import { brands } from './brands.ts'
import { type CataloguePart, cataloguePart } from './generate.ts'
import { partKinds } from './kind.ts'
import { capacityOf } from './part-number.ts'

const PARTS = 40_000

let parts: CataloguePart[]

beforeAll(() => {
  parts = Array.from({ length: PARTS }, (_, index) => cataloguePart(index))
})

test('parts that are generated again are the same, and the first one is known', () => {
  for (const index of [0, 1, 999, 1000, 39_999]) expect(cataloguePart(index)).toEqual(parts[index])
  expect(parts[0]).toMatchInlineSnapshot(`
    {
      "attributes": {
        "contents": "push-button",
        "design": "flat",
        "length": 500,
        "material": "graphite-coated-rubber",
      },
      "available": 63,
      "brand": "Tavolini",
      "category": "body",
      "createdAt": 2025-06-30T15:59:51.653Z,
      "description": "Frameless blade of 500 mm with an edge of graphite-coated rubber. For arms with a push button of 16 mm. Change blades in autumn, not when the first sleet has come.",
      "id": "0197c190-f365-7cbe-90cc-3a2bc18a317a",
      "img": "/drawings/wiper.svg?length=500&dims=given",
      "minimumOrder": 1,
      "name": "Flat wiper blade, 500 mm, graphite-coated rubber, push button",
      "partNumber": "T 362 80 17",
      "priceMinor": 890,
      "saleUnit": "each",
      "type": "wiper-blade",
    }
  `)
})

test('every part is valid input of `createProduct`', () => {
  const invalid = parts
    .map((part) => newProductSchema.safeParse({ ...part, ...wireFields(part) }))
    .filter((parsed) => !parsed.success)
  expect(invalid).toEqual([])
})

test('names, brands, descriptions and images vary', () => {
  expect(countOf(({ name }) => name)).toBeGreaterThan(30_000)
  expect(countOf(({ brand, name }) => `${brand} ${name}`)).toBeGreaterThan(PARTS * 0.999)
  expect(countOf(({ description }) => description)).toBeGreaterThan(30_000)
  expect(countOf(({ brand }) => brand)).toBeGreaterThan(100)
  expect(countOf(({ img }) => img)).toBeGreaterThan(1_000)
})

test('part numbers are unique after normalisation, also with those of the demo, and have many formats', () => {
  const keys = [...demoParts, ...parts].map(({ partNumber }) => partNumber.replace(/[^A-Z0-9]/g, ''))
  expect(new Set(keys).size).toBe(keys.length)
  const shapes = parts.map(({ partNumber }) => partNumber.replace(/\d/g, '0').replace(/[A-Z]/g, 'A'))
  expect(new Set(shapes).size).toBeGreaterThan(60)
  expect(parts.filter(({ partNumber }) => !/^[A-Z0-9][A-Z0-9 ./-]{3,18}[A-Z0-9]$/.test(partNumber))).toEqual(
    [],
  )
})

test('ids decrease strictly, and contain the time', () => {
  const ids = parts.map(({ id }) => id)
  expect(ids).toEqual(ids.toSorted().reverse())
  expect(new Set(ids).size).toBe(PARTS)
  const timeOf = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16)
  const uuid7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  expect(parts.filter(({ id, createdAt }) => !uuid7.test(id) || timeOf(id) !== createdAt.getTime())).toEqual(
    [],
  )
})

test('categories have the intended shares', () => {
  const share = (category: string) => parts.filter((part) => part.category === category).length / PARTS
  expect(share('body')).toBeCloseTo(0.24, 2)
  expect(share('engine')).toBeCloseTo(0.225, 2)
  expect(share('suspension')).toBeCloseTo(0.174, 2)
  expect(share('electrical')).toBeCloseTo(0.12, 2)
  expect(share('lighting')).toBeCloseTo(0.092, 2)
  expect(share('wheels')).toBeCloseTo(0.085, 2)
  expect(share('tools')).toBeCloseTo(0.033, 2)
  expect(share('fluids')).toBeCloseTo(0.03, 2)
})

test('prices, stock and texts are plausible', () => {
  const implausible = parts.filter(
    ({ name, description, priceMinor, minimumOrder, available }) =>
      name.length > 120 ||
      description.length < 50 ||
      description.length > 320 ||
      /[{}]|undefined|NaN| {2}/.test(`${name} ${description}`) ||
      priceMinor < 60 ||
      priceMinor > 200_000 ||
      ![1, 2, 4, 10].includes(minimumOrder) ||
      available > 1000,
  )
  expect(implausible).toEqual([])
  const empty = parts.filter(({ available }) => available === 0).length / PARTS
  expect(empty).toBeCloseTo(0.04, 2)
  expect(parts.some(({ available, minimumOrder }) => available > 0 && available < minimumOrder)).toBe(true)
})

test('spark plugs, diesel filters and turbochargers fit cars with such an engine', () => {
  const madeFor = (start: string) =>
    parts.filter(({ name }) => name.startsWith(start)).map(({ name }) => name)
  expect(madeFor('Spark plug').filter((name) => name.endsWith('TD'))).toEqual([])
  expect(madeFor('Diesel filter').filter((name) => !name.endsWith('TD'))).toEqual([])
  expect(madeFor('Turbocharger').filter((name) => !/ TD?$/.test(name))).toEqual([])
  for (const start of ['Spark plug', 'Diesel filter', 'Turbocharger'])
    expect(madeFor(start).length, start).toBeGreaterThan(100)
})

describe('the tables', () => {
  test('have kinds with unique ids, whose shares add up to a thousand', () => {
    expect(partKinds.reduce((sum, { share }) => sum + share, 0)).toBe(1000)
    expect(new Set(partKinds.map(({ id }) => id)).size).toBe(partKinds.length)
  })

  test('have unique names and formats of brands, with enough part numbers', () => {
    expect(new Set(brands.map(({ name }) => name)).size).toBe(brands.length)
    expect(new Set(brands.map(({ number }) => number)).size).toBe(brands.length)
    expect(brands.filter(({ number }) => capacityOf(number) < 100_000)).toEqual([])
  })
})

function wireFields({ name, priceMinor, available }: CataloguePart) {
  return { productName: name, price: priceMinor / 100, availableQuantity: available }
}

function countOf(key: (part: CataloguePart) => string): number {
  return new Set(parts.map(key)).size
}
