import { expect, test } from 'vitest'
import type { Order, Seller } from '#contract/sales/orders/orders.ts'
import type { ReceiptNotes } from '#contract/sales/receipts/receipt.ts'
import { exampleLine, exampleOrder } from '#tests/support/orders/example-order.ts'
import { readPdf } from '#tests/support/orders/pdf-text.ts'
import { drawReceipt } from './receipt-pdf.ts'

const notes: ReceiptNotes = { demo: false, takesCards: true }
const seller: Seller = {
  name: 'Gears & Sons',
  address: '12 Foundry Lane, Unit 4',
  phone: '+1 555 014 2280',
  taxId: 'DE 123456789',
  locale: 'en-US',
  timeZone: 'America/New_York',
}

const paidOrder: Order = {
  ...exampleOrder,
  seller,
  quantity: 2,
  total: 119,
  transactionId: 'pi_3QabcdefghijklmnopQRSTUV',
  receiptNumber: 42,
  tax: { rate: 19, amount: 19 },
  history: [{ at: '2026-11-21T03:30:00.000Z', field: 'paid', from: 'false', to: 'true' }],
  lines: [
    {
      ...exampleLine,
      name: 'Brake disc (pair), 312 mm',
      quantity: 2,
      total: 119,
      tax: { rate: 19, amount: 19 },
    },
  ],
}
const named = (name: string) => paidOrder.lines.map((line) => ({ ...line, name }))
const refundOf = (amount: number, reason: string | null): Order['refunds'][number] => ({
  _id: `r${amount}`,
  amount,
  pieces: 0,
  reason,
  status: 'done',
  createdAt: '2026-11-22T15:00:00.000Z',
  lines: [],
})
const read = async (change: Partial<Order> = {}, sellerChange: Partial<Seller> = {}) =>
  readPdf(await drawReceipt({ ...paidOrder, seller: { ...seller, ...sellerChange }, ...change }, notes))

test('a receipt shows seller, buyer, parts, amounts, tax and the date in the store’s time zone', async () => {
  const { pages, sizes, title, spoken } = await read()
  expect(title).toBe('Receipt 000042')
  expect(sizes).toEqual(['612 792'])
  expect(spoken).toEqual([])
  const words = (pages[0] ?? []).join('\n')
  for (const part of [
    'Receipt no.\n000042\nPaid\nNov 20, 2026, 10:30 PM EST\nPlaced\nNov 20, 2026, 4:00 AM EST',
    `Order\n${paidOrder.number}\nPayment\n${paidOrder.transactionId}`,
    'Gears & Sons\n12 Foundry Lane, Unit 4\n+1 555 014 2280\nTax ID DE 123456789',
    'Buyer\nAnn Lee\nann@example.com\nDeliver to\n44 Harbour Road\nOld Port\n+1 555 014 7731',
    'Product name\nQuantity\nUnit price\nPrice\nBrake disc (pair), 312 mm\n2\n$59.50\n$119.00',
    'Total\n$119.00\nIncluding 19% tax\n$19.00',
    'Receipt 000042, page 1 of 1',
  ])
    expect(words).toContain(part)
  expect(words).not.toContain('Remaining')
})

test('a receipt says what a unit price is for, unless it is that of one, or was never recorded', async () => {
  const sold = (saleUnit: Order['lines'][number]['saleUnit']) =>
    read({ lines: paidOrder.lines.map((line) => ({ ...line, saleUnit })) })
  const words = async (saleUnit: Parameters<typeof sold>[0]) => (await sold(saleUnit)).pages.flat().join('\n')
  expect(await words('pair')).toContain('312 mm\n2\n$59.50 per pair\n$119.00')
  expect((await words('set-of-four')).replaceAll('\n', ' ')).toContain('2 $59.50 per set of four $119.00')
  expect(await words('each')).toContain('312 mm\n2\n$59.50\n$119.00')
  expect(await words(null)).toBe(await words('each'))
})

test('a receipt is tagged for screen readers: headings, tables with header cells, no figures', async () => {
  const { tags } = await read({ refunds: [refundOf(19, null)], refunded: 19 })
  // Two rows of the table of parts, and five of the totals.
  expect(tags).toMatchObject({ Document: 1, H1: 1, H2: 2, Table: 2, TR: 7, TH: 10, TD: 8 })
  expect(tags).not.toHaveProperty('Figure')
})

test('refunds are shown with the tax of the rest, and failed ones are not', async () => {
  const failed = { ...refundOf(7, 'never mind'), status: 'failed' as const }
  const { pages } = await read({
    refunds: [refundOf(19, 'One bent'), failed],
    refunded: 19,
    lines: paidOrder.lines.map((line) => ({ ...line, refunded: 19, refundedTax: 3.03 })),
  })
  const words = (pages[0] ?? []).join('\n')
  expect(words).toMatch(/10:00 AM EST +Refund: One bent\n-\$19\.00\nRemaining\n\$100\.00\n/)
  expect(words).toContain('Including 19% tax\n$15.97')
  expect(words).not.toContain('never mind')
})

test('a refund says which of several parts it is for, if the shop named them, and at most three', async () => {
  const lines = ['Disc', 'Pads', 'Fluid', 'Hose'].map((name, index) => ({
    ...exampleLine,
    name,
    position: index + 1,
  }))
  const of = (amount: number, units: number[], isAssumed = false) => ({
    ...refundOf(amount, amount === 1 ? 'Bent' : null),
    lines: units.map((one, index) => ({
      position: index + 1,
      units: one,
      restocked: 0,
      amount: 1,
      tax: 0,
      isAssumed,
    })),
  })
  const refunds = [of(1, [1]), of(2, [0, 2]), of(3, [1, 1, 1, 1]), of(4, [0, 0], true)]
  const words = async (change: Partial<Order>) => (await read({ refunds, ...change })).pages.flat().join(' ')
  expect(await words({ lines })).toMatch(
    /Refund of 1 × Disc: Bent .*Refund of Disc, 2 × Pads -.*Refund of 1 × Disc, 1 × Pads, 1 × Fluid and 1 more -.*Refund -\$4/,
  )
  // of an order of one part there is no choice
  expect(await words({ lines: lines.slice(0, 1) })).toMatch(/Refund: Bent -.*Refund -\$2/)
})

test('the same receipt is the same file byte for byte, and a refund changes it', async () => {
  const first = await drawReceipt(paidOrder, notes)
  expect(first.equals(await drawReceipt(structuredClone(paidOrder), notes))).toBe(true)
  const later = { ...paidOrder, refunds: [refundOf(1, null)], refunded: 1 }
  expect(first.equals(await drawReceipt(later, notes))).toBe(false)
})

test('Latin, Greek, Cyrillic and Vietnamese names are printed as they are written', async () => {
  const names = [
    'Łucja Żółć',
    'Őri Fűző',
    'Şenol Iğdır',
    'Ștefan Țărnă',
    'Άννα Ώριμη',
    'Ґалаган Їжак',
    'Nguyễn Đặng',
  ]
  // Also if the combining marks were decomposed.
  const { pages, spoken } = await read({ name: names.join(', ').normalize('NFD') })
  expect(pages[0]?.join(' ')).toContain(names.join(', '))
  expect(spoken).toEqual([])
})

test('a receipt of an anonymised order names a former customer without an address', async () => {
  const gone = { name: 'Former customer', email: '', phone: '', address: '', location: '' }
  const { pages, tags } = await read(gone)
  expect(pages[0]?.join('\n')).toContain('Buyer\nFormer customer\nProduct name')
  expect(tags).toMatchObject({ H2: 1 })
})

test('a receipt has the address of the invoice, and says what is picked up', async () => {
  const billTo = {
    name: 'Ferreira Ltd',
    company: null,
    line1: '44 Harbor Road',
    line2: null,
    city: 'Oakland',
    region: 'California',
    postcode: '94607',
    country: 'US',
    phone: null,
  }
  const { pages } = await read({
    delivery: { method: 'pickup', shipTo: null, billTo },
    address: 'Pick-up at the shop',
    location: '',
  })
  const text = pages[0]?.join('\n')
  expect(text).toContain('Buyer\nFerreira Ltd\n44 Harbor Road\nOakland, California 94607\nUnited States')
  expect(text).toContain('Deliver to\nPick-up at the shop\n+1 555 014 7731')
})

test('characters without a glyph are drawn as □, read as themselves and explained', async () => {
  const { pages, spoken } = await read({ name: '東京 Ann', lines: named('Disc\u200b 🛞\nleft') })
  expect(pages[0]).toContain('□□ Ann')
  expect(pages[0]).toContain('Disc □ left')
  expect(spoken).toEqual(['東京 Ann', 'Disc 🛞 left'])
  expect(pages[0]?.join(' ')).toContain('□ stands for a character that cannot be printed here')
})

test.each([
  ['de-DE', 'eur', '119,00 €', '595.28 841.89'],
  ['en-GB', 'jpy', 'JP¥119', '595.28 841.89'],
  ['en-CA', 'kwd', 'KWD 119.000', '612 792'],
  // The fonts lack the sign of the currency, or the digits of the language.
  ['en-US', 'ils', 'ILS 119.00', '612 792'],
  ['ar-EG', 'egp', 'EGP 119.00', '595.28 841.89'],
  ['ja-JP', 'jpy', 'JPY 119', '595.28 841.89'],
])(
  'in %s a price in %s is written as %s, on the paper used there',
  async (locale, currency, amount, size) => {
    const { pages, sizes } = await read({ currency }, { locale })
    expect(pages[0]).toContain(amount)
    expect(sizes).toEqual([size])
    expect(pages[0]?.join('')).not.toContain('□')
  },
)

test('long names are wrapped, and many refunds continue on further pages with complete rows', async () => {
  const refunds = Array.from({ length: 16 }, (_, index) =>
    refundOf(1 + index / 100, 'No longer wanted. '.repeat(9)),
  )
  const productName = 'Ultra'.repeat(40)
  const { pages } = await read({ refunds, lines: named(productName), name: 'W'.repeat(200) })
  expect(pages.length).toBe(3)
  expect(pages[0]?.join('')).toContain(productName)
  expect(pages[0]?.join('')).toContain('W'.repeat(200))
  for (const [index, texts] of pages.entries()) {
    expect(texts).toContain(`Receipt 000042, page ${index + 1} of 3`)
    const rows = texts.filter((text) => /^Nov 22/.test(text)).length
    expect(texts.filter((text) => /^-\$1\./.test(text))).toHaveLength(rows)
  }
  const amounts = pages.flat().filter((text) => /^-\$1\./.test(text))
  expect(amounts).toEqual(refunds.map(({ amount }) => `-$${amount.toFixed(2)}`))
})

test.each([3, 40])('%i lines are printed in their order, with the head on each page', async (count) => {
  const lines = Array.from({ length: count }, (_, index) => ({
    ...exampleLine,
    position: index + 1,
    // two lines have the same name
    name: index < 2 ? 'Oil filter' : `Part ${index}`,
    tax: { rate: 19, amount: 9.5 },
  }))
  const order = { ...paidOrder, lines, total: 59.5 * count }
  const { pages, tags } = readPdf(await drawReceipt(order, notes))
  expect(pages.length).toBe(count > 3 ? 3 : 1)
  const names = pages.flat().filter((text) => /^(Oil filter|Part \d+)$/.test(text))
  expect(names).toEqual(lines.map(({ name }) => name))
  const heads = pages.map((texts) => texts.filter((text) => text === 'Unit price').length)
  expect(heads).toEqual(pages.map(() => 1))
  // screen readers read it once
  expect(tags).toMatchObject({ TR: 1 + count + 2, TH: 4 + count + 2 })
  expect((await drawReceipt(order, notes)).equals(await drawReceipt(structuredClone(order), notes))).toBe(
    true,
  )
})
