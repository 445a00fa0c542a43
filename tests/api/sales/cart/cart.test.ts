import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '#contract/catalog/products/products.ts'
import type { Cart } from '#contract/sales/cart/cart.ts'
import { newId } from '#database/uuid.ts'
import { watchStatements } from '../../../support/database/statements.ts'
import { outcomeOf } from '../../../support/http/outcomes.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import { insertProduct } from '../../../support/shop-rows.ts'
import type { Person } from '../../../support/store.ts'

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop({ env: { TAX_RATE: '19' } })
  admin = await shop.staff('admin')
})
afterAll(() => shop.close())

const archive = (part: Product) => admin.api.deleteProduct({ params: { id: part._id } })
const change = (part: Product, body: Parameters<typeof admin.api.updateProduct>[0]['body']) =>
  admin.api.updateProduct({ params: { id: part._id }, body })
const manyParts = (count: number) =>
  Promise.all(Array.from({ length: count }, () => insertProduct(shop.database.db)))

/** Puts parts into the cart, one after another. */
async function fill(person: Person, ...lines: [Product | string, number][]): Promise<Cart> {
  let cart = await person.api.getCart()
  for (const [part, quantity] of lines) {
    const productId = typeof part === 'string' ? part : part._id
    cart = await person.api.setCartLine({ body: { productId, quantity, version: cart.version } })
  }
  return cart
}
const quantities = ({ lines }: Pick<Cart, 'lines'>) => lines.map(({ quantity }) => quantity)

describe('a quote', () => {
  test('names what each line costs, and the tax that the total includes', async () => {
    const parts = [await shop.part({ price: 6.99 }), await shop.part({ price: 12.5, partNumber: 'N-1' })]
    const quote = await shop.api.quote({
      body: { lines: parts.map(({ _id }, index) => ({ productId: _id, quantity: index + 2 })) },
    })
    expect(quote).toMatchObject({ units: 5, total: 51.48, tax: { rate: 19, amount: 8.22 }, currency: 'usd' })
    expect(quote.lines[1]).toMatchObject({
      quantity: 3,
      part: { price: 12.5, partNumber: 'N-1', minimumOrder: 1 },
      total: 37.5,
      fault: null,
    })
  })

  test('names what the price of each line is for, as it is now', async () => {
    const part = await shop.part({ saleUnit: 'pair' })
    const body = { lines: [{ productId: part._id, quantity: 1 }] }
    expect((await shop.api.quote({ body })).lines).toMatchObject([{ part: { saleUnit: 'pair' } }])
    await change(part, { saleUnit: 'set-of-four' })
    expect((await shop.api.quote({ body })).lines).toMatchObject([{ part: { saleUnit: 'set-of-four' } }])
    const cart = await fill(await shop.buyer(), [part, 1])
    expect(cart.lines).toMatchObject([{ part: { saleUnit: 'set-of-four' } }])
  })

  test('names every line that cannot be ordered, and counts none of them', async () => {
    const [fine, minimum, few, gone] = [
      await shop.part({ price: 10 }),
      await shop.part({ minimumOrder: 4 }),
      await shop.part({ availableQuantity: 3 }),
      await shop.part(),
    ]
    await archive(gone)
    const lines = [fine, minimum, few, few, gone].map(({ _id }) => ({ productId: _id, quantity: 2 }))
    const quote = await shop.api.quote({ body: { lines: [...lines, { productId: newId(), quantity: 1 }] } })
    expect(quote.lines.map(({ fault }) => fault)).toEqual([
      null,
      'below_minimum',
      'insufficient_stock',
      'insufficient_stock',
      'not_found',
      'not_found',
    ])
    expect(quote.lines[2]?.part?.availableQuantity).toBe(3)
    expect(quote.lines[4]).toMatchObject({ part: null, total: null })
    expect(quote).toMatchObject({ units: 2, total: 20 })
  })

  test('of one line and of a hundred is one statement, beside the count of its limit', async () => {
    const statements = watchStatements(shop.database.pool)
    await shop.settings.current()
    const ids = await manyParts(100)
    for (const some of [ids.slice(0, 1), ids]) {
      const lines = some.map((productId) => ({ productId, quantity: 1 }))
      const executed = await statements.during(() => shop.api.quote({ body: { lines } }))
      expect(executed.filter(({ text }) => !/settings/.test(text))).toHaveLength(1)
    }
  })

  const [id] = [newId()]
  test.each([
    ['no line', []],
    ['101 lines', Array.from({ length: 101 }, () => ({ productId: newId(), quantity: 1 }))],
    ['no unit', [{ productId: id, quantity: 0 }]],
    ['a negative quantity', [{ productId: id, quantity: -1 }]],
    ['a fraction', [{ productId: id, quantity: 1.5 }]],
    ['a billion units', [{ productId: id, quantity: 1e9 }]],
    ['an id that is none', [{ productId: 'brake', quantity: 1 }]],
    ['a number as id', [{ productId: 7, quantity: 1 }]],
    ['a line that is none', [null]],
  ])('of %s is refused', async (_, lines) => {
    const response = await shop.call({ method: 'POST', url: '/api/quote', payload: { lines } })
    expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_request'])
  })

  test('is limited by the network of the client', async () => {
    const limited = await openShop({
      env: { QUOTES_PER_HOUR: '2', TRUST_PROXY: '1' },
      start: new Date('2026-11-23T10:00:00Z'),
    })
    const ask = async (ip: string) => {
      const payload = { lines: [{ productId: newId(), quantity: 1 }] }
      const headers = { 'x-forwarded-for': ip }
      return (await limited.call({ method: 'POST', url: '/api/quote', payload, headers })).statusCode
    }
    expect([await ask('192.0.2.1'), await ask('192.0.2.1'), await ask('192.0.2.1')]).toEqual([200, 200, 429])
    expect(await ask('192.0.2.2')).toBe(200)
    await limited.close()
  })
})

describe('the cart of an account', () => {
  test('is empty at first, and holds what was put in, in that order', async () => {
    const buyer = await shop.buyer()
    expect(await buyer.api.getCart()).toMatchObject({ id: null, version: 0, lines: [], units: 0, total: 0 })
    const [disc, pads] = [await shop.part({ price: 10 }), await shop.part({ price: 2.5 })]
    const cart = await fill(buyer, [disc, 2], [pads, 1], [disc, 4])
    expect(cart.lines.map(({ productId, quantity }) => [productId, quantity])).toEqual([
      [disc._id, 4],
      [pads._id, 1],
    ])
    expect(cart).toMatchObject({ version: 3, units: 5, total: 42.5 })
    expect(await buyer.api.getCart()).toEqual(cart)
    expect(quantities(await fill(buyer, [disc, 0]))).toEqual([1])
  })

  test('reserves nothing, and is read in two statements', async () => {
    const buyer = await shop.buyer()
    const part = await shop.part({ availableQuantity: 5 })
    await fill(buyer, [part, 5])
    expect((await shop.api.getProduct({ params: { id: part._id } })).availableQuantity).toBe(5)
    const statements = watchStatements(shop.database.pool)
    await shop.settings.current()
    const executed = await statements.during(() => buyer.api.getCart())
    expect(executed.filter(({ text }) => !/settings/.test(text))).toHaveLength(2)
  })

  test('says what has changed since a part was put in', async () => {
    const buyer = await shop.buyer()
    const [dearer, few, minimum, gone] = [
      await shop.part({ price: 61.2 }),
      await shop.part({ availableQuantity: 4 }),
      await shop.part(),
      await shop.part({ productName: 'Last of its kind' }),
    ]
    await fill(buyer, [dearer, 2], [few, 4], [minimum, 1], [gone, 1])
    await change(dearer, { price: 64.9 })
    await change(few, { addQuantity: -1 })
    await change(minimum, { minimumOrder: 4 })
    await archive(gone)
    const cart = await buyer.api.getCart()
    expect(cart.lines.map(({ fault }) => fault)).toEqual([
      null,
      'insufficient_stock',
      'below_minimum',
      'not_found',
    ])
    expect(cart.lines[0]).toMatchObject({ seenPrice: 61.2, part: { price: 64.9 }, total: 129.8 })
    expect(cart.lines[3]).toMatchObject({ name: 'Last of its kind', part: null })
    expect(cart).toMatchObject({ units: 2, total: 129.8 })
    // who changes the quantity has seen the price
    const changed = await fill(buyer, [dearer, 3])
    expect(changed.lines[0]).toMatchObject({ seenPrice: 64.9, total: 194.7 })
  })

  test('is not changed by a tab that has seen another version', async () => {
    const buyer = await shop.buyer()
    const part = await shop.part()
    const { version } = await fill(buyer, [part, 1])
    await fill(buyer, [part, 2])
    const stale = { productId: part._id, quantity: 5, version }
    expect(await outcomeOf(buyer.api.setCartLine({ body: stale }))).toBe('409 cart_changed')
    expect(await outcomeOf(buyer.api.emptyCart({ query: { version } }))).toBe('409 cart_changed')
    expect(quantities(await buyer.api.getCart())).toEqual([2])
  })

  test('takes one of many changes that were made at once, also as its first', async () => {
    const buyer = await shop.buyer()
    const parts = await manyParts(8)
    for (const seen of [0, 1]) {
      const outcomes = await Promise.all(
        parts.map((productId) =>
          outcomeOf(buyer.api.setCartLine({ body: { productId, quantity: 1 + seen, version: seen } })),
        ),
      )
      expect(outcomes.toSorted()).toEqual([
        ...Array.from({ length: 7 }, () => '409 cart_changed'),
        'accepted',
      ])
    }
    expect((await buyer.api.getCart()).version).toBe(2)
  })

  test('holds a hundred parts', async () => {
    const buyer = await shop.buyer()
    const [last = '', first = '', ...others] = await manyParts(101)
    await buyer.api.mergeCart({
      body: { lines: [first, ...others].map((productId) => ({ productId, quantity: 1 })) },
    })
    const { version } = await buyer.api.getCart()
    const body = { productId: last, quantity: 1, version }
    expect(await outcomeOf(buyer.api.setCartLine({ body }))).toBe('409 cart_full')
    const cart = await fill(buyer, [first, 2], [first, 0], [last, 1])
    expect([cart.lines.length, cart.lines.at(-1)?.productId]).toEqual([100, last])
  })

  test('refuses parts that are not sold, and takes out those that no longer are', async () => {
    const buyer = await shop.buyer()
    const part = await shop.part()
    await fill(buyer, [part, 1])
    await archive(part)
    const put = (productId: string, quantity: number, version: number) =>
      outcomeOf(buyer.api.setCartLine({ body: { productId, quantity, version } }))
    expect(await put(part._id, 2, 1)).toBe('404 not_found')
    expect(await put(newId(), 1, 1)).toBe('404 not_found')
    expect(await put(part._id, 0, 1)).toBe('accepted')
    expect((await buyer.api.getCart()).lines).toEqual([])
  })

  test.each([-1, 1.5, 1e9, '1e3', null, undefined])('refuses the quantity %s', async (quantity) => {
    const buyer = await shop.buyer()
    const payload = { productId: newId(), quantity, version: 0 }
    const response = await shop.call({ method: 'PUT', url: '/api/cart/line', payload, token: buyer.token })
    expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_request'])
  })

  test('belongs to its account', async () => {
    const [buyer, other] = [await shop.buyer(), await shop.buyer()]
    const part = await shop.part()
    await fill(buyer, [part, 2])
    await fill(other, [part, 7])
    expect(quantities(await buyer.api.getCart())).toEqual([2])
    const emptied = await other.api.emptyCart({ query: { version: 1 } })
    expect(emptied).toMatchObject({ version: 2, lines: [] })
    expect(quantities(await buyer.api.getCart())).toEqual([2])
  })
})

describe('the cart of a browser', () => {
  test('is merged by the larger quantity, and every part is accounted for', async () => {
    const buyer = await shop.buyer()
    const [more, fewer, added] = [await shop.part(), await shop.part(), await shop.part({ price: 9 })]
    await fill(buyer, [more, 3], [fewer, 1])
    const gone = newId()
    const { cart, merged } = await buyer.api.mergeCart({
      body: {
        lines: [
          { productId: more._id, quantity: 2 },
          { productId: fewer._id, quantity: 4 },
          { productId: added._id, quantity: 1, seenPrice: 8.5 },
          { productId: gone, quantity: 1 },
        ],
      },
    })
    expect(merged.map(({ from, to }) => [from, to])).toEqual([
      [3, 3],
      [1, 4],
      [0, 1],
      [0, 0],
    ])
    expect(merged.at(-1)).toEqual({ productId: gone, name: null, from: 0, to: 0 })
    expect(quantities(cart)).toEqual([3, 4, 1])
    expect(cart.lines[2]).toMatchObject({ seenPrice: 8.5, part: { price: 9 } })
    expect(await buyer.api.getCart()).toEqual(cart)
  })

  test('is merged once, however often it is sent', async () => {
    const buyer = await shop.buyer()
    const part = await shop.part()
    const body = { lines: [{ productId: part._id, quantity: 2 }] }
    const merge = (idempotencyKey?: string) =>
      buyer.api.mergeCart({ body }, idempotencyKey ? { idempotencyKey } : {})
    const [first, ...again] = await Promise.all([merge('k'), merge('k'), merge('k')])
    for (const one of again) expect(one).toEqual(first)
    // the part was taken out meanwhile: a late repetition does not bring it back
    await fill(buyer, [part, 0])
    await merge('k')
    expect((await buyer.api.getCart()).lines).toEqual([])
    for (const { cart } of [await merge(), await merge()]) expect(quantities(cart)).toEqual([2])
  })

  test('keeps the newest hundred parts, and names the rest', async () => {
    const buyer = await shop.buyer()
    const ids = await manyParts(150)
    const lines = (some: string[]) => ({ lines: some.map((productId) => ({ productId, quantity: 1 })) })
    await buyer.api.mergeCart({ body: lines(ids.slice(0, 90)) })
    const { cart, merged } = await buyer.api.mergeCart({ body: lines(ids.slice(80)) })
    expect(cart.lines.map(({ productId }) => productId).toSorted()).toEqual(ids.slice(50).toSorted())
    const dropped = merged.filter(({ to }) => to === 0)
    expect(dropped.map(({ productId }) => productId)).toEqual(ids.slice(0, 50))
    expect(dropped.every(({ from, name }) => from === 1 && name === 'Brake disc')).toBe(true)
  })

  test('of two tabs at once gives the sum of both, and no deadlock', async () => {
    const buyer = await shop.buyer()
    const ids = await manyParts(40)
    const lines = ids.map((productId, index) => ({ productId, quantity: index + 1 }))
    const outcomes = await Promise.all(
      [lines, lines.toReversed(), lines.slice(10), lines.toReversed().slice(10)].map((sent) =>
        outcomeOf(buyer.api.mergeCart({ body: { lines: sent } })),
      ),
    )
    expect(new Set(outcomes)).toEqual(new Set(['accepted']))
    expect(quantities(await buyer.api.getCart()).toSorted((a, b) => a - b)).toEqual(ids.map((_, n) => n + 1))
  })
})
