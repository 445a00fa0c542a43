import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedDemoCatalogue } from '#demo/catalogue/seed.ts'
import { openTestStore, type TestStore } from '../../../support/store.ts'

let store: TestStore

beforeAll(async () => {
  store = await openTestStore()
  await seedDemoCatalogue(store.database.db, { now: store.clock.now })
})
afterAll(() => store.close())

const suggest = (q: string) => store.api.suggestProducts({ query: { q } })

test.each(['br 28', 'BR-28', 'br28'])('%j suggests the part numbers with that prefix', async (q) => {
  const { numbers, parts } = await suggest(q)
  expect(numbers.map(({ partNumber }) => partNumber)).toEqual(['BR-2804-22'])
  expect(numbers[0]).toMatchObject({ productName: 'Front brake disc, drilled', _id: expect.any(String) })
  expect(parts).toEqual([])
})

test('an incomplete word suggests part types and at most four parts', async () => {
  const { words, parts } = await suggest('spark pl')
  expect(words).toContain('spark plug')
  expect(parts.map(({ productName }) => productName)).toContain('Iridium spark plug, long reach')
  expect(parts.length).toBeLessThanOrEqual(4)
})

test('brands and categories match by the beginning of one of their words', async () => {
  expect((await suggest('merr')).brands).toEqual(['Merrivane'])
  expect((await suggest('flu')).categories).toEqual(['fluids'])
  expect((await suggest('tire')).categories).toEqual(['wheels'])
})

test.each(['', '  ', '%', '🛞', '-', '"', '\\', "'", ':*'])('%j suggests nothing', async (q) => {
  expect(await suggest(q)).toEqual({ numbers: [], parts: [], categories: [], brands: [], words: [] })
})

test('one letter suggests words but no parts, and the response is cacheable', async () => {
  const answer = await store.call({ method: 'GET', url: '/api/suggest?q=b' })
  expect(answer.json().words.length).toBeGreaterThan(0)
  expect(answer.json().parts).toEqual([])
  expect(answer.headers['cache-control']).not.toBe('no-store')
  expect(answer.headers.etag).toBeDefined()
})

test.each(['', `?q=${'x'.repeat(201)}`, '?q=a&q=b', '?q=%00'])('%j is rejected', async (query) => {
  expect((await store.call({ method: 'GET', url: `/api/suggest${query}` })).statusCode).toBe(400)
})

test('a synonym suggests no words if the store has no such part', async () => {
  expect((await suggest('muff')).words).toEqual([])
})

test.each([
  ['spark p', /^spark plugs?( |$)/],
  ['oil f', /^oil fil(ter|ler)s?( |$)/],
])('%j suggests only words that match %s', async (q, expected) => {
  const { words } = await suggest(q)
  expect(words.length).toBeGreaterThan(0)
  for (const word of words) expect(word).toMatch(expected)
})

/** The typed letters of a text, each range by itself. */
const markedIn = (text: string, ranges: [number, number][]) =>
  ranges.map(([from, to]) => text.slice(from, to))

test('a suggested part comes with its number, the typed letters marked, its picture, price and stock', async () => {
  const { numbers } = await suggest('br 28')
  const [disc] = numbers
  expect(disc).toMatchObject({
    brand: 'Steinbrekk',
    picture: expect.stringMatching(/^\/drawings\/brake-disc\.svg\?.*view=thumb$/),
    price: 64.9,
    currency: 'usd',
    stock: 'in',
  })
  expect(markedIn(disc?.partNumber ?? '', disc?.marks.partNumber ?? [])).toEqual(['BR-28'])

  const { parts } = await suggest('brake di')
  expect(parts.length).toBeGreaterThan(1)
  for (const { productName, marks, picture, drawing } of parts) {
    expect(markedIn(productName.toLowerCase(), marks.productName)).toEqual(['brake', 'di'])
    expect(drawing).toBe(picture)
  }
})

test('what was corrected or is another word for what was typed is marked as it is written', async () => {
  for (const q of ['brkae pa', 'tire']) {
    const { parts } = await suggest(q)
    expect(parts.length).toBeGreaterThan(0)
    for (const { productName, marks } of parts)
      expect(markedIn(productName, marks.productName)).not.toEqual([])
  }
})

test('marks lie one after the other within their texts, whatever was typed', async () => {
  for (const q of [
    'e',
    'br',
    'BR-2804-22',
    'oil 5w',
    '205/55 r1',
    'ıİß',
    'front front',
    '((brake)) *',
    '17″',
    '²',
  ]) {
    const { numbers, parts } = await suggest(q)
    expect(numbers.length + parts.length).toBeLessThanOrEqual(6)
    for (const { partNumber, productName, marks } of [...numbers, ...parts])
      for (const [text, ranges] of [
        [partNumber ?? '', marks.partNumber],
        [productName, marks.productName],
      ] as const) {
        const bounds = [0, ...ranges.flat(), text.length]
        expect(bounds).toEqual(bounds.toSorted((a, b) => a - b))
        for (const [from, to] of ranges) expect(to).toBeGreaterThan(from)
      }
  }
})

test('the picture of a suggested part shows the part as it is, also after a change of its attributes', async () => {
  const admin = await store.signUpAdmin()
  const [disc] = (await store.api.listProducts({ query: { q: 'BR-2804-22' } })).items
  if (!disc) throw new Error('The demo has no such disc')
  await admin.api.updateProduct({ params: { id: disc._id }, body: { attributes: { diameter: 300 } } })
  const [suggested] = (await suggest('BR-2804-22')).numbers
  expect(suggested?.picture).toMatch(/[?&]d=300&.*view=thumb$/)
  await admin.api.updateProduct({ params: { id: disc._id }, body: { attributes: { diameter: 280 } } })
})

test('stock is a word that changes with the stock, and a picture of another site has a drawing beside it', async () => {
  const name = 'Zircon gasket, stamped'
  const admin = await store.signUpAdmin()
  const part = await admin.api.createProduct({
    body: {
      productName: name,
      price: 12.5,
      minimumOrder: 2,
      availableQuantity: 200,
      img: 'https://example.com/gasket.jpg',
    },
  })
  for (const [addQuantity, stock] of [
    [0, 'in'],
    [-190, 'few'],
    [-9, 'out'],
  ] as const) {
    await admin.api.updateProduct({ params: { id: part._id }, body: { addQuantity } })
    const [found] = (await suggest('zircon')).parts
    expect(found).toMatchObject({ productName: name, stock, picture: 'https://example.com/gasket.jpg' })
    expect(found?.drawing).toMatch(/^\/drawings\/.*view=thumb$/)
  }
})
