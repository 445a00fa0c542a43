import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderBody } from '#demo/purchase.ts'
import { outcomeOf } from '../../../support/http/outcomes.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'

let shop: Shop
let admin: Person
let buyer: Person

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.staff('admin')
  buyer = await shop.buyer('Ines Ferreira')
})
afterAll(() => shop.close())

const availableOf = async (id: string) => (await shop.api.getProduct({ params: { id } })).availableQuantity

describe('placing an order', () => {
  test('an order stores a snapshot of the part, computes the total and reserves the units', async () => {
    const part = await shop.part({ available: 10, price: 12.5 })
    const placed = await shop.order([{ part, quantity: 3 }])
    expect(placed).toMatchObject({
      productName: part.productName,
      price: 12.5,
      total: 37.5,
      currency: 'usd',
      status: 'pending',
      paid: false,
      transactionId: null,
      expired: false,
      email: buyer.email,
    })
    expect(placed.history).toMatchObject([{ field: 'status', from: null, to: 'pending' }])
    expect(await availableOf(part._id)).toBe(7)
  })

  test('an order accepts the total as its price, numbers as text and a phone number without quotes', async () => {
    const part = await shop.part()
    const body = { ...orderBody([{ part }], buyer), quantity: '4', price: '50.00', phone: 15550147731 }
    const placed = await buyer.api.placeOrder({ body })
    expect(placed).toMatchObject({ quantity: 4, total: 50, phone: '15550147731' })
  })

  test('status, paid, total, _id and transactionId in the request are ignored', async () => {
    const part = await shop.part()
    const response = await shop.call({
      method: 'POST',
      url: '/api/order',
      token: buyer.token,
      payload: {
        ...orderBody([{ part }], buyer),
        status: 'Shift',
        paid: true,
        total: 0.01,
        _id: part._id,
        transactionId: 'pi_x',
      },
    })
    expect(response.json()).toMatchObject({
      status: 'pending',
      paid: false,
      total: 12.5,
      transactionId: null,
    })
    expect(response.json()._id).not.toBe(part._id)
  })

  const quantities = [
    { quantity: '', code: 'quantity_missing', message: 'Please input Your Quantity' },
    { quantity: null, code: 'quantity_missing', message: 'Please input Your Quantity' },
    { quantity: 2.5, code: 'quantity_missing', message: 'Please input Your Quantity' },
    { quantity: 0, code: 'below_minimum', message: 'Order Quantity can not smaller than minimum order' },
    { quantity: -1, code: 'below_minimum', message: 'Order Quantity can not smaller than minimum order' },
    { quantity: 1, code: 'below_minimum', message: 'Order Quantity can not smaller than minimum order' },
    {
      quantity: 11,
      code: 'above_available',
      message: 'Order Quantitiy can not bigger than available quantity',
    },
    {
      quantity: 2 ** 31,
      code: 'above_available',
      message: 'Order Quantitiy can not bigger than available quantity',
    },
  ]
  test.each(quantities)(
    'the quantity $quantity is rejected with $code',
    async ({ quantity, code, message }) => {
      const part = await shop.part({ available: 10, minimumOrder: 2 })
      const response = await shop.call({
        method: 'POST',
        url: '/api/order',
        token: buyer.token,
        payload: { ...orderBody([{ part }], buyer), quantity },
      })
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ code, message, errors: [{ path: 'quantity', message }] })
      expect(await availableOf(part._id)).toBe(10)
    },
  )

  test('a price that is neither unit price nor total is rejected', async () => {
    const part = await shop.part()
    const body = { ...orderBody([{ part, quantity: 2 }], buyer), price: 1 }
    expect(await outcomeOf(buyer.api.placeOrder({ body }))).toBe('409 price_changed')
  })

  test('a total that no card can be charged is rejected', async () => {
    const cheap = await shop.part({ price: 0.2 })
    const dear = await shop.part({ price: 999_999.99 })
    expect(await outcomeOf(shop.order([{ part: cheap, quantity: 1 }]))).toBe('409 amount_too_small')
    expect(await outcomeOf(shop.order([{ part: dear, quantity: 2 }]))).toBe('409 amount_too_large')
    const place = (body: object) =>
      buyer.api.placeOrder({ body: { ...orderBody([{ part: cheap, quantity: 2 }], buyer), ...body } })
    const least = 'An order that is paid by card comes to $0.50 at least.'
    const most = 'An order comes to $999,999.99 at most.'
    await expect(place({})).rejects.toMatchObject({ errors: [{ path: 'quantity', message: least }] })
    const dearOnes = { ...orderBody([{ part: dear, quantity: 2 }], buyer) }
    await expect(place(dearOnes)).rejects.toMatchObject({
      message: most,
      errors: [{ path: 'quantity', message: most }],
    })
  })

  test('an archived, unknown or malformed part is rejected', async () => {
    const part = await shop.part()
    await admin.api.deleteProduct({ params: { id: part._id } })
    expect(await outcomeOf(shop.order([{ part }]))).toBe('404 not_found')
    const body = orderBody([{ part }], buyer)
    for (const productId of [crypto.randomUUID(), 'nothing', "'; drop table orders; --"]) {
      expect(await outcomeOf(buyer.api.placeOrder({ body: { ...body, productId } }))).toBe('404 not_found')
    }
  })

  test('the error names every missing field', async () => {
    const part = await shop.part()
    const { address: _a, phone: _p, location: _l, ...rest } = orderBody([{ part }], buyer)
    const response = await shop.call({
      method: 'POST',
      url: '/api/order',
      token: buyer.token,
      payload: rest,
    })
    expect(response.statusCode).toBe(400)
    expect(response.json().errors).toEqual([
      { path: 'address', message: 'Address is required' },
      { path: 'phone', message: 'Phone is required' },
      { path: 'location', message: 'Location is required' },
    ])
  })
})

describe('the list of all orders', () => {
  test('the list shows only orders of the requested statuses', async () => {
    const part = await shop.part()
    const fresh = await shop.order([{ part }])
    const shifted = await shop.order([{ part }])
    await admin.api.setOrderStatus({ params: { id: shifted._id }, body: { status: 'Shift' } })
    const idsOf = async (status: string) =>
      (await admin.api.listAllOrders({ query: { status, limit: 1000 } })).items.map(({ _id }) => _id)
    expect(await idsOf('pending,Pending')).toContain(fresh._id)
    expect(await idsOf('pending,Pending')).not.toContain(shifted._id)
    expect(await idsOf('pending,Shift')).toEqual(expect.arrayContaining([fresh._id, shifted._id]))
    const refused = await outcomeOf(admin.api.listAllOrders({ query: { status: 'shift' } }))
    expect(refused).toBe('400 invalid_request')
  })
})

describe('stock under load', () => {
  test('200 concurrent orders of a part with 37 units sell exactly 37', async () => {
    const part = await shop.part({ available: 37 })
    const buyers = await Promise.all(Array.from({ length: 8 }, () => shop.buyer()))
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, index) => {
        const person = buyers[index % buyers.length]
        return person ? outcomeOf(shop.order([{ part, quantity: 1 }], { buyer: person })) : 'no buyer'
      }),
    )
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(37)
    const refused = new Set(outcomes.filter((outcome) => outcome !== 'accepted'))
    expect(
      [...refused].every((outcome) => ['409 insufficient_stock', '400 above_available'].includes(outcome)),
    ).toBe(true)
    expect(await availableOf(part._id)).toBe(0)
    const sold = await shop.database.db
      .selectFrom('orders')
      .select((row) => row.fn.sum<number>('quantity').as('units'))
      .where('product_id', '=', part._id)
      .executeTakeFirstOrThrow()
    expect(Number(sold.units)).toBe(37)
  })

  test('the limit of unpaid orders holds under concurrent posts, and a deletion frees a place', async () => {
    const small = await openShop({ env: { UNPAID_ORDER_LIMIT: '3' } })
    try {
      const person = await small.buyer()
      const part = await small.part()
      const outcomes = await Promise.all(
        Array.from({ length: 12 }, () => outcomeOf(small.order([{ part, quantity: 1 }]))),
      )
      expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(3)
      expect(outcomes.filter((outcome) => outcome === '429 unpaid_order_limit')).toHaveLength(9)
      const [first] = (await person.api.listOrders()).items
      await person.api.deleteOrder({ params: { id: first?._id ?? '' } })
      expect(await outcomeOf(small.order([{ part, quantity: 1 }]))).toBe('accepted')
    } finally {
      await small.close()
    }
  })
})

// The last test of this file: it advances the clock by 49 hours, which expires all access tokens.
test('the list of all orders separates expired orders from payable ones, as the overview counts them', async () => {
  const part = await shop.part()
  const late = await shop.order([{ part }])
  const shifted = await shop.order([{ part }])
  await admin.api.setOrderStatus({ params: { id: shifted._id }, body: { status: 'Shift' } })
  shop.clock.advance(49 * 3_600_000)
  const person = await shop.buyer()
  const fresh = await shop.order([{ part }], { buyer: person })
  const newAdmin = await shop.staff('admin')
  const list = async (query: { paid?: 'true' | 'false'; expired?: 'true' | 'false'; status?: string }) =>
    (await newAdmin.api.listAllOrders({ query: { ...query, limit: 1000 } })).items
  const idsOf = (orders: { _id: string }[]) => orders.map(({ _id }) => _id)
  const expired = await list({ expired: 'true' })
  expect(idsOf(expired)).toContain(late._id)
  expect(expired.every((one) => one.expired)).toBe(true)
  const open = await list({ paid: 'false', expired: 'false' })
  expect(idsOf(open)).toEqual(expect.arrayContaining([fresh._id, shifted._id]))
  expect(open.some((one) => one.expired)).toBe(false)
  const { ordersByStatus } = await newAdmin.api.getOverview()
  const pending = await list({ status: 'pending,Pending', paid: 'false', expired: 'false' })
  expect([ordersByStatus?.expired, ordersByStatus?.pendingUnpaid]).toEqual([expired.length, pending.length])
  expect(await outcomeOf(newAdmin.api.listAllOrders({ query: { expired: 'yes' as 'true' } }))).toBe(
    '400 invalid_request',
  )
})
