import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_ADDRESSES } from '#contract/people/addresses/addresses.ts'
import { newId } from '#database/uuid.ts'
import { exampleAddress } from '#demo/purchase.ts'
import { personalData } from '#server/app.ts'
import { deleteAccount } from '#server/people/users/account-deletion.ts'
import { outcomeOf } from '../../../support/http/outcomes.ts'
import { buyCart, fillCart } from '../../../support/orders/carts.ts'
import { openShop, type Shop } from '../../../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const atNumber = (number: number) => ({ ...exampleAddress, line1: `${number} Harbor Road` })

test('an address is kept, changed and deleted, and the one used last comes first', async () => {
  const { api } = await shop.buyer()
  expect(await api.listAddresses()).toEqual([])
  const first = await api.createAddress({ body: { ...exampleAddress, postcode: ' 94607 ', company: ' ' } })
  expect(first).toEqual({ _id: first._id, ...exampleAddress })
  shop.clock.advance(1)
  const second = await api.createAddress({ body: atNumber(45) })
  expect(await api.listAddresses()).toEqual([second, first])
  const params = { id: first._id }
  expect(await api.updateAddress({ params, body: { company: 'Gears', line2: 'Unit 4' } })).toEqual({
    ...first,
    company: 'Gears',
    line2: 'Unit 4',
  })
  expect(await api.updateAddress({ params, body: { line2: null } })).toMatchObject({
    company: 'Gears',
    line2: null,
  })
  expect(await api.deleteAddress({ params })).toEqual({ deletedCount: 1 })
  expect(await outcomeOf(api.deleteAddress({ params }))).toBe('404 not_found')
  expect(await api.listAddresses()).toEqual([second])
})

test('an address of another country has what that country asks for', async () => {
  const { api } = await shop.buyer()
  const { _id: id } = await api.createAddress({ body: exampleAddress })
  const moved = api.updateAddress({ params: { id }, body: { country: 'GB' } })
  await expect(moved).rejects.toMatchObject({
    code: 'invalid_request',
    errors: [{ path: 'postcode', message: expect.stringMatching(/^Postcode looks like/) }],
  })
  expect(await api.listAddresses()).toMatchObject([{ country: 'US' }])
  const body = { country: 'GB', postcode: 'ec1y 8sy' }
  expect(await api.updateAddress({ params: { id }, body })).toMatchObject({
    postcode: 'EC1Y 8SY',
    region: null,
  })
  await expect(
    api.createAddress({ body: { ...exampleAddress, region: '', postcode: '9460' } }),
  ).rejects.toMatchObject({
    code: 'invalid_request',
    errors: [
      { path: 'region', message: 'State is required' },
      { path: 'postcode', message: 'ZIP code looks like 95014 there' },
    ],
  })
})

test('an account keeps twenty addresses, none of them twice', async () => {
  const { api } = await shop.buyer()
  for (let number = 1; number < MAX_ADDRESSES; number += 1)
    await api.createAddress({ body: atNumber(number) })
  // two at once for the last place
  const last = [100, 101].map((number) => outcomeOf(api.createAddress({ body: atNumber(number) })))
  expect((await Promise.all(last)).sort()).toEqual(['409 address_limit', 'accepted'])
  shop.clock.advance(1)
  const again = await api.createAddress({ body: atNumber(1) })
  const kept = await api.listAddresses()
  expect(kept).toHaveLength(MAX_ADDRESSES)
  expect(kept[0]).toEqual(again)
})

test('an address belongs to its account', async () => {
  const [owner, other] = [await shop.buyer(), await shop.buyer()]
  const { _id: id } = await owner.api.createAddress({ body: exampleAddress })
  expect(await other.api.listAddresses()).toEqual([])
  for (const params of [{ id }, { id: newId() }]) {
    expect(await outcomeOf(other.api.updateAddress({ params, body: { city: 'Elsewhere' } }))).toBe(
      '404 not_found',
    )
    expect(await outcomeOf(other.api.deleteAddress({ params }))).toBe('404 not_found')
  }
  expect(await owner.api.listAddresses()).toMatchObject([{ city: 'Oakland' }])
})

test('a deleted account leaves no address, cart or note behind, and its orders stay', async () => {
  const [buyer, admin] = [await shop.buyer(), await shop.staff('admin')]
  const part = await shop.part()
  const cart = await fillCart(buyer, part)
  const fields = {
    saveAddress: true,
    billTo: { ...exampleAddress, name: 'Ferreira Ltd' },
    note: 'Gate code 4711',
  }
  const order = await shop.paid(await buyCart(buyer, cart, fields))
  await fillCart(buyer, part)
  const params = { id: order._id }
  await admin.api.setOrderStatus({ params, body: { status: 'Shift' } })
  const { email, idToken } = buyer
  await shop.apiWith(idToken).deleteAccount({ params: { email } })
  const left = await admin.api.getOrder({ params })
  expect(left).toMatchObject({
    name: 'Former customer',
    email: '',
    phone: '',
    address: '',
    location: '',
    note: null,
    delivery: { shipTo: null, billTo: null },
    total: order.total,
  })
  const { rows } = await shop.database.pool.query(
    `select (select count(*)::int from addresses where user_id = users.id) as addresses,
      (select count(*)::int from carts where user_id = users.id) as carts,
      (select count(*)::int from cart_lines where user_id = users.id) as lines
    from users where uid = $1`,
    [buyer.uid],
  )
  expect(rows).toEqual([{ addresses: 0, carts: 0, lines: 0 }])
})

test('an address that is kept while its account is deleted is refused', async () => {
  const buyer = await shop.buyer()
  let keeping: Promise<string> | undefined
  await deleteAccount(
    shop.database.db,
    { uid: buyer.uid, at: shop.clock.now(), host: 'parts.example' },
    {
      ...personalData,
      async anonymise(trx, userId) {
        // the account is locked
        keeping = outcomeOf(buyer.api.createAddress({ body: exampleAddress }))
        const waiters = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        await expect.poll(async () => (await shop.database.pool.query(waiters)).rows.length).toBe(1)
        await personalData.anonymise(trx, userId)
      },
    },
  )
  expect(await keeping).toBe('401 unauthenticated')
  const { rows } = await shop.database.pool.query(
    'select from addresses join users on users.id = user_id where uid = $1',
    [buyer.uid],
  )
  expect(rows).toEqual([])
})
