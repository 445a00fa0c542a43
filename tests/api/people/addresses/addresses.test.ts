import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_ADDRESSES } from '#contract/people/addresses/addresses.ts'
import { newId } from '#database/uuid.ts'
import { exampleAddress } from '#demo/purchase.ts'
import { outcomeOf } from '../../../support/http/outcomes.ts'
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
  const { items: _, ...kept } = { items: null, ...(await api.listAddresses())[0] }
  expect(kept).toMatchObject({ country: 'US' })
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
