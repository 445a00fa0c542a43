import { may, type Role } from '#contract/platform/auth/roles.ts'
import type { Found, FoundOrder, FoundPart, FoundPerson } from '#contract/sales/find/find.ts'
import { findTexts as texts } from '#contract/sales/find/texts.ts'
import { orderState } from '#contract/sales/orders/order-state.ts'
import { orderTexts, partsText } from '#contract/sales/orders/texts.ts'
import { addressOf } from '../../platform/ui/address.ts'
import { hasTyped } from './mark-words.ts'

/** One result: where it leads, and what its row shows. */
export type Option = { id: string; to: string; name: string; detail: string; aside: string; exact: boolean }
export type Group = { id: 'orders' | 'people' | 'parts' | 'more'; title: string; options: Option[] }

type Asked = { query: string; role: Role; countText: (count: number) => string }

/** The results in groups, one with an exact result first; then the lists that have all of them. */
export function groupsOf(found: Found, asked: Asked): Group[] {
  const { query, role, countText } = asked
  const orders = found.orders ?? []
  const parts = found.parts ?? []
  const groups: Group[] = [
    { id: 'orders', title: texts.orders, options: orders.map((order) => orderOption(order, query)) },
    {
      id: 'people',
      title: texts.people,
      options: (found.people ?? []).map((person) => personOption(person, role)),
    },
    { id: 'parts', title: texts.parts, options: parts.map((part) => partOption(part, countText)) },
  ]
  const byExactness = groups.toSorted((a, b) => Number(hasExact(b)) - Number(hasExact(a)))
  return [...byExactness, moreOf(query, { orders, parts })].filter(({ options }) => options.length > 0)
}

function hasExact({ options }: Group): boolean {
  return options.some(({ exact }) => exact)
}

function orderOption(order: FoundOrder, query: string): Option {
  // what was typed is shown, also where the row has no place for it otherwise
  const receipt = order.receiptNumber === null ? '' : `${orderTexts.receiptNumber} ${order.receiptNumber}`
  const others = [order.email ?? '', order.phone, receipt].filter((text) => hasTyped(text, query))
  const parts = partsText(order.productName, order.otherParts)
  const state = orderState(order)
  const states = [
    state === 'open' || state === 'shifted' ? orderTexts.unpaid : orderTexts[state],
    ...(order.status === 'Shift' ? [orderTexts.shifted] : []),
  ]
  return {
    id: `found-order-${order._id}`,
    to: `/dashboard/orders/${order.number}`,
    name: `${order.number}, ${order.name || order.email || order.address}`,
    detail: [...others, order.address, order.location, parts].filter(Boolean).join(', '),
    aside: states.join(', '),
    exact: order.exact,
  }
}

/** A customer leads to their orders, a member of staff to their role, where that is the reader's to give. */
function personOption({ _id, email, displayName, role: theirs, exact }: FoundPerson, role: Role): Option {
  const isForStaff = may(role, 'staff.write') && (theirs !== 'user' || !may(role, 'orders.read'))
  const to = isForStaff
    ? addressOf('/dashboard/makeAdmin', { q: email })
    : addressOf('/dashboard/manageOrders', { email })
  return { id: `found-person-${_id}`, to, name: displayName || email, detail: email, aside: '', exact }
}

function partOption(part: FoundPart, countText: Asked['countText']): Option {
  const { _id, partNumber, productName, availableQuantity, exact } = part
  return {
    id: `found-part-${_id}`,
    to: addressOf('/dashboard/manageProduct', { q: partNumber ?? productName }),
    name: productName,
    detail: partNumber ?? '',
    aside: texts.inStock(countText(availableQuantity)),
    exact,
  }
}

function moreOf(query: string, { orders, parts }: { orders: FoundOrder[]; parts: FoundPart[] }): Group {
  const option = (id: string, to: string, name: string) => ({
    id,
    to,
    name,
    detail: '',
    aside: '',
    exact: false,
  })
  const allOrders = option(
    'found-all-orders',
    addressOf('/dashboard/manageOrders', { q: query }),
    texts.allOrders(query),
  )
  const allParts = option(
    'found-all-parts',
    addressOf('/dashboard/manageProduct', { q: query }),
    texts.allParts(query),
  )
  return {
    id: 'more',
    title: texts.more,
    options: [...(orders.length > 0 ? [allOrders] : []), ...(parts.length > 0 ? [allParts] : [])],
  }
}
