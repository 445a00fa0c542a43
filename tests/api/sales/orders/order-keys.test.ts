import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderBody } from '#demo/purchase.ts'
import { outcomeOf } from '../../../support/http/outcomes.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'

let shop: Shop
let admin: Person
let buyer: Person

beforeAll(async () => {
  shop = await openShop({
    env: { TAX_RATE: '19', UNPAID_ORDER_LIMIT: '1000', ORDERS_PER_HOUR: '10000' },
  })
  admin = await shop.staff('admin')
  buyer = await shop.buyer('Ines Ferreira')
})
afterAll(() => shop.close())

const availableOf = async (id: string) => (await shop.api.getProduct({ params: { id } })).availableQuantity

const send = (person: Person, key: string, payload: ReturnType<typeof orderBody>) =>
  shop.call({
    method: 'POST',
    url: '/api/order',
    token: person.token,
    headers: { 'idempotency-key': key },
    payload,
  })

describe('one key places one order', () => {
  test('twenty concurrent posts with one key place one order, and all return it', async () => {
    const part = await shop.part({ available: 100 })
    const post = () => send(buyer, 'one-click', orderBody([{ part, quantity: 2 }], buyer))
    const responses = await Promise.all(Array.from({ length: 20 }, post))
    expect(new Set(responses.map((response) => response.statusCode))).toEqual(new Set([201]))
    expect(new Set(responses.map((response) => response.json()._id)).size).toBe(1)
    expect(responses.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(19)
    expect(await availableOf(part._id)).toBe(98)
  })

  test('the same key with another body is rejected; for another account it is another key', async () => {
    const part = await shop.part()
    const other = await shop.buyer()
    const options = { idempotencyKey: 'shared-key' }
    await buyer.api.placeOrder({ body: orderBody([{ part, quantity: 1 }], buyer) }, options)
    const changed = buyer.api.placeOrder({ body: orderBody([{ part, quantity: 2 }], buyer) }, options)
    expect(await outcomeOf(changed)).toBe('422 idempotency_conflict')
    const theirs = await other.api.placeOrder({ body: orderBody([{ part, quantity: 1 }], other) }, options)
    expect(theirs.email).toBe(other.email)
  })

  test('the same key with another query string is the same call', async () => {
    const buyer = await shop.buyer()
    const part = await shop.part()
    const post = (url: string) =>
      shop.call({
        method: 'POST',
        url,
        token: buyer.token,
        headers: { 'idempotency-key': 'once' },
        payload: orderBody([{ part }], buyer),
      })
    const responses = [await post('/api/order'), await post('/api/order?attempt=2')]
    expect(new Set(responses.map((response) => response.json()._id)).size).toBe(1)
  })

  test('a failure is not stored, and a key is free again after a day', async () => {
    const part = await shop.part({ available: 1 })
    const options = { idempotencyKey: 'second-chance' }
    expect(
      await outcomeOf(buyer.api.placeOrder({ body: orderBody([{ part, quantity: 2 }], buyer) }, options)),
    ).toBe('400 above_available')
    await admin.api.updateProduct({ params: { id: part._id }, body: { addQuantity: 9 } })
    const first = await buyer.api.placeOrder({ body: orderBody([{ part, quantity: 2 }], buyer) }, options)
    shop.clock.advance(24 * 3_600_000 + 1)
    const fresh = await shop
      .apiWith((await shop.signInAgain(buyer)).token)
      .placeOrder({ body: orderBody([{ part, quantity: 2 }], buyer) }, options)
    expect(fresh._id).not.toBe(first._id)
    buyer = await shop.signInAgain(buyer)
    admin = await shop.signInAgain(admin)
  })

  test.each(['', ' ', 'a b', 'ü', 'x'.repeat(201)])('the key %j is rejected', async (key) => {
    const part = await shop.part()
    const response = await send(buyer, key, orderBody([{ part }], buyer))
    expect(response.statusCode).toBe(400)
    expect(response.json().errors[0].path).toBe('Idempotency-Key')
  })

  test.each([
    ['the unit price', 12.35, 3, 12.35],
    ['the total', 12.35, 3, 37.05],
    ['a total without cents', 10, 2, 20],
  ])('a replay has every field of the first response, with %s as price', async (_, price, quantity, sent) => {
    const part = await shop.part({ price, productName: 'Filter "Größe 7" \\ 𝄞' })
    const body = { ...orderBody([{ part, quantity }], buyer), price: sent }
    const first = await send(buyer, `fields of ${sent}`.replaceAll(' ', '-'), body)
    const again = await send(buyer, `fields of ${sent}`.replaceAll(' ', '-'), body)
    expect([first.statusCode, again.statusCode]).toEqual([201, 201])
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.json()).toEqual(first.json())
    expect(first.json()).toMatchObject({ productName: part.productName, price, total: price * quantity })
  })

  test('a replay returns the first response after changes of its order and part', async () => {
    const part = await shop.part()
    const body = orderBody([{ part, quantity: 2 }], buyer)
    const first = await send(buyer, 'later', body)
    await admin.api.updateProduct({ params: { id: part._id }, body: { productName: 'Renamed', price: 99 } })
    await admin.api.setOrderStatus({ params: { id: first.json()._id }, body: { status: 'Shift' } })
    expect((await send(buyer, 'later', body)).json()).toEqual(first.json())
  })

  test('a replay has the payment deadline of the first response, although it has changed since', async () => {
    const body = orderBody([{ part: await shop.part(), quantity: 2 }], buyer)
    const first = await send(buyer, 'set-back', body)
    const params = { id: first.json()._id }
    shop.clock.advance(3_600_000 / 4)
    await admin.api.setOrderStatus({ params, body: { status: 'Shift' } })
    const pending = await admin.api.setOrderStatus({ params, body: { status: 'Pending' } })
    expect(pending.expiresAt).not.toBe(first.json().expiresAt)
    expect((await send(buyer, 'set-back', body)).json()).toEqual(first.json())
  })

  test('another body under a used key is a conflict even if its part does not exist', async () => {
    const body = orderBody([{ part: await shop.part() }], buyer)
    await send(buyer, 'malformed', body)
    const response = await send(buyer, 'malformed', { ...body, productId: 'no-such-part' })
    expect([response.statusCode, response.json().code]).toEqual([422, 'idempotency_conflict'])
  })

  test('a replay succeeds although the limit of orders is reached', async () => {
    const limited = await openShop({ env: { ORDERS_PER_HOUR: '1' } })
    const person = await limited.buyer()
    const part = await limited.part()
    const post = (key: string) =>
      limited.call({
        method: 'POST',
        url: '/api/order',
        token: person.token,
        headers: { 'idempotency-key': key },
        payload: orderBody([{ part }], person),
      })
    const first = await post('only-one')
    const again = await post('only-one')
    expect([again.statusCode, again.headers['idempotent-replayed']]).toEqual([201, 'true'])
    expect(again.json()).toEqual(first.json())
    expect((await post('another')).statusCode).toBe(429)
    await limited.close()
  })

  test('concurrent requests with one key for the last units all return the order', async () => {
    for (let round = 0; round < 20; round++) {
      const part = await shop.part({ available: 2 })
      const body = orderBody([{ part, quantity: 2 }], buyer)
      const responses = await Promise.all(Array.from({ length: 4 }, () => send(buyer, `last-${round}`, body)))
      expect(responses.map((response) => response.statusCode)).toEqual([201, 201, 201, 201])
      expect(new Set(responses.map((response) => response.json()._id)).size).toBe(1)
    }
  })

  test('concurrent requests with one key for the last unpaid order within the limit all succeed', async () => {
    const { db } = shop.database
    const person = await shop.buyer()
    await db.updateTable('users').set({ unpaid_orders: 999 }).where('email', '=', person.email).execute()
    const body = orderBody([{ part: await shop.part() }], person)
    const responses = await Promise.all(Array.from({ length: 4 }, () => send(person, 'last', body)))
    expect(responses.map((response) => response.statusCode)).toEqual([201, 201, 201, 201])
    expect((await send(person, 'one-more', body)).json().code).toBe('unpaid_order_limit')
  })

  test('one of two concurrent bodies under one key is placed, the other rejected', async () => {
    for (let round = 0; round < 20; round++) {
      const part = await shop.part({ available: 10 })
      const sent = [1, 2, 1, 2].map((quantity) =>
        send(buyer, `bodies-${round}`, orderBody([{ part, quantity }], buyer)),
      )
      const responses = await Promise.all(sent)
      expect(responses.map((response) => response.statusCode).sort()).toEqual([201, 201, 422, 422])
      const placed = responses.find((response) => response.statusCode === 201)?.json()
      expect(await availableOf(part._id)).toBe(10 - placed.quantity)
    }
  })

  test('concurrent requests of six accounts place one order for each key, and the stock agrees', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => shop.buyer()))
    const parts = await Promise.all(Array.from({ length: 4 }, () => shop.part({ available: 1000 })))
    const requests = people.flatMap((person) =>
      parts.flatMap((part, at) =>
        Array.from({ length: 3 }, (_, key) => ({ person, part, key: `${at}-${key}` })),
      ),
    )
    // Each request four times: twice apart, then twice in a row.
    const allRequests = [
      ...requests,
      ...requests.toReversed(),
      ...requests.flatMap((request) => [request, request]),
    ]
    const responses = await Promise.all(
      allRequests.map(({ person, part, key }) => send(person, key, orderBody([{ part }], person))),
    )
    expect(new Set(responses.map((response) => response.statusCode))).toEqual(new Set([201]))
    const idsOf = new Map<string, Set<string>>()
    for (const [at, { person, key }] of allRequests.entries()) {
      const ids = idsOf.get(`${person.email} ${key}`) ?? new Set()
      idsOf.set(`${person.email} ${key}`, ids.add(responses[at]?.json()._id))
    }
    expect([...idsOf.values()].map((ids) => ids.size)).toEqual(requests.map(() => 1))
    expect(new Set(responses.map((response) => response.json()._id)).size).toBe(requests.length)
    const available = await Promise.all(parts.map(({ _id }) => availableOf(_id)))
    expect(available).toEqual(parts.map(() => 1000 - people.length * 3))
  })
})
