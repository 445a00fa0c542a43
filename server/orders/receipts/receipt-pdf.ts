import { demoNotice } from '#contract/messages/layout.ts'
import {
  receiptNumberText,
  receiptTexts,
  shopTimeText,
  orderTexts as texts,
} from '#contract/messages/orders.ts'
import { formatCount, formatPrice, percentText } from '#contract/money.ts'
import { amountLeft, paidAt, taxLeft } from '#contract/orders/order-state.ts'
import type { Order, Refund } from '#contract/orders/orders.ts'
import { type Element, MUTED, openPaper, type Paper } from './paper.ts'

/** Who sells, and how the shop writes amounts and times. */
export type Seller = {
  name: string
  address: string
  phone: string
  taxId: string
  locale: string
  timeZone: string
  demo: boolean
  takesCards: boolean
}

type Sheet = { paper: Paper; order: Order; seller: Seller; words: Words }
type Words = {
  money: (amount: number) => string
  percent: (rate: number) => string
  time: (at: string) => string
  count: (n: number) => string
}

/** The receipt of a paid order on paper: the same bytes whenever the same order is asked for. */
export async function drawReceipt(order: Order, seller: Seller): Promise<Buffer> {
  const number = receiptNumberText(order.receiptNumber ?? 0)
  const title = receiptTexts.title(number)
  const paper = await openPaper({
    title,
    locale: seller.locale,
    language: 'en',
    createdAt: lastChange(order),
  })
  const sheet = { paper, order, seller, words: wordsFor(paper, order, seller) }
  writeHead(sheet, number)
  writePeople(sheet)
  writeLines(sheet)
  writeSums(sheet)
  writeNotes(sheet)
  return paper.finish((page, pages) => `${title}, ${receiptTexts.page(page, pages)}`)
}

/** A receipt is made when the money comes, and made anew when some of it goes back. */
function lastChange(order: Order): Date {
  const times = [paidAt(order) ?? order.createdAt, ...refundsDone(order).map((refund) => refund.createdAt)]
  return new Date(Math.max(...times.map((at) => Date.parse(at))))
}

/** In the shop's locale; where the fonts lack its letters or the currency's sign, in English and by its code. */
function wordsFor(paper: Paper, { currency }: Order, { locale, timeZone }: Seller): Words {
  const timeIn = (language: string, at: string) => shopTimeText(at, { locale: language, timeZone })
  const readable = paper.canPrint(timeIn(locale, new Date(0).toISOString())) ? locale : 'en'
  const style = { currency, locale: readable }
  const isSign = paper.canPrint(formatPrice(0, style))
  return {
    money: (amount) => formatPrice(amount, isSign ? style : { ...style, display: 'code' }),
    percent: (rate) => percentText(rate, readable),
    time: (at) => timeIn(readable, at),
    count: (n) => formatCount(n, readable),
  }
}

/** Seller on the left, title and numbers on the right. */
function writeHead({ paper, order, seller, words }: Sheet, number: string): void {
  const middle = paper.left + (paper.right - paper.left) * 0.5
  const [left, right] = [
    { x: paper.left, width: middle - paper.left - 20 },
    { x: middle, width: paper.right - middle },
  ]
  const top = paper.y
  const style = { font: 'display', size: 26 } as const
  let below = paper.write(paper.root, texts.receipt, { tag: 'H1', ...right, ...style, y: top })
  const paid = paidAt(order)
  const facts: [string, string][] = [
    [texts.receiptNumber, number],
    ...(paid ? [[texts.paidAt, words.time(paid)] satisfies [string, string]] : []),
    [texts.placed, words.time(order.createdAt)],
    [texts.orderNumber, order._id],
    [texts.payment, order.transactionId ?? ''],
  ]
  for (const [label, value] of facts) {
    const fact = paper.part(paper.root, 'P')
    const place = { tag: 'Span', y: below + 2, size: 9 }
    paper.write(fact, label, { ...place, x: right.x, width: 62, color: MUTED })
    below = paper.write(fact, value, { ...place, x: right.x + 66, width: right.width - 66 })
  }
  let own = paper.write(paper.root, seller.name, { ...left, ...style, y: top })
  const taxId = seller.taxId && `${receiptTexts.taxId} ${seller.taxId}`
  for (const line of [seller.address, seller.phone, taxId].filter(Boolean)) {
    own = paper.write(paper.root, line, { ...left, y: own + 1 })
  }
  paper.y = Math.max(below, own) + 14
  paper.rule()
  paper.y += 10
}

/** Whoever deleted the account has left a name that is none, and no address. */
function writePeople({ paper, order }: Sheet): void {
  const half = (paper.right - paper.left) / 2
  const column = (title: string, lines: (string | null)[], x: number): number => {
    const place = { x, width: half - 20 }
    const section = paper.part(paper.root, 'Sect')
    const head = { tag: 'H2', font: 'bold', size: 9, color: MUTED } as const
    let y = paper.write(section, title, { ...place, ...head, y: paper.y })
    for (const line of lines) if (line) y = paper.write(section, line, { ...place, y: y + 1 })
    return y
  }
  const ends = [column(texts.buyer, [order.name, order.email], paper.left)]
  if (order.address) {
    const lines = [order.address, order.location, order.phone]
    ends.push(column(texts.delivery, lines, paper.left + half))
  }
  paper.y = Math.max(...ends) + 18
}

type Cell = {
  text: string
  tag: 'TH' | 'TD'
  scope?: 'Row' | 'Column'
  x: number
  width: number
  align: 'left' | 'right'
}
type Look = { font?: 'text' | 'bold'; size?: number; color?: string }

/** One row, whole on a sheet. */
function writeRow(paper: Paper, table: Element, cells: Cell[], look: Look): void {
  const height = Math.max(...cells.map(({ text, width }) => paper.heightOf(text, { width, ...look })))
  paper.keep(height + 8)
  const row = paper.part(table, 'TR')
  for (const { text, tag, scope, ...place } of cells) {
    paper.write(paper.part(row, tag, scope), text, { ...place, ...look, tag: 'Span', y: paper.y })
  }
  paper.y += height + 8
}

function writeLines({ paper, order, words }: Sheet): void {
  const widths = [60, 95, 95]
  const first = paper.right - paper.left - widths.reduce((sum, width) => sum + width, 0)
  const columns = [first, ...widths].map((width, index, all) => ({
    x: paper.left + all.slice(0, index).reduce((sum, one) => sum + one, 0),
    width: index === 0 ? width - 12 : width,
    align: index === 0 ? ('left' as const) : ('right' as const),
  }))
  const row = (cells: string[], kind: (index: number) => Pick<Cell, 'tag' | 'scope'>) =>
    columns.map((column, index) => ({ ...column, text: cells[index] ?? '', ...kind(index) }))
  const table = paper.part(paper.root, 'Table')
  const head = [texts.productName, texts.quantity, texts.unitPrice, texts.price]
  const small = { font: 'bold', size: 9, color: MUTED } as const
  writeRow(
    paper,
    table,
    row(head, () => ({ tag: 'TH', scope: 'Column' })),
    small,
  )
  paper.rule()
  paper.y += 8
  const { productName, quantity, price, total } = order
  const line = [productName, words.count(quantity), words.money(price), words.money(total)]
  writeRow(
    paper,
    table,
    row(line, (index) => (index === 0 ? { tag: 'TH', scope: 'Row' } : { tag: 'TD' })),
    {},
  )
  paper.rule()
  paper.y += 8
}

/** The total, the tax in it, what went back, and what is left. */
function writeSums({ paper, order, words }: Sheet): void {
  const table = paper.part(paper.root, 'Table')
  const sum = (label: string, amount: number, look: Look = {}) => {
    const [x, width] = [paper.right - 400, 110]
    const name = { tag: 'TH', scope: 'Row', text: label, x, width: 280, align: 'left' } as const
    const value = { tag: 'TD', text: words.money(amount), align: 'right' } as const
    writeRow(paper, table, [name, { ...value, x: paper.right - width, width }], look)
  }
  const small = { size: 9, color: MUTED }
  const rate = words.percent(order.tax?.rate ?? 0)
  sum(texts.total, order.total, { font: 'bold' })
  if (order.tax) sum(texts.tax(rate), order.tax.amount, small)
  const refunds = refundsDone(order)
  for (const { amount, reason, createdAt } of refunds) {
    sum(`${words.time(createdAt)}  ${texts.refundLine(reason)}`, -amount)
  }
  if (refunds.length === 0) return
  sum(texts.remaining, amountLeft(order), { font: 'bold' })
  const tax = taxLeft(order)
  if (tax !== null) sum(texts.tax(rate), tax, small)
}

function writeNotes({ paper, seller }: Sheet): void {
  const width = paper.right - paper.left
  const notes = [
    ...(paper.hasGaps ? [receiptTexts.gaps] : []),
    ...(seller.demo ? [demoNotice(seller.takesCards)] : []),
  ]
  paper.y += 12
  for (const note of notes) {
    const look = { width, size: 9, color: MUTED }
    paper.keep(paper.heightOf(note, look))
    paper.y = paper.write(paper.root, note, { x: paper.left, y: paper.y, ...look }) + 4
  }
}

function refundsDone({ refunds }: Order): Refund[] {
  return refunds.filter(({ status }) => status === 'done')
}
