import {
  receiptNumberText,
  receiptTexts,
  storeTimeText,
  orderTexts as texts,
} from '#contract/messages/orders.ts'
import { formatCount, formatPrice, percentText } from '#contract/money.ts'
import { paidAt } from '#contract/orders/order-state.ts'
import type { Order } from '#contract/orders/orders.ts'
import {
  describeReceipt,
  type Seller as PrintedSeller,
  type Receipt,
  type ReceiptFormat,
  refundsDone,
} from '#contract/orders/receipt.ts'
import { type Element, MUTED, openPaper, type Paper } from './paper.ts'

export type Seller = PrintedSeller & { locale: string; timeZone: string }

/** The receipt of a paid order as PDF: the same bytes for the same order. */
export async function drawReceipt(order: Order, seller: Seller): Promise<Buffer> {
  const title = receiptTexts.title(receiptNumberText(order.receiptNumber ?? 0))
  const paper = await openPaper({
    title,
    locale: seller.locale,
    createdAt: lastChange(order),
  })
  const receipt = describeReceipt(order, { seller, format: formatFor(paper, order, seller) })
  writeHead(paper, receipt, order.transactionId ?? '')
  writeParties(paper, receipt)
  writeRows(paper, receipt)
  writeSums(paper, receipt)
  writeNotes(paper, receipt)
  return paper.finish((page, pages) => `${title}, ${receiptTexts.page(page, pages)}`)
}

/** When the receipt was made: with the payment, or with the last refund. */
function lastChange(order: Order): Date {
  const times = [paidAt(order) ?? order.createdAt, ...refundsDone(order).map((refund) => refund.createdAt)]
  return new Date(Math.max(...times.map((at) => Date.parse(at))))
}

/** Formats an amount in the store's locale, or in English with the currency's code where the fonts lack a character. */
function formatFor(paper: Paper, { currency }: Order, { locale, timeZone }: Seller): ReceiptFormat {
  const timeIn = (language: string, at: string) => storeTimeText(at, { locale: language, timeZone })
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

function writeHead(paper: Paper, { seller, details }: Receipt, transactionId: string): void {
  const middle = paper.left + (paper.right - paper.left) * 0.5
  const left = { x: paper.left, width: middle - paper.left - 20 }
  const right = { x: middle, width: paper.right - middle }
  const top = paper.y
  const style = { font: 'display', size: 26 } as const
  let below = paper.write(paper.root, texts.receipt, { tag: 'H1', ...right, ...style, y: top })
  const { receiptNumber, paid, placed, orderNumber } = details
  const payment = { label: texts.payment, text: transactionId }
  for (const detail of [receiptNumber, paid, placed, orderNumber, payment]) {
    if (!detail) continue
    const row = paper.part(paper.root, 'P')
    const place = { tag: 'Span', y: below + 2, size: 9 }
    paper.write(row, detail.label, { ...place, x: right.x, width: 62, color: MUTED })
    below = paper.write(row, detail.text, { ...place, x: right.x + 66, width: right.width - 66 })
  }
  let own = paper.write(paper.root, seller.name, { ...left, ...style, y: top })
  for (const { label, text } of seller.lines) {
    own = paper.write(paper.root, label ? `${label} ${text}` : text, { ...left, y: own + 1 })
  }
  paper.y = Math.max(below, own) + 14
  paper.rule()
  paper.y += 10
}

function writeParties(paper: Paper, { parties }: Receipt): void {
  const half = (paper.right - paper.left) / 2
  const ends = parties.map(({ title, lines }, index) => {
    const place = { x: paper.left + index * half, width: half - 20 }
    const section = paper.part(paper.root, 'Sect')
    const head = { tag: 'H2', font: 'bold', size: 9, color: MUTED } as const
    let y = paper.write(section, title, { ...place, ...head, y: paper.y })
    for (const { text } of lines) y = paper.write(section, text, { ...place, y: y + 1 })
    return y
  })
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

function writeRow(paper: Paper, table: Element, cells: Cell[], look: Look): void {
  const height = Math.max(...cells.map(({ text, width }) => paper.heightOf(text, { width, ...look })))
  paper.keep(height + 8)
  const row = paper.part(table, 'TR')
  for (const { text, tag, scope, ...place } of cells) {
    paper.write(paper.part(row, tag, scope), text, { ...place, ...look, tag: 'Span', y: paper.y })
  }
  paper.y += height + 8
}

function writeRows(paper: Paper, { headings, rows }: Receipt): void {
  const widths = [60, 95, 95]
  const first = paper.right - paper.left - widths.reduce((sum, width) => sum + width, 0)
  const columns = [first, ...widths].map((width, index, all) => ({
    x: paper.left + all.slice(0, index).reduce((sum, one) => sum + one, 0),
    width: index === 0 ? width - 12 : width,
    align: index === 0 ? ('left' as const) : ('right' as const),
  }))
  const toCells = (cells: string[], kind: (index: number) => Pick<Cell, 'tag' | 'scope'>) =>
    columns.map((column, index) => ({ ...column, text: cells[index] ?? '', ...kind(index) }))
  const table = paper.part(paper.root, 'Table')
  const head = toCells(headings, () => ({ tag: 'TH', scope: 'Column' }))
  writeRow(paper, table, head, { font: 'bold', size: 9, color: MUTED })
  for (const row of rows) {
    paper.rule()
    paper.y += 8
    const cells = toCells(row, (index) => (index === 0 ? { tag: 'TH', scope: 'Row' } : { tag: 'TD' }))
    writeRow(paper, table, cells, {})
  }
  paper.rule()
  paper.y += 8
}

const sumLooks: Record<Receipt['sums'][number]['kind'], Look> = {
  total: { font: 'bold' },
  tax: { size: 9, color: MUTED },
  refund: {},
  remaining: { font: 'bold' },
}

function writeSums(paper: Paper, { sums }: Receipt): void {
  const table = paper.part(paper.root, 'Table')
  const width = 110
  for (const { kind, label, amount, time } of sums) {
    const text = time === undefined ? label : `${time}  ${label}`
    const name: Cell = { tag: 'TH', scope: 'Row', text, x: paper.right - 400, width: 280, align: 'left' }
    const value: Cell = { tag: 'TD', text: amount, x: paper.right - width, width, align: 'right' }
    writeRow(paper, table, [name, value], sumLooks[kind])
  }
}

function writeNotes(paper: Paper, { notes }: Receipt): void {
  const look = { width: paper.right - paper.left, size: 9, color: MUTED }
  paper.y += 12
  for (const note of paper.hasGaps ? [receiptTexts.gaps, ...notes] : notes) {
    paper.keep(paper.heightOf(note, look))
    paper.y = paper.write(paper.root, note, { x: paper.left, y: paper.y, ...look }) + 4
  }
}
