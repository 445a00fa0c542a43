import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '#contract/catalog/products/products.ts'
import { WITHOUT_TYPE } from '#contract/catalog/search/filters.ts'
import fc from '../../../support/fast-check.ts'
import { partBody } from '../../../support/products/example-part.ts'
import { openTestStore, type Person, type TestStore } from '../../../support/store.ts'
import { someRuns } from '../../../support/thoroughness.ts'

let store: TestStore
let admin: Person
let parts: Product[]

const axles = ['front', 'rear']
const diameters = [256, 280, 288, 300]

beforeAll(async () => {
  store = await openTestStore()
  admin = await store.signUpAdmin()
  parts = []
  for (let at = 0; at < 40; at += 1) {
    const body = partBody({
      productName: `Filtered disc ${at}`,
      price: 10 + at,
      available: at % 5 === 0 ? 0 : 9,
      brand: ['Halden', 'Marrow', null][at % 3] ?? null,
      category: 'body',
      type: 'brake-disc',
      attributes: {
        ...(at % 7 === 0 ? {} : { axle: axles[at % 2] ?? 'front' }),
        diameter: diameters[(at * 7) % 4] ?? 256,
        thickness: 20 + (at % 4),
      },
    })
    const { _id } = await admin.api.createProduct({ body })
    parts.push(await store.api.getProduct({ params: { id: _id } }))
  }
})
afterAll(() => store.close())

type Chosen = {
  axle?: string[] | undefined
  diameter?: number[] | undefined
  range?: [number, number] | undefined
  brand?: string[] | undefined
  inStock?: boolean | undefined
  minPrice?: number | undefined
  q?: string | undefined
}

const shownValue = (part: Product, key: string) => part.attributes.find((one) => one.key === key)?.value

function passes(part: Product, chosen: Chosen, without = ''): boolean {
  const { axle, diameter, range, brand, inStock, minPrice = 0 } = chosen
  const thickness = Number(shownValue(part, 'thickness'))
  return (
    (without === 'axle' || !axle || axle.includes(String(shownValue(part, 'axle')))) &&
    (without === 'diameter' || !diameter || diameter.includes(Number(shownValue(part, 'diameter')))) &&
    (without === 'thickness' || !range || (thickness >= range[0] && thickness <= range[1])) &&
    (without === 'brand' || !brand || brand.includes(part.brand ?? '')) &&
    (without === 'inStock' || !inStock || part.availableQuantity > 0) &&
    part.price >= minPrice
  )
}

function queryOf({ axle, diameter, range, brand, inStock, minPrice, q }: Chosen) {
  const attributes = [
    axle && `axle=${axle.join(',')}`,
    diameter && `diameter=${diameter.join(',')}`,
    range && `thickness=${range.join('..')}`,
  ].filter((one) => one !== undefined)
  return {
    type: 'brake-disc',
    attributes: attributes.length > 0 ? attributes.join(';') : undefined,
    brand: brand?.join(','),
    inStock: inStock ? ('true' as const) : undefined,
    minPrice: minPrice === undefined ? undefined : String(minPrice),
    q,
  }
}

const chosenLists = fc.record(
  {
    axle: fc.subarray(axles, { minLength: 1 }),
    diameter: fc.subarray(diameters, { minLength: 1, maxLength: 2 }),
    range: fc.constantFrom<[number, number][]>([20, 21], [22, 22], [21, 30], [1, 2]),
    brand: fc.subarray(['Halden', 'Marrow'], { minLength: 1 }),
    inStock: fc.boolean(),
    minPrice: fc.integer({ min: 5, max: 45 }),
    q: fc.constantFrom('filtered disc', 'disc'),
  },
  { requiredKeys: [] },
)

test('a list of one part type names its columns, also where it finds nothing; others have none', async () => {
  const columnsOf = async (query: Partial<ReturnType<typeof queryOf>> & { category?: string }) =>
    (await store.api.countProducts({ query })).columns.map(({ key }) => key)
  const ofDiscs = ['axle', 'diameter', 'thickness', 'disc_type']
  for (const q of [undefined, 'disc', 'zzzzzz'])
    expect(await columnsOf({ type: 'brake-disc', q }), q).toEqual(ofDiscs)
  expect(await columnsOf({ type: 'brake-disc', minPrice: '900' })).toEqual(ofDiscs)
  for (const query of [{}, { category: 'body' }, { q: 'disc' }]) expect(await columnsOf(query)).toEqual([])
})

test('parts without a type are a list of their own, with words, and with other filters', async () => {
  const untyped: string[] = []
  for (const [price, category] of [
    [7, 'engine'],
    [70, 'engine'],
    [7, 'body'],
  ] as const) {
    const body = partBody({ productName: 'Filtered disc, plain', price, category })
    untyped.push((await admin.api.createProduct({ body }))._id)
  }
  const [cheap, dear, ofBody] = untyped
  for (const [query, expected] of [
    [{}, untyped],
    [{ q: 'filtered disc' }, untyped],
    [{ q: 'filtered disc', category: 'engine' }, [cheap, dear]],
    [{ category: 'body' }, [ofBody]],
    [{ maxPrice: '10' }, [cheap, ofBody]],
    [{ q: 'filtered disc', maxPrice: '10' }, [cheap, ofBody]],
  ] as const) {
    const name = JSON.stringify(query)
    const { items } = await store.api.listProducts({ query: { ...query, type: WITHOUT_TYPE } })
    expect(items.map(({ _id }) => _id).toSorted(), name).toEqual([...expected].toSorted())
    expect(
      items.map(({ type }) => type),
      name,
    ).toEqual(expected.map(() => null))
    const counts = await store.api.countProducts({ query: { ...query, type: WITHOUT_TYPE } })
    expect(counts, name).toMatchObject({ total: { parts: expected.length }, attributes: [], columns: [] })
  }
  const attributes = await store.call({ url: '/api/service?type=-&attributes=axle%3Dfront' })
  expect(attributes.json()).toMatchObject({ code: 'invalid_request', errors: [{ path: 'a.axle' }] })
  expect((await store.call({ url: '/api/service?type=--' })).statusCode).toBe(400)
  for (const id of untyped) await admin.api.deleteProduct({ params: { id } })
})

test('lists and counts of any filters are those of a plain loop', async () => {
  await fc.assert(
    fc.asyncProperty(chosenLists, async (chosen) => {
      const query = queryOf(chosen)
      const { items } = await store.api.listProducts({ query: { ...query, limit: 100 } })
      const expected = parts.filter((part) => passes(part, chosen))
      expect(items.map(({ _id }) => _id).toSorted()).toEqual(expected.map(({ _id }) => _id).toSorted())
      const counts = await store.api.countProducts({ query })
      expect(counts.total).toEqual({ parts: expected.length, isMore: false })
      for (const key of ['axle', 'diameter', 'thickness']) {
        const values = counts.attributes.find((one) => one.key === key)?.values ?? []
        const counted = values.filter((one) => one.parts > 0).map((one) => [one.value, one.parts])
        expect(Object.fromEntries(counted), key).toEqual(
          tally(chosen, key, (part) => shownValue(part, key)?.toString()),
        )
      }
      expect(Object.fromEntries(counts.brands.map((one) => [one.brand, one.parts]))).toEqual(
        tally(chosen, 'brand', (part) => part.brand),
      )
      const stocked = parts.filter((part) => part.availableQuantity > 0 && passes(part, chosen, 'inStock'))
      expect(counts.inStock).toEqual({ parts: stocked.length, isMore: false })
    }),
    { numRuns: someRuns(2000, 40) },
  )
})

/** How many parts of a list have each value, without the list's own filter by it. */
function tally(chosen: Chosen, key: string, shown: (part: Product) => string | null | undefined) {
  const passing = parts.filter((part) => passes(part, chosen, key))
  const values = Map.groupBy(passing, (part) => shown(part) ?? '')
  values.delete('')
  return Object.fromEntries([...values].map(([value, same]) => [value, same.length]))
}

test('pages by cursor go on behind the filters', async () => {
  const query = { ...queryOf({ axle: ['front'], range: [20, 22] }), sort: 'price' as const }
  const expected = parts.filter((part) => passes(part, { axle: ['front'], range: [20, 22] }))
  const ids: string[] = []
  for (let after: string | undefined; ; ) {
    const { items, next } = await store.api.listProducts({ query: { ...query, limit: 3, after } })
    ids.push(...items.map(({ _id }) => _id))
    if (next === null) break
    after = next
  }
  expect(ids).toEqual(expected.toSorted((a, b) => a.price - b.price).map(({ _id }) => _id))
})

const countTo = (most: number) => Array.from({ length: most }, (_, at) => at)

describe('filters that are none', () => {
  test.each([
    ['attributes=diameter=280', 'a.diameter'],
    ['type=brake-disc&attributes=teeth=120', 'a.teeth'],
    ['type=brake-disc&attributes=diameter=300..256', 'a.diameter'],
    ['type=brake-disc&attributes=diameter=wide', 'a.diameter'],
    ['type=brake-disc&attributes=__proto__=x', 'attributes'],
    ['type=brake-disc&attributes=X=1', 'attributes'],
    ['type=brake-disc&attributes=', 'attributes'],
    ['type=no-such-type', 'type'],
    ['type=__proto__', 'type'],
    [`type=brake-disc&attributes=diameter=${countTo(21)}`, 'a.diameter', 'Use at most 20 values'],
    [
      `type=brake-disc&attributes=${countTo(9)
        .map((at) => `key${at}=1`)
        .join(';')}`,
      'attributes',
      'Use at most 8 attributes',
    ],
    [`type=brake-disc&attributes=note=${'x'.repeat(1996)}`, 'attributes', 'Use at most 2,000 characters'],
  ])('%s is refused', async (query, path, message = expect.any(String)) => {
    for (const address of ['/api/service', '/api/service/counts']) {
      const response = await store.app.inject(`${address}?${query}`)
      expect(response.statusCode, address).toBe(400)
      expect(response.json()).toMatchObject({ code: 'invalid_request', errors: [{ path, message }] })
    }
  })

  test('a value that no part has is no error, and the others keep their counts', async () => {
    const query = { type: 'brake-disc', attributes: 'diameter=281' }
    expect((await store.api.listProducts({ query })).items).toEqual([])
    const { attributes, total } = await store.api.countProducts({ query })
    expect(total.parts).toBe(0)
    const values = attributes.find(({ key }) => key === 'diameter')?.values
    expect(values?.map(({ value, parts: counted, isChosen }) => [value, counted > 0, isChosen])).toEqual([
      ['256', true, false],
      ['280', true, false],
      ['281', false, true],
      ['288', true, false],
      ['300', true, false],
    ])
  })

  test.each(['diameter=281..283', 'axle=front;diameter=281', 'diameter=281;thickness=20'])(
    '%s finds nothing, and the values without that filter are counted',
    async (attributes) => {
      const query = { type: 'brake-disc', attributes, q: 'filtered disc' }
      for (const asked of [query, { ...query, q: undefined }]) {
        const counts = await store.api.countProducts({ query: asked })
        expect(counts.total.parts).toBe(0)
        const values = counts.attributes.find(({ key }) => key === 'diameter')?.values ?? []
        const withParts = values.flatMap(({ value, parts: counted }) =>
          counted > 0 ? [[value, counted]] : [],
        )
        const among = parts.filter((part) =>
          attributes
            .split(';')
            .map((one) => one.split('='))
            .every(([key = '', value]) => key === 'diameter' || String(shownValue(part, key)) === value),
        )
        const diametersOf = Map.groupBy(among, (part) => String(shownValue(part, 'diameter')))
        expect(withParts).toEqual([...diametersOf].map(([value, same]) => [value, same.length]).toSorted())
      }
    },
  )
})
