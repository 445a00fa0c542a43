import { expect, test } from 'vitest'
import fc from '#tests/support/fast-check.ts'
import { seededRandom } from '#tests/support/same-time.ts'
import { chargeStepMinor } from '../../platform/card-amounts.ts'
import {
  afterRefund,
  type LineMoney,
  type LineRefund,
  refundAmount,
  refundUnits,
  spread,
  takeFrom,
  taxLines,
  taxOf,
} from './order-money.ts'

type Priced = { total: number; quantity?: number }

/** Lines of one order, at a rate in parts per million. */
function linesOf(priced: Priced[], taxPpm: number): LineMoney[] {
  const taxes = taxLines(
    priced.map(({ total }) => total),
    taxPpm,
  )
  return priced.map(({ total, quantity = 1 }, index) => ({
    quantity,
    totalMinor: total,
    taxPpm,
    taxMinor: taxes[index] ?? 0,
    refundedUnits: 0,
    refundedMinor: 0,
    refundedTaxMinor: 0,
  }))
}

function lineOf(priced: Priced, taxPpm: number): LineMoney {
  const [line] = linesOf([priced], taxPpm)
  if (!line) throw new Error('no line')
  return line
}

/** Refunds these units one after the other. */
function refundEach(line: LineMoney, units: number[], step = 1): LineRefund[] {
  let current = line
  return units.map((count) => {
    const refund = refundUnits(current, count, step)
    current = afterRefund(current, refund)
    return refund
  })
}

const taxesOf = (lines: LineMoney[]) => lines.map(({ taxMinor }) => taxMinor)
const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0)

const VAT = 190_000
const goods = [{ total: 4590 }, { total: 7700, quantity: 2 }, { total: 1249 }, { total: 899 }]

test('1. the tax of goods and shipping is that of their sum, spread', () => {
  const lines = linesOf([...goods, { total: 590 }], VAT)
  expect(sum(taxesOf(lines))).toBe(2399)
  expect(taxesOf(lines)).toEqual([733, 1229, 199, 144, 94])
})

test('3. of equal remainders the earlier line gets the rest', () => {
  expect(taxLines([699, 699, 699], 200_000)).toEqual([117, 117, 116])
})

test('4. units of a line with a discount, and the tax that goes back with them', () => {
  const line = lineOf({ total: 17_925, quantity: 10 }, 200_000)
  expect(line.taxMinor).toBe(2988)
  expect(refundEach(line, [3, 7])).toEqual([
    { units: 3, amountMinor: 5377, taxMinor: 897 },
    { units: 7, amountMinor: 12_548, taxMinor: 2091 },
  ])
})

test('5. a discount is spread by what the lines cost', () => {
  expect(spread(1000, [1999, 501, 7500])).toEqual([200, 50, 750])
  expect(spread(100, [1000, 1000, 1000])).toEqual([34, 33, 33])
})

test('9. a deposit goes back with its own tax', () => {
  const [battery, deposit] = linesOf([{ total: 8990 }, { total: 750 }], VAT)
  if (!battery || !deposit) throw new Error('no lines')
  expect(taxesOf([battery, deposit])).toEqual([1435, 120])
  expect(refundUnits(deposit, 1)).toEqual({ units: 1, amountMinor: 750, taxMinor: 120 })
})

test('14. ten units at 38.23 with 20 %', () => {
  expect(taxOf(38_230, 200_000)).toBe(6372)
})

test('16. an amount without lines is spread over the goods', () => {
  expect(refundAmount(linesOf(goods, VAT), 1000).map(({ amountMinor }) => amountMinor)).toEqual([
    318, 533, 87, 62,
  ])
})

test('20. the last of three units takes the rest', () => {
  const line = lineOf({ total: 10_000, quantity: 3 }, VAT)
  expect(refundEach(line, [1, 1, 1]).map(({ amountMinor }) => amountMinor)).toEqual([3333, 3333, 3334])
})

test.each([
  [11_900, 190_000, 1900],
  [10_770, 77_000, 770],
  [100, 190_000, 16],
  // 0.5 of a minor unit rounds up.
  [3, 200_000, 1],
  [1, 190_000, 0],
  [0, 190_000, 0],
  [5000, 0, 0],
])('a total of %d at %d parts per million includes %d of tax', (total, ppm, tax) => {
  expect(taxOf(total, ppm)).toBe(tax)
})

test('included tax is the nearest whole amount, also where products exceed the precision of floating point', () => {
  const total = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
  const rate = fc.integer({ min: 0, max: 1_000_000 })
  fc.assert(
    fc.property(total, rate, (totalMinor, ppm) => {
      const tax = taxOf(totalMinor, ppm)
      expect(tax).toBeGreaterThanOrEqual(0)
      expect(tax).toBeLessThanOrEqual(totalMinor)
      const whole = 1_000_000n + BigInt(ppm)
      const error = BigInt(tax) * whole - BigInt(totalMinor) * BigInt(ppm)
      expect(2n * (error < 0n ? -error : error) <= whole).toBe(true)
    }),
  )
})

test('units of a currency of three decimals are worth multiples of what a card can be charged', () => {
  const line = lineOf({ total: 10_000, quantity: 3 }, VAT)
  const step = chargeStepMinor('kwd')
  expect(refundEach(line, [1, 1, 1], step).map(({ amountMinor }) => amountMinor)).toEqual([3330, 3330, 3340])
})

test('an amount that exceeds what is left of the lines is refused', () => {
  expect(() => refundAmount(linesOf(goods, VAT), sum(goods.map(({ total }) => total)) + 1)).toThrow(
    RangeError,
  )
})

test('amounts of 2^53 minor units are exact', () => {
  const total = Number.MAX_SAFE_INTEGER
  expect(taxOf(total, 1_000_000)).toBe(2 ** 52)
  expect(sum(spread(total, [1, 1, 1]))).toBe(total)
  expect(refundUnits(lineOf({ total, quantity: 3 }, VAT), 2).amountMinor).toBe(
    Number((BigInt(total) * 2n) / 3n),
  )
})

/* Random orders, the same in every run. A refund is of units, of an amount of one line, or of an amount without lines. */

const ORDERS = 5000
const CURRENCIES = ['jpy', 'usd', 'kwd']
const RATES = [0, 70_000, 77_000, 88_750, 190_000, 210_000, 1_000_000]

test('of 5,000 random orders no minor unit is lost, in whatever order they go back', () => {
  const next = seededRandom(43)
  const random = (below: number) => Math.floor(next() * below)
  const pick = <Item>(items: Item[], byDefault: Item) => items[random(items.length)] ?? byDefault
  for (let order = 0; order < ORDERS; order += 1) {
    const step = chargeStepMinor(pick(CURRENCIES, 'usd'))
    const priced = Array.from({ length: 1 + random(5) }, () => {
      const quantity = 1 + random(9)
      return { total: quantity * step * (1 + random(5000)), quantity }
    })
    const taxPpm = pick(RATES, 0)
    const lines = linesOf(priced, taxPpm)
    const total = sum(priced.map((line) => line.total))
    const refunds = refundAllAtRandom(lines, { random, step })
    expect({
      tax: sum(taxesOf(lines)),
      refunded: sum(refunds.map(({ amountMinor }) => amountMinor)),
      refundedTax: sum(refunds.map(({ taxMinor }) => taxMinor)),
      isChargeable: refunds.every(({ amountMinor }) => amountMinor % step === 0),
    }).toEqual({
      tax: taxOf(total, taxPpm),
      refunded: total,
      refundedTax: taxOf(total, taxPpm),
      isChargeable: true,
    })
  }
})

/** Refunds random units and amounts until nothing is left. Throws if a line exceeds its limits on the way. */
function refundAllAtRandom(
  lines: LineMoney[],
  { random, step }: { random: (below: number) => number; step: number },
): LineRefund[] {
  const left = (line: LineMoney) => line.totalMinor - line.refundedMinor
  const someOf = (amount: number) => (1 + random(amount / step)) * step
  const done: LineRefund[] = []
  let current = lines
  const take = (index: number, refund: LineRefund) => {
    current = current.map((line, at) => (at === index ? afterRefund(line, refund) : line))
    done.push(refund)
    const line = current[index]
    const isWithin = line && left(line) >= 0 && line.refundedTaxMinor <= line.taxMinor
    if (!isWithin || refund.amountMinor < 0 || refund.taxMinor < 0)
      throw new Error(`${JSON.stringify(refund)} of ${JSON.stringify(line)}`)
  }
  while (current.some((line) => left(line) > 0 || line.refundedUnits < line.quantity)) {
    const kind = random(4)
    const index = random(current.length)
    const line = current[index]
    const all = sum(current.map(left))
    if (kind === 0 && all > 0) {
      refundAmount(current, someOf(all), step).forEach((refund, at) => void take(at, refund))
    } else if (line && kind === 1 && left(line) > 0) {
      take(index, { units: 0, ...takeFrom(line, someOf(left(line))) })
    } else if (line && line.refundedUnits < line.quantity) {
      take(index, refundUnits(line, 1 + random(line.quantity - line.refundedUnits), step))
    }
  }
  return done
}
