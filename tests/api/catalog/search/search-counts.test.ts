import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WITHOUT_TYPE } from '#contract/catalog/search/filters.ts'
import type { Counts } from '#contract/catalog/search/search.ts'
import { seedDemoCatalogue } from '#demo/catalogue/seed.ts'
import { type Catalogue, refreshCatalogue } from '#server/catalog/part-types/catalogue.ts'
import { insertShippedTypes } from '#server/catalog/part-types/shipped-types.ts'
import type { Filters } from '#server/catalog/products/list-query.ts'
import { countProducts } from '#server/catalog/search/counts.ts'
import type { CountBounds } from '#server/catalog/search/facets/grouped-parts.ts'
import { LARGE_CATALOGUE_MS, largeCatalogue } from '../../../support/database/large-catalogue.ts'
import fc from '../../../support/fast-check.ts'
import { categoryIds } from '../../../support/products/categories.ts'
import { insertProduct } from '../../../support/shop-rows.ts'
import { openTestStore, type TestStore } from '../../../support/store.ts'
import { someRuns } from '../../../support/thoroughness.ts'

type Query = NonNullable<Parameters<TestStore['api']['listProducts']>[0]>['query']
type Amount = Counts['total']

describe('counts in a small store, with limits from 1 to 60', () => {
  let store: TestStore
  let brandNames: string[]
  let catalogue: Catalogue

  beforeAll(async () => {
    store = await openTestStore()
    const { db } = store.database
    await insertShippedTypes(db, store.clock.now())
    await seedDemoCatalogue(db, { now: store.clock.now })
    for (const [at, brand] of ['Añejo', 'anejo', null, 'Über-Parts', null].entries())
      await insertProduct(db, { name: `Brake thing ${at}`, brand, category: 'lighting', available: at })
    for (const id of subcategoryIds)
      await db.insertInto('categories').values({ id, level: 2, parent_id: 'body', name: id }).execute()
    catalogue = await refreshCatalogue(db)
    await db
      .updateTable('products')
      .set({ subcategory: 'brakes' })
      .where('category', '=', 'body')
      .where('part_type_id', 'in', [idOf('brake-disc'), idOf('brake-pad')])
      .execute()
    for (const available of [0, 10])
      await insertProduct(db, { name: 'Brake cable', category: 'body', subcategory: 'brakes', available })
    // a type is not bound to its category
    await insertProduct(db, { name: 'Brake disc', category: 'tools', part_type_id: idOf('brake-disc') })
    const { brands } = await store.api.countProducts({ query: {} })
    brandNames = brands.map(({ brand }) => brand)
  })
  afterAll(() => store.close())

  const idOf = (key: string) => catalogue.typeOfKey.get(key)?.id ?? 0
  const subcategoryIds = ['brakes', 'doors']
  const axles = ['axle=front', 'axle=rear']

  // with all filters at once hardly any part is left, and no limit is reached
  const sometimes = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 1 })
  const requests = fc.record({
    q: fc.constantFrom(undefined, undefined, 'brake', 'oil', 'filter', 'front', 'brkae pads', '1', 'a b c'),
    category: sometimes(fc.uniqueArray(fc.constantFrom(...categoryIds), { minLength: 1, maxLength: 3 })),
    brandsAt: sometimes(fc.uniqueArray(fc.nat(60), { minLength: 1, maxLength: 3 })),
    minPriceMinor: sometimes(fc.integer({ min: 0, max: 5_000 })),
    range: sometimes(fc.integer({ min: 2_000, max: 40_000 })),
    inStock: sometimes(fc.constant(true)),
    type: sometimes(fc.constantFrom('brake-disc', 'brake-pad', 'oil-filter', WITHOUT_TYPE)),
    subcategory: fc.option(fc.constantFrom(...subcategoryIds), { nil: undefined, freq: 2 }),
    axle: sometimes(fc.constantFrom(...axles)),
  })
  const bound = fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 60 }))
  const bounds = fc.record({
    priced: bound,
    found: bound,
    category: bound,
    brand: bound,
  })

  async function listed(q: string | undefined, filters: Filters) {
    const query = {
      ...(q && { q }),
      ...(filters.category && { category: filters.category.join(',') }),
      ...(filters.subcategory && { subcategory: filters.subcategory }),
      ...(filters.brand && { brand: filters.brand.join(',') }),
      ...(filters.minPriceMinor !== undefined && { minPrice: filters.minPriceMinor / 100 }),
      ...(filters.maxPriceMinor !== undefined && { maxPrice: filters.maxPriceMinor / 100 }),
      ...(filters.inStock && { inStock: 'true' as const }),
      ...(filters.partTypeId !== undefined && {
        type: filters.partTypeId === null ? WITHOUT_TYPE : catalogue.typeOfId.get(filters.partTypeId)?.key,
      }),
      ...(filters.attributes && { attributes: filters.attributes.flatMap(({ any }) => any).join(';') }),
    }
    return (await store.api.listProducts({ query: { ...query, limit: 1000 } as Query })).items
  }

  test('counts are exact or lower bounds, and each category with parts has one', async () => {
    await fc.assert(
      fc.asyncProperty(requests, bounds, async ({ brandsAt, minPriceMinor, range, ...rest }, bounds) => {
        const brand = brandsAt?.map((at) => brandNames[at % brandNames.length] ?? '')
        const maxPriceMinor = range === undefined ? undefined : (minPriceMinor ?? 0) + range
        const { q, type, axle, subcategory, ...other } = rest
        const filters: Filters = { ...other, brand, minPriceMinor, maxPriceMinor }
        if (type !== undefined) filters.partTypeId = type === WITHOUT_TYPE ? null : idOf(type)
        if (subcategory !== undefined) Object.assign(filters, { category: ['body'], subcategory })
        if (axle && type?.startsWith('brake')) filters.attributes = [{ key: 'axle', any: [axle] }]
        await expectCorrectCounts({ q, filters, bounds })
      }),
      { numRuns: someRuns(60, 4) },
    )
  }, 120_000)

  test('a small brand of the category is counted, although 201 brands of another category are larger', {
    tags: 'long',
  }, async () => {
    const { db } = store.database
    await insertProduct(db, { name: 'Hub cap', brand: 'Aardvark', category: 'wheels' })
    for (let at = 0; at < 402; at += 1)
      await insertProduct(db, { name: 'Lamp', brand: `Large ${at % 201}`, category: 'lighting' })
    const filters: Filters = { category: ['wheels'], minPriceMinor: 0 }
    const { brands } = await countProducts(db, filters, { priced: 1, found: 1, category: 1, brand: 1 })
    expect(brands).toContainEqual({ brand: 'Aardvark', parts: 1, isMore: false })
    expect(brands.filter(({ brand }) => brand.startsWith('Large'))).toEqual([])
  })

  test('two spellings of a brand are one brand in filter and counts, shown in the more frequent spelling', async () => {
    const { db } = store.database
    const word = 'Zwillingsteil'
    for (const brand of ['Señal', 'Señal', 'SENAL'])
      await insertProduct(db, { name: word, brand, category: 'lighting' })
    const { brands } = await store.api.countProducts({ query: { q: word } })
    expect(brands).toEqual([{ brand: 'Señal', parts: 3, isMore: false }])
    for (const brand of ['señal', 'senal'])
      expect((await store.api.listProducts({ query: { q: word, brand } })).items).toHaveLength(3)
    for (let n = 0; n < 2; n += 1)
      await insertProduct(db, { name: word, brand: 'SENAL', category: 'lighting' })
    const after = await store.api.countProducts({ query: { q: word, brand: 'señal' } })
    expect(after.brands).toEqual([{ brand: 'SENAL', parts: 5, isMore: false }])
  })

  type CountRequest = { q: string | undefined; filters: Filters; bounds: CountBounds }
  async function expectCorrectCounts({ q, filters, bounds }: CountRequest): Promise<void> {
    const counts = await countProducts(store.database.db, { q, ...filters }, bounds)
    expect(await countProducts(store.database.db, { q, ...filters }, bounds)).toEqual(counts)
    await expectTypes({ q, filters, bounds }, counts)
    const whole = await listed(q, filters)
    // of more than are counted, the total is how many are counted
    const most = counts.total.isMore ? (q ? bounds.found : bounds.priced) : whole.length
    expect(counts.total.parts).toBe(most)
    expectAmount(counts.total, whole.length)
    expectAmount(counts.inStock, (await listed(q, { ...filters, inStock: true })).length)
    const ofAnyCategory = await listed(q, { ...filters, category: undefined, subcategory: undefined })
    for (const id of categoryIds) {
      const amount = counts.categories.find(({ category }: { category: string }) => category === id)
      expectAmount(amount, ofAnyCategory.filter(({ category }) => category === id).length)
    }
    const [category, ...others] = filters.category ?? []
    const hasSubcategories = category === 'body' && others.length === 0
    expect(counts.subcategories.map(({ subcategory }) => subcategory)).toEqual(
      hasSubcategories ? subcategoryIds : [],
    )
    const ofCategory = hasSubcategories ? await listed(q, { ...filters, subcategory: undefined }) : []
    for (const { subcategory, ...amount } of counts.subcategories)
      if (amount.parts > 0 || !amount.isMore)
        expectAmount(amount, ofCategory.filter((part) => part.subcategory === subcategory).length)
    const folded = (name: string | null) =>
      name
        ?.normalize('NFD')
        .replace(/[^a-z]/gi, '')
        .toLowerCase() ?? ''
    const ofBrands = (await listed(q, { ...filters, brand: undefined })).map((part) => folded(part.brand))
    for (const name of new Set(brandNames)) {
      const amount = counts.brands.find((one) => folded(one.brand) === folded(name))
      // The response has a limited number of brands, those with most parts.
      if (!amount && counts.brands.length >= 60) continue
      expectAmount(amount, ofBrands.filter((one) => one === folded(name)).length)
    }
  }

  /** The types that a list offers: of their own categories, or of what a search finds; the chosen one in any case. */
  async function expectTypes({ q, filters, bounds }: CountRequest, { types }: Counts): Promise<void> {
    const { partTypeId, attributes: _, ...others } = filters
    const chosen = catalogue.typeOfId.get(partTypeId ?? 0)
    const categories = filters.category ?? (chosen ? [chosen.category] : [])
    const parts = await listed(q, others)
    const partsOf = (key: string) => parts.filter(({ type }) => type?.key === key).length
    const isCountedWhole = (await listed(q, { ...others, category: undefined, brand: undefined })).length
    const mayMiss = q !== undefined && isCountedWhole > bounds.found
    for (const { key, category } of catalogue.types) {
      const amount = types.find((one) => one.key === key)
      const isOffered = q ? partsOf(key) > 0 : categories.includes(category)
      if (isOffered && !mayMiss) expect(amount, key).toBeDefined()
      if (!isOffered && key !== chosen?.key) expect(amount, key).toBeUndefined()
      if (amount && (amount.parts > 0 || !amount.isMore)) expectAmount(amount, partsOf(key))
    }
    const shown = types.map(({ parts: shown }) => shown)
    if (q) expect(shown).toEqual(shown.toSorted((a, b) => b - a))
  }

  function expectAmount({ parts, isMore }: Amount = { parts: 0, isMore: false }, actual: number): void {
    if (!isMore) expect(parts).toBe(actual)
    else {
      expect(parts).toBeGreaterThan(0)
      expect(parts).toBeLessThanOrEqual(actual)
    }
  }
})

describe('counts in a large catalogue', () => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore({ on: await largeCatalogue() })
  }, LARGE_CATALOGUE_MS)
  afterAll(() => store.close())

  const counted = async (where: string, values: unknown[] = []) => {
    const text = `select count(*)::integer as parts from products where archived_at is null and ${where}`
    return (await store.database.pool.query<{ parts: number }>(text, values)).rows[0]?.parts ?? 0
  }

  test('with a minimum price the total and the categories stay exact', async () => {
    const { total, categories } = await store.api.countProducts({ query: { minPrice: 1 } })
    expect(total).toEqual({ parts: await counted('price_minor >= 100'), isMore: false })
    expect(categories).toHaveLength(categoryIds.length)
    for (const { category, ...amount } of categories) {
      const parts = await counted('price_minor >= 100 and category = $1', [category])
      expect(amount).toEqual({ parts, isMore: false })
    }
  })

  test.each([1, 100])('with the minimum price %i in a category the total stays exact', async (minPrice) => {
    const counts = await store.api.countProducts({ query: { minPrice, category: 'wheels' } })
    const parts = await counted(`category = 'wheels' and price_minor >= ${minPrice * 100}`)
    expect(parts).toBeGreaterThan(someRuns(3000, 4))
    expect(counts.total).toEqual({ parts, isMore: false })
    expect(counts.brands.length).toBeGreaterThan(5)
    expect(counts.inStock.parts).toBeGreaterThan(someRuns(3000, 4))
  })

  test('a common word with filters that leave few parts is counted exactly', async () => {
    const query = { q: 'filter', brand: 'merrivane', category: 'engine' }
    const { total, brands } = await store.api.countProducts({ query })
    const { items } = await store.api.listProducts({ query: { ...query, limit: 1000 } })
    expect(items.length).toBeGreaterThan(someRuns(100, 4))
    expect(total).toEqual({ parts: items.length, isMore: false })
    expect(brands.find(({ brand }) => brand === 'Merrivane')?.parts).toBeGreaterThan(0)
  })

  test.each(['brake', 'oil', 'mm', 'front'])('%j counts its categories and many brands', async (q) => {
    const { categories, brands } = await store.api.countProducts({ query: { q } })
    for (const category of categoryIds) {
      const { items } = await store.api.listProducts({ query: { q, category, limit: 1 } })
      const parts = categories.find((one) => one.category === category)?.parts ?? 0
      expect(parts > 0, category).toBe(items.length > 0)
    }
    expect(brands.length).toBeGreaterThan(10)
    expect(brands.every(({ parts }) => parts > 0)).toBe(true)
  })
})
