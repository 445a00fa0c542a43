import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '#contract/catalog/products/products.ts'
import { cartOrderedSchema, linesChangedSchema, NOTE_LENGTH } from '#contract/sales/cart/checkout.ts'
import { newId } from '#database/uuid.ts'
import { checkoutBody, exampleAddress } from '#demo/purchase.ts'
import { watchStatements } from '../../../support/database/statements.ts'
import { outcomeOf } from '../../../support/http/outcomes.ts'
import { buyCart, fillCart } from '../../../support/orders/carts.ts'
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

const change = (part: Product, body: Parameters<Person['api']['updateProduct']>[0]['body']) =>
  admin.api.updateProduct({ params: { id: part._id }, body })
const archive = (part: Product) => admin.api.deleteProduct({ params: { id: part._id } })
const stockOf = (...some: Product[]) => stockIn(shop, some)
const stockIn = ({ api }: Shop, some: Product[]) =>
  Promise.all(some.map(async ({ _id: id }) => (await api.getProduct({ params: { id } })).availableQuantity))

/** The problem document of a call that is refused. */
async function problemOf(call: Promise<unknown>): Promise<Record<string, unknown>> {
  const error: unknown = await call.then(
    () => undefined,
    (failure: unknown) => failure,
  )
  if (error instanceof Error && 'problem' in error) return { ...(error.problem ?? {}) }
  throw new Error('the call was accepted, or failed without a problem document', { cause: error })
}

async function changesOf(call: Promise<unknown>) {
  const problem = await problemOf(call)
  expect(problem).toMatchObject({ status: 409, code: 'lines_changed' })
  return linesChangedSchema.parse(problem)
}

async function orderedBy(call: Promise<unknown>) {
  const problem = await problemOf(call)
  expect(problem).toMatchObject({ status: 409, code: 'cart_ordered' })
  return cartOrderedSchema.parse(problem).order
}

/** Nothing was ordered, and the cart is as it was. */
async function expectNothing({ api }: Person, cart: { id: string | null; version: number }) {
  expect((await api.listOrders()).items).toEqual([])
  expect(await api.getCart()).toMatchObject({ id: cart.id, version: cart.version })
}

describe('a cart', () => {
  test('becomes one order of its lines, and is another, empty cart then', async () => {
    const buyer = await shop.buyer()
    const [disc, pad] = [
      await shop.part({ price: 6.99, available: 5, partNumber: 'N-1' }),
      await shop.part({ price: 12.5, available: 5 }),
    ]
    const cart = await fillCart(buyer, [disc, 2], [pad, 3])
    const order = await buyCart(buyer, cart)
    expect(order).toMatchObject({
      channel: 'cart',
      email: buyer.email,
      quantity: 5,
      total: 51.48,
      price: 51.48,
      tax: { rate: 19, amount: 8.22 },
      paid: false,
      status: 'pending',
      lines: [
        { position: 1, productId: disc._id, quantity: 2, price: 6.99, total: 13.98, partNumber: 'N-1' },
        { position: 2, productId: pad._id, quantity: 3, price: 12.5, total: 37.5 },
      ],
    })
    expect(order).toEqual(await buyer.api.getOrder({ params: { id: order._id } }))
    const after = await buyer.api.getCart()
    expect(after).toMatchObject({ version: cart.version + 1, lines: [], total: 0 })
    expect(after.id).not.toBe(cart.id)
    // the cached responses of the parts are invalid
    expect(await stockOf(disc, pad)).toEqual([3, 2])
  })

  test('is ordered as the page shows it; what was put in meanwhile stays', async () => {
    const buyer = await shop.buyer()
    const [disc, pad, late] = [await shop.part(), await shop.part(), await shop.part()]
    const shown = await fillCart(buyer, disc, pad)
    await fillCart(buyer, late)
    const order = await buyCart(buyer, shown)
    expect(order.lines.map(({ productId }) => productId)).toEqual([disc._id, pad._id])
    const { id, lines } = await buyer.api.getCart()
    expect(lines.map(({ productId }) => productId)).toEqual([late._id])
    const next = await buyCart(buyer, await buyer.api.getCart())
    expect(next.lines).toHaveLength(1)
    expect(id).not.toBe(shown.id)
  })

  test('loses the units that are ordered, not those that another tab put in meanwhile', async () => {
    const buyer = await shop.buyer()
    const { api } = buyer
    const [raised, lowered, twice, gone] = [
      await shop.part({ price: 5, available: 9 }),
      await shop.part({ available: 9 }),
      await shop.part({ price: 5, available: 9 }),
      await shop.part({ available: 9 }),
    ]
    const shown = await fillCart(buyer, raised, [lowered, 3], [twice, 2], gone)
    let { version } = shown
    const changes = [
      [raised, 2],
      [lowered, 1],
      [twice, 5],
      [gone, 0],
    ] as const
    for (const [{ _id: productId }, quantity] of changes)
      ({ version } = await api.setCartLine({ body: { productId, quantity, version } }))
    const lines = checkoutBody(shown).lines.flatMap((line) =>
      line.productId === twice._id
        ? [
            { ...line, quantity: 1 },
            { ...line, quantity: 1 },
          ]
        : [line],
    )
    const order = await buyCart(buyer, shown, { lines })
    expect(order.lines.map(({ quantity }) => quantity)).toEqual([1, 3, 1, 1, 1])
    const left = await api.getCart()
    expect(left.lines.map(({ productId, quantity }) => [productId, quantity])).toEqual([
      [raised._id, 1],
      [twice._id, 3],
    ])
    expect(left.version).toBe(version + 1)
    expect((await buyCart(buyer, left)).total).toBe(20)
    expect((await api.getCart()).lines).toEqual([])
  })

  test('of one line and of a hundred takes the same few statements', async () => {
    const buyer = await shop.buyer()
    const { _id: addressId } = await buyer.api.createAddress({ body: exampleAddress })
    const statements = watchStatements(shop.database.pool)
    await shop.settings.current()
    for (const count of [1, 100]) {
      const ids = await Promise.all(Array.from({ length: count }, () => insertProduct(shop.database.db)))
      const { shipTo: _, ...body } = checkoutBody(await fillCart(buyer, ...ids.map((id) => ({ _id: id }))))
      const executed = await statements.during(() => buyer.api.checkout({ body: { ...body, addressId } }))
      // address, prices; begin, order, cart, its lines, address, commit
      expect(executed.filter(({ text }) => !/settings/.test(text))).toHaveLength(8)
    }
  })

  test('is paid as a whole, with the id of the order or with its total', async () => {
    const buyer = await shop.buyer()
    const [disc, pad] = [await shop.part({ price: 10 }), await shop.part({ price: 20 })]
    const order = await buyCart(buyer, await fillCart(buyer, disc, [pad, 2]))
    const { api } = buyer
    expect(await outcomeOf(api.createPaymentIntent({ body: { price: 10, orderId: order._id } }))).toBe(
      '409 price_changed',
    )
    const { clientSecret } = await api.createPaymentIntent({ body: { price: 50 } })
    expect(await api.createPaymentIntent({ body: { price: 50, orderId: order._id } })).toEqual({
      clientSecret,
    })
    const paid = await shop.paid(order)
    expect(paid).toMatchObject({ paid: true, total: 50 })
  })

  test('of no account, of another account and of nobody is refused, and takes nothing', async () => {
    const [owner, other] = [await shop.buyer(), await shop.buyer()]
    const [disc] = [await shop.part({ available: 3 })]
    const cart = await fillCart(owner, disc)
    const own = await fillCart(other, disc)
    expect(await outcomeOf(buyCart(other, cart))).toBe('409 cart_changed')
    expect(await outcomeOf(buyCart(other, { ...own, id: newId() }))).toBe('409 cart_changed')
    expect(await stockOf(disc)).toEqual([3])
    await expectNothing(other, own)
    await buyCart(owner, cart)
    // the order of another account is not named
    expect(await orderedBy(buyCart(other, cart))).toBeNull()
    expect(await stockOf(disc)).toEqual([2])
    const { rows } = await shop.database.pool.query('select unpaid_orders from users where uid = $1', [
      other.uid,
    ])
    expect(rows).toEqual([{ unpaid_orders: 0 }])
  })
})

describe('lines that changed', () => {
  test.for([15.01, 14.99])(
    'a price that is %s now is named at its line with the new total, and nothing is taken',
    async (price) => {
      const buyer = await shop.buyer()
      const [disc, pad] = [
        await shop.part({ price: 15, available: 3 }),
        await shop.part({ price: 2, available: 3 }),
      ]
      const cart = await fillCart(buyer, pad, [disc, 2])
      await change(disc, { price })
      const { faults, quote } = await changesOf(buyCart(buyer, cart))
      expect(faults).toEqual([{ position: 2, code: 'price_changed', price, available: 3, minimumOrder: 1 }])
      expect(quote).toMatchObject({
        total: Number((price * 2 + 2).toFixed(2)),
        lines: [{ total: 2 }, { part: { price } }],
      })
      expect(await stockOf(disc, pad)).toEqual([3, 3])
      await expectNothing(buyer, cart)
      // the buyer agrees to the new price
      expect(await buyCart(buyer, await buyer.api.getCart())).toMatchObject({ total: quote.total })
    },
  )

  test('prices that change against each other are both named, though the total is the same', async () => {
    const buyer = await shop.buyer()
    const [disc, pad] = [
      await shop.part({ price: 10, available: 3 }),
      await shop.part({ price: 10, available: 3 }),
    ]
    const cart = await fillCart(buyer, disc, pad)
    await change(disc, { price: 11 })
    await change(pad, { price: 9 })
    const { faults, quote } = await changesOf(buyCart(buyer, cart))
    expect(faults).toMatchObject([
      { position: 1, code: 'price_changed', price: 11 },
      { position: 2, code: 'price_changed', price: 9 },
    ])
    expect(quote.total).toBe(cart.total)
    expect(await stockOf(disc, pad)).toEqual([3, 3])
    await expectNothing(buyer, cart)
  })

  test.for([10.001, -10, 1e-7])('%s, which no part can cost, is named as another price', async (price) => {
    const buyer = await shop.buyer()
    const cart = await fillCart(buyer, await shop.part({ price: 10 }))
    const lines = checkoutBody(cart).lines.map((line) => ({ ...line, price }))
    const { faults } = await changesOf(buyCart(buyer, cart, { lines }))
    expect(faults).toMatchObject([{ position: 1, code: 'price_changed', price: 10 }])
    await expectNothing(buyer, cart)
  })

  test.for([19.99, 20.01])('a total of %s for a line of 20 is refused without a fault', async (total) => {
    const buyer = await shop.buyer()
    const cart = await fillCart(buyer, [await shop.part({ price: 10 }), 2])
    const { faults, quote } = await changesOf(buyCart(buyer, { ...cart, total }))
    expect([faults, quote.total]).toEqual([[], 20])
    await expectNothing(buyer, cart)
  })

  test('each is named with its reason, and the rest keeps its stock', async () => {
    const buyer = await shop.buyer()
    const [fine, gone, soldOut, raised, alsoFine] = [
      await shop.part({ price: 5, available: 4 }),
      await shop.part(),
      await shop.part({ available: 1 }),
      await shop.part({ available: 9 }),
      await shop.part({ available: 4 }),
    ]
    const cart = await fillCart(buyer, fine, gone, soldOut, [raised, 2], alsoFine)
    await archive(gone)
    await shop.order([{ part: soldOut }], { buyer: await shop.buyer() })
    await change(raised, { minimumOrder: 4 })
    const { faults, quote } = await changesOf(buyCart(buyer, cart))
    expect(faults).toEqual([
      { position: 2, code: 'not_found', price: null, available: null, minimumOrder: null },
      { position: 3, code: 'insufficient_stock', price: soldOut.price, available: 0, minimumOrder: 1 },
      { position: 4, code: 'below_minimum', price: raised.price, available: 9, minimumOrder: 4 },
    ])
    expect(quote.lines.map(({ fault }) => fault)).toEqual([
      null,
      'not_found',
      'insufficient_stock',
      'below_minimum',
      null,
    ])
    expect(quote.total).toBe(fine.price + alsoFine.price)
    expect(await stockOf(fine, soldOut, raised, alsoFine)).toEqual([4, 0, 9, 4])
    await expectNothing(buyer, cart)
  })

  test('the same part on two lines is counted together', async () => {
    const buyer = await shop.buyer()
    const [disc] = [await shop.part({ price: 5, available: 3 })]
    const cart = await fillCart(buyer, disc)
    const line = { productId: disc._id, quantity: 2, price: 5 }
    const { faults } = await changesOf(buyCart(buyer, { ...cart, total: 20 }, { lines: [line, line] }))
    expect(faults).toMatchObject([
      { position: 1, code: 'insufficient_stock', available: 3 },
      { position: 2, code: 'insufficient_stock', available: 3 },
    ])
    const order = await buyCart(buyer, cart, { lines: [line, { ...line, quantity: 1 }], total: 15 })
    expect(order.lines.map(({ quantity }) => quantity)).toEqual([2, 1])
    expect(await stockOf(disc)).toEqual([0])
  })

  test('a change between the price and the placing is named at its line', async () => {
    const buyer = await shop.buyer()
    const [disc, pad] = [
      await shop.part({ price: 5, available: 3 }),
      await shop.part({ price: 7, available: 3 }),
    ]
    const cart = await fillCart(buyer, disc, pad)
    const client = await shop.database.pool.connect()
    let refusal: ReturnType<typeof changesOf> | undefined
    try {
      await client.query('begin')
      await client.query('update products set price_minor = 800 where id = $1', [pad._id])
      refusal = changesOf(buyCart(buyer, cart))
      const waiters = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await client.query(waiters)).rows.length).toBe(1)
      await client.query('commit')
    } finally {
      client.release()
    }
    const { faults, quote } = (await refusal) ?? {}
    expect(faults).toEqual([{ position: 2, code: 'price_changed', price: 8, available: 3, minimumOrder: 1 }])
    expect(quote?.total).toBe(13)
    expect(await stockOf(disc)).toEqual([3])
    await expectNothing(buyer, cart)
  })
})

describe('an amount or an account that may not order', () => {
  test('is refused, and takes nothing', async () => {
    const small = await openShop({ env: { UNPAID_ORDER_LIMIT: '1' } })
    try {
      const buyer = await small.buyer()
      const [cheap, dear, disc] = [
        await small.part({ price: 0.01 }),
        await small.part({ price: 900_000, available: 9 }),
        await small.part({ price: 5 }),
      ]
      let cart = await fillCart(buyer, cheap)
      expect(await problemOf(buyCart(buyer, cart))).toMatchObject({
        code: 'amount_too_small',
        errors: [{ path: 'total' }],
      })
      cart = await fillCart(buyer, [dear, 2])
      expect(await outcomeOf(buyCart(buyer, cart))).toBe('409 amount_too_large')
      await expectNothing(buyer, cart)
      cart = await buyer.api.emptyCart({ query: { version: String(cart.version) } })
      cart = await fillCart(buyer, disc)
      await buyCart(buyer, cart)
      cart = await fillCart(buyer, disc)
      expect(await outcomeOf(buyCart(buyer, cart))).toBe('429 unpaid_order_limit')
      expect(await buyer.api.getCart()).toEqual(cart)
      expect(await stockIn(small, [dear, disc])).toEqual([9, disc.availableQuantity - 1])
    } finally {
      await small.close()
    }
  })

  test('orders of an hour are counted together, however they are placed; a replay is none', async () => {
    const limited = await openShop({ env: { ORDERS_PER_HOUR: '2' } })
    try {
      const buyer = await limited.buyer()
      const part = await limited.part({ available: 9 })
      const cart = await fillCart(buyer, part)
      const order = await buyCart(buyer, cart, { key: 'first' })
      await limited.order([{ part }], { buyer })
      expect(await buyCart(buyer, cart, { key: 'first' })).toEqual(order)
      expect(await outcomeOf(buyCart(buyer, await fillCart(buyer, part)))).toBe('429 too_many_requests')
      expect(await outcomeOf(limited.order([{ part }], { buyer }))).toBe('429 too_many_requests')
    } finally {
      await limited.close()
    }
  })

  test('without card payments a cart is ordered, too', async () => {
    const withoutCards = await openShop({ env: { CARDS: 'off' } })
    try {
      const buyer = await withoutCards.buyer()
      const cheap = await withoutCards.part({ price: 0.01 })
      expect(await buyCart(buyer, await fillCart(buyer, cheap))).toMatchObject({ total: 0.01, paid: false })
    } finally {
      await withoutCards.close()
    }
  })
})

describe('where the goods go', () => {
  test('an address of the account is copied, also as text, and becomes the one used last', async () => {
    const buyer = await shop.buyer()
    const kept = await buyer.api.createAddress({
      body: { ...exampleAddress, company: 'Gears', line2: 'Unit 4' },
    })
    shop.clock.advance(1)
    const newer = await buyer.api.createAddress({ body: { ...exampleAddress, name: 'Newer' } })
    shop.clock.advance(1)
    const cart = await fillCart(buyer, await shop.part())
    const { shipTo: _, ...body } = checkoutBody(cart)
    const order = await buyer.api.checkout({ body: { ...body, addressId: kept._id } })
    expect(order).toMatchObject({
      name: 'Ines Ferreira',
      phone: '+1 555 014 7731',
      address: 'Gears, 44 Harbor Road, Unit 4',
      location: 'Oakland, California 94607, United States',
    })
    const { _id: _kept, ...shipTo } = kept
    expect(order.delivery).toEqual({ method: 'agreed', shipTo, billTo: null })
    expect(await buyer.api.listAddresses()).toEqual([kept, newer])
    await buyer.api.deleteAddress({ params: { id: kept._id } })
    expect(await buyer.api.getOrder({ params: { id: order._id } })).toEqual(order)
  })

  test('a new one is kept only if the buyer wants that, and only with its order', async () => {
    const buyer = await shop.buyer()
    const part = await shop.part({ available: 3 })
    let cart = await fillCart(buyer, part)
    expect(await outcomeOf(buyCart(buyer, { ...cart, total: 1 }, { saveAddress: true }))).toBe(
      '409 lines_changed',
    )
    await buyCart(buyer, cart)
    expect(await buyer.api.listAddresses()).toEqual([])
    cart = await fillCart(buyer, part)
    await buyCart(buyer, cart, { saveAddress: true })
    cart = await fillCart(buyer, part)
    await buyCart(buyer, cart, { saveAddress: true })
    expect(await buyer.api.listAddresses()).toMatchObject([exampleAddress])
  })

  test('an account with twenty addresses orders without keeping one more', async () => {
    const buyer = await shop.buyer()
    for (let number = 1; number <= 20; number += 1)
      await buyer.api.createAddress({ body: { ...exampleAddress, line1: `${number} Main Street` } })
    const part = await shop.part({ available: 3 })
    const cart = await fillCart(buyer, part)
    expect(await outcomeOf(buyCart(buyer, cart, { saveAddress: true }))).toBe('409 address_limit')
    expect(await stockOf(part)).toEqual([3])
    await expectNothing(buyer, cart)
    await buyCart(buyer, cart)
  })

  test('nobody orders to an address of another account', async () => {
    const [owner, other] = [await shop.buyer(), await shop.buyer()]
    const { _id: addressId } = await owner.api.createAddress({ body: exampleAddress })
    const { shipTo: _, ...body } = checkoutBody(await fillCart(other, await shop.part()))
    for (const id of [addressId, newId()])
      expect(await problemOf(other.api.checkout({ body: { ...body, addressId: id } }))).toMatchObject({
        status: 404,
        code: 'not_found',
        errors: [{ path: 'addressId' }],
      })
  })

  test('who collects the goods needs a name and a phone, and no street', async () => {
    const buyer = await shop.buyer()
    const { shipTo: _, ...body } = checkoutBody(await fillCart(buyer, await shop.part()))
    const contact = { name: 'Ines Ferreira', phone: '+1 555 014 7731' }
    const order = await buyer.api.checkout({ body: { ...body, delivery: 'pickup', contact } })
    expect(order).toMatchObject({ ...contact, address: 'Pick-up at the shop', location: '' })
    expect(order.delivery).toEqual({ method: 'pickup', shipTo: null, billTo: null })
    expect(await buyer.api.listAddresses()).toEqual([])
  })

  test('the invoice has an address of its own, without a phone, and the shop gets a note', async () => {
    const buyer = await shop.buyer()
    const { phone: _, ...address } = exampleAddress
    const billTo = { ...address, country: 'DE', postcode: '26133', region: 'Nowhere' }
    const note = 'Gate code 4711.\nPlease call first.'
    const order = await buyCart(buyer, await fillCart(buyer, await shop.part()), {
      billTo,
      note: ` ${note} `,
    })
    expect(order.delivery.billTo).toEqual({ ...billTo, region: null, phone: null })
    expect(order.note).toBe(note)
    expect(await admin.api.getOrder({ params: { id: order._id } })).toMatchObject({ note })
    expect((await buyer.api.listOrders()).items).toMatchObject([{ note }])
  })

  test.for<[string, object, string]>([
    ['no address', { shipTo: undefined }, 'shipTo'],
    ['two addresses', { addressId: newId() }, 'shipTo'],
    ['a street without a town', { shipTo: { ...exampleAddress, city: ' ' } }, 'shipTo.city'],
    ['a postcode of elsewhere', { shipTo: { ...exampleAddress, postcode: '26133-1' } }, 'shipTo.postcode'],
    ['a pick-up by nobody', { delivery: 'pickup' }, 'contact'],
    [
      'a pick-up without a phone',
      { delivery: 'pickup', contact: { name: 'Ann', phone: '' } },
      'contact.phone',
    ],
    ['another way of delivery', { delivery: 'pigeon' }, 'delivery'],
    ['a long note', { note: 'x'.repeat(NOTE_LENGTH + 1) }, 'note'],
    ['no lines', { lines: [] }, 'lines'],
    ['half a unit', { lines: [{ productId: newId(), quantity: 0.5, price: 5 }] }, 'lines.0.quantity'],
    ['units below zero', { lines: [{ productId: newId(), quantity: -1, price: 5 }] }, 'lines.0.quantity'],
    [
      'a thousand million units',
      { lines: [{ productId: newId(), quantity: 1e9, price: 5 }] },
      'lines.0.quantity',
    ],
    ['a line without a price', { lines: [{ productId: newId(), quantity: 1 }] }, 'lines.0.price'],
    ['no total', { total: undefined }, 'total'],
    ['an invoice to nowhere', { billTo: { ...exampleAddress, country: 'XX' } }, 'billTo.country'],
  ])('%s is refused at its field', async ([, fields, path]) => {
    const buyer = await shop.buyer()
    const cart = await fillCart(buyer, await shop.part())
    expect(await problemOf(buyCart(buyer, cart, fields))).toMatchObject({
      code: 'invalid_request',
      errors: [{ path }],
    })
  })

  test('a posted email, price, status or number is ignored', async () => {
    const buyer = await shop.buyer()
    const cart = await fillCart(buyer, await shop.part({ price: 5 }))
    const response = await shop.call({
      method: 'POST',
      url: '/api/checkout',
      headers: { authorization: `Bearer ${buyer.token}` },
      payload: {
        ...checkoutBody(cart),
        email: admin.email,
        price: 1,
        paid: true,
        status: 'Shift',
        number: 7,
      },
    })
    expect(response.statusCode).toBe(201)
    expect(response.json()).toMatchObject({ email: buyer.email, total: 5, paid: false, status: 'pending' })
    expect(response.json().number).toBeGreaterThan(100_000)
  })
})
