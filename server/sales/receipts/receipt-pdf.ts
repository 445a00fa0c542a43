import { formatCount, formatPrice, percentText } from '#contract/platform/money.ts'
import { paidAt } from '#contract/sales/orders/order-state.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { storeTimeText, orderTexts as texts } from '#contract/sales/orders/texts.ts'
import {
  describeReceipt,
  type Receipt,
  type ReceiptFormat,
  type ReceiptNotes,
  successfulRefunds,
} from '#contract/sales/receipts/receipt.ts'
import { receiptNumberText, receiptTexts } from '#contract/sales/receipts/texts.ts'
import { type Element, MUTED, openPdfDocument, type PdfDocument } from './pdf-document.ts'

/** The PDF receipt of a paid order: the same bytes for the same order, whatever the shop says about itself since. */
export async function drawReceipt(order: Order, notes: ReceiptNotes): Promise<Buffer> {
  const { seller } = order
  const title = receiptTexts.title(receiptNumberText(order.receiptNumber ?? 0))
  const pdf = await openPdfDocument({ title, locale: seller.locale, createdAt: lastChange(order) })
  const receipt = describeReceipt(order, { ...notes, format: formatFor(pdf, order) })
  writeHead(pdf, receipt, order.transactionId ?? '')
  writeParties(pdf, receipt)
  writeRows(pdf, receipt)
  writeTotals(pdf, receipt)
  writeNotes(pdf, receipt)
  return pdf.finish((page, pages) => `${title}, ${receiptTexts.page(page, pages)}`)
}

/** Time of the payment, or of the creation of the last successful refund. */
function lastChange(order: Order): Date {
  const times = [
    paidAt(order) ?? order.createdAt,
    ...successfulRefunds(order).map((refund) => refund.createdAt),
  ]
  return new Date(Math.max(...times.map((at) => Date.parse(at))))
}

/** The formats of the seller's locale: English if the fonts lack characters of its times, the currency's code if they lack its sign. */
function formatFor(pdf: PdfDocument, { currency, seller: { locale, timeZone } }: Order): ReceiptFormat {
  const timeIn = (language: string, at: string) => storeTimeText(at, { locale: language, timeZone })
  const readable = pdf.canPrint(timeIn(locale, new Date(0).toISOString())) ? locale : 'en'
  const style = { currency, locale: readable }
  const canPrintSymbol = pdf.canPrint(formatPrice(0, style))
  return {
    money: (amount) => formatPrice(amount, canPrintSymbol ? style : { ...style, display: 'code' }),
    percent: (rate) => percentText(rate, readable),
    time: (at) => timeIn(readable, at),
    count: (n) => formatCount(n, readable),
  }
}

function writeHead(pdf: PdfDocument, { seller, details }: Receipt, transactionId: string): void {
  const middle = pdf.left + (pdf.right - pdf.left) * 0.5
  const left = { x: pdf.left, width: middle - pdf.left - 20 }
  const right = { x: middle, width: pdf.right - middle }
  const top = pdf.y
  const style = { font: 'display', size: 26 } as const
  let detailsBottom = pdf.write(pdf.root, texts.receipt, { tag: 'H1', ...right, ...style, y: top })
  const { receiptNumber, paid, placed, orderNumber } = details
  const payment = { label: texts.payment, text: transactionId }
  for (const detail of [receiptNumber, paid, placed, orderNumber, payment]) {
    if (!detail) continue
    const row = pdf.addElement(pdf.root, 'P')
    const box = { tag: 'Span', y: detailsBottom + 2, size: 9 }
    pdf.write(row, detail.label, { ...box, x: right.x, width: 62, color: MUTED })
    detailsBottom = pdf.write(row, detail.text, { ...box, x: right.x + 66, width: right.width - 66 })
  }
  let sellerBottom = pdf.write(pdf.root, seller.name, { ...left, ...style, y: top })
  for (const { label, text } of seller.lines) {
    sellerBottom = pdf.write(pdf.root, label ? `${label} ${text}` : text, { ...left, y: sellerBottom + 1 })
  }
  pdf.y = Math.max(detailsBottom, sellerBottom) + 14
  pdf.rule()
  pdf.y += 10
}

function writeParties(pdf: PdfDocument, { parties }: Receipt): void {
  const half = (pdf.right - pdf.left) / 2
  const ends = parties.map(({ title, lines }, index) => {
    const box = { x: pdf.left + index * half, width: half - 20 }
    const section = pdf.addElement(pdf.root, 'Sect')
    const head = { tag: 'H2', font: 'bold', size: 9, color: MUTED } as const
    let y = pdf.write(section, title, { ...box, ...head, y: pdf.y })
    for (const { text } of lines) y = pdf.write(section, text, { ...box, y: y + 1 })
    return y
  })
  pdf.y = Math.max(...ends) + 18
}

type Cell = {
  text: string
  tag: 'TH' | 'TD'
  scope?: 'Row' | 'Column'
  x: number
  width: number
  align: 'left' | 'right'
}
type TextStyle = { font?: 'text' | 'bold'; size?: number; color?: string }

const HEAD_STYLE: TextStyle = { font: 'bold', size: 9, color: MUTED }

/** `head` is repeated where the row begins a page. */
function writeRow(
  pdf: PdfDocument,
  table: Element,
  { cells, style, head }: { cells: Cell[]; style: TextStyle; head?: Cell[] },
): void {
  const height = heightOf(pdf, cells, style)
  if (pdf.ensureSpace(height + 8) && head) repeatHead(pdf, head)
  const row = pdf.addElement(table, 'TR')
  for (const { text, tag, scope, ...box } of cells) {
    pdf.write(pdf.addElement(row, tag, scope), text, { ...box, ...style, tag: 'Span', y: pdf.y })
  }
  pdf.y += height + 8
}

function heightOf(pdf: PdfDocument, cells: Cell[], style: TextStyle): number {
  return Math.max(...cells.map(({ text, width }) => pdf.heightOf(text, { width, ...style })))
}

function repeatHead(pdf: PdfDocument, head: Cell[]): void {
  for (const { text, tag: _tag, scope: _scope, ...box } of head)
    pdf.repeat(text, { ...box, ...HEAD_STYLE, y: pdf.y })
  pdf.y += heightOf(pdf, head, HEAD_STYLE) + 8
  pdf.rule()
  pdf.y += 8
}

function writeRows(pdf: PdfDocument, { headings, rows }: Receipt): void {
  const widths = [60, 95, 95]
  const first = pdf.right - pdf.left - widths.reduce((sum, width) => sum + width, 0)
  const columns = [first, ...widths].map((width, index, all) => ({
    x: pdf.left + all.slice(0, index).reduce((sum, one) => sum + one, 0),
    width: index === 0 ? width - 12 : width,
    align: index === 0 ? ('left' as const) : ('right' as const),
  }))
  const toCells = (cells: string[], kind: (index: number) => Pick<Cell, 'tag' | 'scope'>) =>
    columns.map((column, index) => ({ ...column, text: cells[index] ?? '', ...kind(index) }))
  const table = pdf.addElement(pdf.root, 'Table')
  const head = toCells(headings, () => ({ tag: 'TH', scope: 'Column' }))
  writeRow(pdf, table, { cells: head, style: HEAD_STYLE })
  for (const row of rows) {
    pdf.rule()
    pdf.y += 8
    const cells = toCells(row.cells, (index) => (index === 0 ? { tag: 'TH', scope: 'Row' } : { tag: 'TD' }))
    writeRow(pdf, table, { cells, style: {}, head })
  }
  pdf.rule()
  pdf.y += 8
}

const totalStyles: Record<Receipt['totals'][number]['kind'], TextStyle> = {
  total: { font: 'bold' },
  tax: { size: 9, color: MUTED },
  refund: {},
  remaining: { font: 'bold' },
}

function writeTotals(pdf: PdfDocument, { totals }: Receipt): void {
  const table = pdf.addElement(pdf.root, 'Table')
  const width = 110
  for (const { kind, label, amount, time } of totals) {
    const text = time === undefined ? label : `${time}  ${label}`
    const name: Cell = { tag: 'TH', scope: 'Row', text, x: pdf.right - 400, width: 280, align: 'left' }
    const value: Cell = { tag: 'TD', text: amount, x: pdf.right - width, width, align: 'right' }
    writeRow(pdf, table, { cells: [name, value], style: totalStyles[kind] })
  }
}

function writeNotes(pdf: PdfDocument, { notes }: Receipt): void {
  const style = { width: pdf.right - pdf.left, size: 9, color: MUTED }
  pdf.y += 12
  for (const note of pdf.hasMissingGlyphs ? [receiptTexts.gaps, ...notes] : notes) {
    pdf.ensureSpace(pdf.heightOf(note, style))
    pdf.y = pdf.write(pdf.root, note, { x: pdf.left, y: pdf.y, ...style }) + 4
  }
}
