import { expect, test } from 'vitest'
import type { Role } from '#contract/platform/auth/roles.ts'
import type { Found, FoundOrder } from '#contract/sales/find/find.ts'
import { groupsOf } from './found-options.ts'

const order: FoundOrder = {
  _id: 'o1',
  number: 100482,
  name: 'Ines Ferreira',
  email: 'ines@example.com',
  phone: '+1 555 014 7731',
  address: '44 Harbor Rd',
  location: 'Port Alder',
  productName: 'Brake disc',
  otherParts: 0,
  quantity: 1,
  status: 'Shift',
  paid: true,
  expired: false,
  closing: false,
  receiptNumber: 12,
  createdAt: '2026-11-28T10:00:00.000Z',
  exact: false,
}
const person = {
  _id: 'p1',
  email: 'ines@example.com',
  displayName: null,
  role: 'user',
  exact: false,
} as const
const part = { _id: 't1', partNumber: null, productName: 'Brake disc', availableQuantity: 1200, exact: false }
const found: Found = { orders: [order], people: [person], parts: [part] }

const groups = (change: Partial<Found> = {}, { query = 'harbor', role = 'admin' as Role } = {}) =>
  groupsOf({ ...found, ...change }, { query, role, countText: (count) => count.toLocaleString('en-US') })
const titles = (change?: Partial<Found>) => groups(change).map(({ title }) => title)
const option = (change: Partial<Found>, asked?: { query?: string; role?: Role }) =>
  groups(change, asked)[0]?.options[0]

test('a group with an exact result is the first, and a group without results or permission is left out', () => {
  expect(titles()).toEqual(['Orders', 'People', 'Parts', 'More'])
  expect(titles({ parts: [{ ...part, exact: true }] })).toEqual(['Parts', 'Orders', 'People', 'More'])
  expect(titles({ orders: null, parts: [] })).toEqual(['People'])
  expect(titles({ orders: [], people: [], parts: [] })).toEqual([])
})

test('lists of all lead to the pages of orders and parts, each only where something was found', () => {
  const addresses = (change: Partial<Found>) =>
    groups(change)
      .at(-1)
      ?.options.map(({ to }) => to)
  expect(addresses({})).toEqual(['/dashboard/manageOrders?q=harbor', '/dashboard/manageProduct?q=harbor'])
  expect(addresses({ parts: [] })).toEqual(['/dashboard/manageOrders?q=harbor'])
})

test('an order shows who and where, its states, and what was typed of it', () => {
  const address = '44 Harbor Rd, Port Alder, Brake disc'
  expect(option({})).toMatchObject({
    to: '/dashboard/orders/100482',
    name: '100482, Ines Ferreira',
    detail: address,
    aside: 'paid, Shift',
  })
  expect(option({}, { query: '147731' })?.detail).toBe(`+1 555 014 7731, ${address}`)
  expect(option({}, { query: 'ines' })?.detail).toBe(`ines@example.com, ${address}`)
  expect(option({}, { query: '12' })?.detail).toBe(`Receipt no. 12, ${address}`)
  expect(option({ orders: [{ ...order, otherParts: 2 }] })?.detail).toBe(`${address} and 2 more`)
  const nobody = { ...order, name: null, email: null, paid: false, status: 'pending' as const }
  expect(option({ orders: [nobody] })).toMatchObject({
    name: '100482, 44 Harbor Rd',
    aside: 'unpaid',
  })
})

test('a customer leads to their orders, staff to their role where the reader may give one', () => {
  const to = (theirs: Role, role: Role) =>
    option({ orders: [], people: [{ ...person, role: theirs }] }, { role })?.to
  expect(to('user', 'admin')).toBe('/dashboard/manageOrders?email=ines%40example.com')
  expect(to('catalogue', 'admin')).toBe('/dashboard/makeAdmin?q=ines%40example.com')
  expect(to('catalogue', 'viewer')).toBe('/dashboard/manageOrders?email=ines%40example.com')
})

test('a part shows its number and stock, and one without a number is looked up by its name', () => {
  const only = { orders: [], people: [] }
  expect(option(only)).toMatchObject({ to: '/dashboard/manageProduct?q=Brake+disc', aside: '1,200 in stock' })
  expect(option({ ...only, parts: [{ ...part, partNumber: 'BR-1' }] })).toMatchObject({
    to: '/dashboard/manageProduct?q=BR-1',
    detail: 'BR-1',
  })
})
