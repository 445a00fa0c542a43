import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { initialValues } from '#contract/catalog/products/part-fields.ts'
import { newId } from '#database/uuid.ts'
import { historyOf } from '../../../support/orders/history.ts'
import { openTestStore, type Person, type TestStore } from '../../../support/store.ts'

let store: TestStore
let admin: Person

const part = {
  productName: 'Brake disc',
  price: 12.5,
  minimumOrder: 2,
  availableQuantity: 10,
  img: 'https://example.com/disc.png',
}

beforeAll(async () => {
  store = await openTestStore()
  admin = await store.signUpAdmin()
})
afterAll(() => store.close())

const create = (body: object = {}) => admin.api.createProduct({ body: { ...part, ...body } })
const send = (method: 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object | string) =>
  store.call({
    method,
    url: `/api/service${url}`,
    token: admin.token,
    ...(payload === undefined ? {} : { payload, headers: { 'content-type': 'application/json' } }),
  })

describe('a part', () => {
  test('an added part is returned with every field, and everyone can read it', async () => {
    const added = await send('POST', '', { ...part, imgURL: 'dropped', _id: 'mine', createdAt: '1999' })
    expect(added.statusCode).toBe(201)
    const product = added.json()
    expect(product).toEqual({
      ...initialValues,
      ...part,
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Brake disc',
      currency: 'usd',
      score: null,
      createdAt: store.clock.now().toISOString(),
    })
    expect(product).toMatchObject({
      description: '',
      images: [],
      category: 'tools',
      brand: null,
      partNumber: null,
      score: null,
    })
    expect(await store.api.getProduct({ params: { id: product._id } })).toEqual(product)
    expect((await store.api.listProducts({ query: { limit: 1 } })).items).toEqual([product])
  })

  test('numbers of a part may be decimal strings', async () => {
    const numbers = { price: '12.50', minimumOrder: '2', availableQuantity: '10' }
    expect(await create(numbers)).toMatchObject({ price: 12.5, minimumOrder: 2, availableQuantity: 10 })
  })

  test('descriptions and names are stored unchanged', async () => {
    const texts = {
      productName: '<img src=x onerror=alert(1)> 🛞 גלגל',
      description: '</script><script>alert(1)</script>',
      brand: "O'Brien",
    }
    expect(await create(texts)).toMatchObject(texts)
  })

  test('a name that reverses the direction of the following text is rejected', async () => {
    await expect(create({ productName: 'Wheel \u202Egnp.exe' })).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })

  test('a change affects only the named fields, and each of them writes a history row', async () => {
    const { _id: id } = await create({ brand: 'ATE', description: 'Vented' })
    const changed = await admin.api.updateProduct({
      params: { id },
      body: { price: 13, addQuantity: -4, partNumber: 'BR-1' },
    })
    expect(changed).toMatchObject({ price: 13, availableQuantity: 6, partNumber: 'BR-1', brand: 'ATE' })
    expect(changed.description).toBe('Vented')
    const history = (await historyOf(store.database.db, 'product', [id])).get(id)
    expect(history?.map(({ field, before, after }) => [field, before, after])).toEqual([
      ['created', null, 'Brake disc'],
      ['price', '1250', '1300'],
      ['availableQuantity', '10', '6'],
      ['partNumber', null, 'BR-1'],
    ])
  })

  test('a new quantity requires the current one, and a change below zero is rejected', async () => {
    const { _id: id } = await create()
    const set = (body: object) => send('PATCH', `/${id}`, body)
    const unseen = await set({ availableQuantity: 5 })
    expect([unseen.statusCode, unseen.json().code]).toEqual([409, 'stock_changed'])
    const stale = await set({ availableQuantity: 5, expectedQuantity: 9 })
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'stock_changed'])
    expect((await set({ availableQuantity: 5, expectedQuantity: 10 })).json().availableQuantity).toBe(5)
    const below = await set({ addQuantity: -6 })
    expect([below.statusCode, below.json().code]).toEqual([409, 'insufficient_stock'])
    expect(below.json().errors).toEqual([
      { path: 'addQuantity', message: 'At most 5 pieces can be taken away' },
    ])
  })

  test('a deleted part is found neither by a search nor by its id; a second deletion gets 404', async () => {
    const { _id: id } = await create({ productName: 'Vanishing act' })
    const removed = await send('DELETE', `/${id}`)
    expect([removed.statusCode, removed.json()]).toEqual([200, { deletedCount: 1 }])
    for (const again of [
      await send('DELETE', `/${id}`),
      await send('PATCH', `/${id}`, { price: 1 }),
      await store.call({ url: `/api/service/${id}` }),
    ]) {
      expect([again.statusCode, again.json().code]).toEqual([404, 'not_found'])
    }
    const found = await store.api.listProducts({ query: { q: 'vanishing' } })
    expect(found.items).toEqual([])
  })

  test.each([newId(), 'x', '1', "' or 1=1", '__proto__', '..%2f..%2fetc', 'é', '%00', `${newId()}%00`])(
    'no part with the id %j is found',
    async (id) => {
      const encoded = id.includes('%') ? id : encodeURIComponent(id)
      for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
        const answer = await store.call({ method, url: `/api/service/${encoded}`, token: admin.token })
        expect(answer.statusCode, method).toBe(404)
        expect(answer.json().code).toBe('not_found')
      }
    },
  )
})

describe('an Idempotency-Key', () => {
  const post = (key: string, payload: object) =>
    store.call({
      method: 'POST',
      url: '/api/service',
      token: admin.token,
      payload,
      headers: { 'idempotency-key': key },
    })

  test('concurrent requests with one key add one part', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post('ten', { ...part, productName: 'Once' })),
    )
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(10).fill(201))
    expect(new Set(answers.map((answer) => answer.json()._id)).size).toBe(1)
    expect(answers.filter((answer) => answer.headers['idempotent-replayed'])).toHaveLength(9)
  })

  test('a used key with another body is rejected, and a rejected request does not use its key up', async () => {
    expect((await post('free', { ...part, price: -1 })).statusCode).toBe(400)
    expect((await post('free', part)).statusCode).toBe(201)
    expect((await post('free', { ...part, price: 99 })).statusCode).toBe(422)
  })
})

describe('an invalid field is named', () => {
  const numbers = [-1, 1.5, 2 ** 31, 1e308, '1e3', '0x10', ' 3', '३', true, [], {}, null, 'NaN', '']
  const cases = [
    ...[0, -1, -0.01, 12.345, 1e308, 1_000_000, '1e3', 'NaN', '', null, [], {}, true].map(withField('price')),
    ...[0, ...numbers].map(withField('minimumOrder')),
    ...numbers.map(withField('availableQuantity')),
    ...['', ' ', null, 7, 'x'.repeat(201), 'A\nB', 'A\u0007B'].map(withField('productName')),
    ...['A\tB'].map(withField('brand')),
    ...[
      'javascript:alert(1)',
      'data:image/png;base64,AA',
      'file:///etc/passwd',
      '//evil.example/x.png',
      '/\\evil.example',
      'ftp://x/y',
      'x.png',
      '',
      null,
    ].map(withField('img')),
    ...[['/ok.png', 'javascript:alert(1)'], Array(13).fill('/ok.png')].map(withField('images')),
    ...['x'.repeat(5001), { $gt: '' }].map(withField('description')),
    ...['shoes', null].map(withField('category')),
    ...['x'.repeat(61), 7, '1\r2'].map(withField('partNumber')),
  ]
  test.each(cases)('the %s %j is named', async (field, value) => {
    const answer = await send('POST', '', { ...part, [field]: value })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_request'])
    expect(answer.json().errors[0].path.split('.')[0]).toBe(field)
  })

  test.each([
    ['addQuantity', 1.5],
    ['addQuantity', 2 ** 31],
    ['addQuantity', 2 ** 31 - 10],
    ['price', 12.345],
    ['price', 0],
    ['productName', ''],
    ['expectedQuantity', -1],
  ])('the %s %j is named in a change', async (field, value) => {
    const { _id: id } = await create()
    const answer = await send('PATCH', `/${id}`, { [field]: value })
    expect([answer.statusCode, answer.json().errors[0].path]).toEqual([400, field])
  })

  test('a price with more decimals than the currency has is rejected', async () => {
    const yen = await openTestStore({ env: { CURRENCY: 'jpy' } })
    const owner = await yen.signUpAdmin()
    const fraction = await yen.call({
      method: 'POST',
      url: '/api/service',
      token: owner.token,
      payload: part,
    })
    expect([fraction.statusCode, fraction.json().errors[0].path]).toEqual([400, 'price'])
    expect((await yen.api.listProducts({ query: { minPrice: 1_234_567 } })).items).toEqual([])
    expect(await owner.api.createProduct({ body: { ...part, price: 1200 } })).toMatchObject({
      price: 1200,
      currency: 'jpy',
    })
    await yen.close()
  })
})

describe('a body that is no part is rejected', () => {
  test.each([
    ['an array', '[]', 400],
    ['a text', '"x"', 400],
    ['null', 'null', 400],
    ['nothing', '', 400],
    ['broken JSON', '{"price":', 400],
    ['NUL in a name', JSON.stringify({ ...part, productName: 'a\0b' }), 400],
    ['a lone surrogate', JSON.stringify({ ...part, productName: '\ud800' }), 400],
    ['deep nesting', `{"x":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 400],
    ['more than 100 KB', JSON.stringify({ ...part, x: 'x'.repeat(102_400) }), 413],
  ])('%s', async (_, payload, status) => {
    expect((await send('POST', '', payload)).statusCode).toBe(status)
  })

  test('__proto__ and constructor in a body change no price and no prototype', async () => {
    const body = `{"__proto__":{"price":1},"constructor":{"prototype":{"x":1}},${JSON.stringify(part).slice(1)}`
    const answer = await send('POST', '', body)
    expect([answer.statusCode, answer.json().price]).toEqual([201, 12.5])
    expect(({} as Record<string, unknown>).price).toBeUndefined()
  })

  test('a form-encoded body is rejected', async () => {
    const answer = await store.call({
      method: 'POST',
      url: '/api/service',
      token: admin.token,
      payload: 'productName=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(answer.statusCode).toBe(415)
  })
})

describe('an invalid list query is rejected', () => {
  test.each([
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=1e2', 'limit'],
    ['limit=', 'limit'],
    ['limit=2&limit=3', 'limit'],
    ['after=nonsense', 'after'],
    ['after=a&after=b', 'after'],
    [`after=${'a'.repeat(2001)}`, 'after'],
    ['sort=random', 'sort'],
    ['sort=price;drop table products', 'sort'],
    ['sort=price&sort=name', 'sort'],
    ['category=shoes', 'category'],
    ['category=wheels,shoes', 'category'],
    [`q=${'x'.repeat(201)}`, 'q'],
    ['q=a&q=b', 'q'],
  ])('%s', async (query, path) => {
    const answer = await store.call({ url: `/api/service?${encodeURI(query)}` })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_request'])
    expect(answer.json().errors[0].path.split('.')[0]).toBe(path)
  })

  test('a NUL in the query is rejected', async () => {
    expect((await store.call({ url: '/api/service?q=a%00b' })).statusCode).toBe(400)
  })
})

test('pages are linked by their Link header, and a cursor is valid for its sort only', async () => {
  await Promise.all([1, 2, 3, 4].map((price) => create({ price, category: 'fluids' })))
  const query = { category: 'fluids', sort: 'price', limit: 3 } as const
  const first = await store.call({ url: '/api/service?category=fluids&sort=price&limit=3' })
  expect(first.json().map((item: { price: number }) => item.price)).toEqual([1, 2, 3])
  expect(first.headers.link).toMatch(/^<http:\/\/localhost:3000\/api\/service\?.*after=[\w-]+>; rel="next"$/)
  const page = await store.api.listProducts({ query })
  const after = page.next ?? ''
  const second = await store.api.listProducts({ query: { ...query, after } })
  expect([second.items.map((item) => item.price), second.next]).toEqual([[4], null])
  const otherSort = await store.call({ url: `/api/service?sort=-price&after=${after}` })
  expect([otherSort.statusCode, otherSort.json().errors[0].path]).toEqual([400, 'after'])
})

test('adding, changing and deleting parts and uploading pictures require an admin', async () => {
  const customer = await store.signUp()
  const { _id: id } = await create()
  for (const [token, status] of [
    [undefined, 401],
    [customer.token, 403],
  ] as const) {
    for (const request of [
      { method: 'POST', url: '/api/service', payload: part },
      { method: 'PATCH', url: `/api/service/${id}`, payload: { price: 1 } },
      { method: 'DELETE', url: `/api/service/${id}` },
      { method: 'DELETE', url: '/api/service/x' },
      { method: 'POST', url: '/api/image', payload: 'x', headers: { 'content-type': 'image/png' } },
    ] as const) {
      expect((await store.call({ ...request, token })).statusCode, request.url).toBe(status)
    }
  }
  expect(await store.api.getProduct({ params: { id } })).toMatchObject({ price: 12.5 })
})

function withField(field: string) {
  return (value: unknown): [string, unknown] => [field, value]
}
