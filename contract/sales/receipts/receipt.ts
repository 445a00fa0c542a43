import { pricePerUnit } from '../../catalog/products/part-fields-texts.ts'
import { addressLines } from '../../people/addresses/address-format.ts'
import { demoNotice } from '../../platform/texts/layout.ts'
import { namedLines } from '../orders/lines.ts'
import { paidAt, remainingAmount, remainingTax } from '../orders/order-state.ts'
import type { Order, Refund } from '../orders/orders.ts'
import { moreParts, orderTexts as texts, unitsOfPart } from '../orders/texts.ts'
import { receiptNumberText, receiptTexts } from './texts.ts'

/** What a receipt of a demo says beside its order. */
export type ReceiptNotes = { demo: boolean; takesCards: boolean }

export type ReceiptFormat = {
  money: (amount: number) => string
  percent: (rate: number) => string
  time: (at: string) => string
  count: (n: number) => string
}

type Detail = { label: string; text: string; at?: string }
type AddressLine = {
  field: 'name' | 'email' | 'address' | 'location' | 'phone' | 'taxId'
  text: string
  label?: string
}
type Total = {
  kind: 'total' | 'tax' | 'refund' | 'remaining'
  key: string
  label: string
  amount: string
  time?: string
}

/** A receipt without layout, for the page and the PDF. */
export type Receipt = {
  seller: { name: string; lines: AddressLine[] }
  details: { receiptNumber?: Detail; orderNumber: Detail; placed: Detail; paid?: Detail }
  /** Buyer and delivery; orders of deleted accounts have no delivery address. */
  parties: { title: string; lines: AddressLine[] }[]
  /** Columns and rows of the ordered parts; the first column is the part's name. */
  headings: string[]
  rows: { key: string; cells: string[] }[]
  totals: Total[]
  notes: string[]
}

export function describeReceipt(
  order: Order,
  { format, demo, takesCards }: ReceiptNotes & { format: ReceiptFormat },
): Receipt {
  const paid = paidAt(order)
  const { seller } = order
  const timeDetail = (label: string, at: string): Detail => ({ label, text: format.time(at), at })
  return {
    seller: {
      name: seller.name,
      lines: withoutEmptyLines([
        { field: 'address', text: seller.address },
        { field: 'phone', text: seller.phone },
        { field: 'taxId', text: seller.taxId, label: receiptTexts.taxId },
      ]),
    },
    details: {
      ...(order.receiptNumber !== null && {
        receiptNumber: { label: texts.receiptNumber, text: receiptNumberText(order.receiptNumber) },
      }),
      orderNumber: { label: texts.orderNumber, text: String(order.number) },
      placed: timeDetail(texts.placed, order.createdAt),
      ...(paid && { paid: timeDetail(texts.paidAt, paid) }),
    },
    parties: describeParties(order),
    headings: [texts.productName, texts.quantity, texts.unitPrice, texts.price],
    rows: order.lines.map(({ position, name, quantity, price, saleUnit, total }) => ({
      key: String(position),
      cells: [name, format.count(quantity), pricePerUnit(format.money(price), saleUnit), format.money(total)],
    })),
    totals: describeTotals(order, format),
    notes: demo ? [demoNotice(takesCards)] : [],
  }
}

function describeParties({ delivery, seller, ...order }: Order): Receipt['parties'] {
  const { name, email, address, location, phone } = order
  const named = delivery.billTo ? [...new Set(addressLines(delivery.billTo, seller.locale))] : [name]
  const buyer = {
    title: texts.buyer,
    lines: withoutEmptyLines([
      ...named.map((text) => ({ field: 'name', text }) as const),
      { field: 'email', text: email },
    ]),
  }
  if (!address) return [buyer]
  const lines = withoutEmptyLines([
    { field: 'address', text: address },
    { field: 'location', text: location },
    { field: 'phone', text: phone },
  ])
  return [buyer, { title: texts.delivery, lines }]
}

function describeTotals(order: Order, format: ReceiptFormat): Total[] {
  const taxTotals = (key: string, amount: number | null): Total[] =>
    order.tax && amount !== null
      ? [{ kind: 'tax', key, label: texts.tax(format.percent(order.tax.rate)), amount: format.money(amount) }]
      : []
  const totals: Total[] = [
    { kind: 'total', key: 'total', label: texts.total, amount: format.money(order.total) },
    ...taxTotals('tax', order.tax?.amount ?? null),
  ]
  const refunds = successfulRefunds(order)
  if (refunds.length === 0) return totals
  return [
    ...totals,
    ...refunds.map(
      ({ _id, reason, amount, createdAt, lines }): Total => ({
        kind: 'refund',
        key: _id,
        label: texts.refundLine(refundedParts(order, { lines, format }), reason),
        amount: format.money(-amount),
        time: format.time(createdAt),
      }),
    ),
    {
      kind: 'remaining',
      key: 'remaining',
      label: texts.remaining,
      amount: format.money(remainingAmount(order)),
    },
    ...taxTotals('remaining tax', remainingTax(order)),
  ]
}

/** So many parts of a refund are named. */
const NAMED_PARTS = 3

function refundedParts(
  order: Order,
  { lines, format }: Pick<Refund, 'lines'> & { format: ReceiptFormat },
): string {
  const parts = namedLines(order.lines, lines).map(({ line: { name }, units }) =>
    unitsOfPart(units, { name, count: format.count(units) }),
  )
  const others = Math.max(0, parts.length - NAMED_PARTS)
  return `${parts.slice(0, NAMED_PARTS).join(', ')}${moreParts(others)}`
}

export function successfulRefunds({ refunds }: Pick<Order, 'refunds'>): Refund[] {
  return refunds.filter(({ status }) => status === 'done')
}

function withoutEmptyLines(lines: (Omit<AddressLine, 'text'> & { text: string | null })[]): AddressLine[] {
  return lines.flatMap(({ text, ...line }) => (text ? [{ ...line, text }] : []))
}
