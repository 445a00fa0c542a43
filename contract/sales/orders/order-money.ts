/*
 * Money of lines: shares of an amount, tax, and what refunds give back. Integers in minor units; a rate is in parts per
 * million. Prices include tax, and all lines of an order are one tax group.
 */

/** What a refund of a line is computed from. */
export type LineMoney = {
  quantity: number
  totalMinor: number
  taxPpm: number
  taxMinor: number
  refundedUnits: number
  refundedMinor: number
  refundedTaxMinor: number
}

export type LineRefund = { units: number; amountMinor: number; taxMinor: number }

/**
 * `total` in shares proportional to `weights`, each a multiple of `step`, as the total must be. What rounding down leaves
 * goes to the largest remainders, of equal ones to the earlier.
 */
export function spread(total: number, weights: number[], step = 1): number[] {
  const sum = BigInt(weights.reduce((all, weight) => all + weight, 0))
  if (sum === 0n) return weights.map((_, index) => (index === 0 ? total : 0))
  const products = weights.map((weight) => BigInt(total / step) * BigInt(weight))
  const shares = products.map((product) => Number(product / sum))
  const left = total / step - shares.reduce((all, share) => all + share, 0)
  const byRemainder = products
    .map((product, index) => ({ index, remainder: product % sum }))
    .sort((one, other) => Number(other.remainder - one.remainder) || one.index - other.index)
  const raised = new Set(byRemainder.slice(0, left).map(({ index }) => index))
  return shares.map((share, index) => (raised.has(index) ? share + 1 : share) * step)
}

/** The tax that an amount includes, half up: 11900 at 190000 includes 1900. */
export function taxOf(amountMinor: number, ppm: number): number {
  const whole = 1_000_000n + BigInt(ppm)
  return Number((2n * BigInt(amountMinor) * BigInt(ppm) + whole) / (2n * whole))
}

/** The tax of each line of an order: computed once for their sum, then spread. */
export function taxLines(totalsMinor: number[], ppm: number): number[] {
  const sum = totalsMinor.reduce((all, total) => all + total, 0)
  return spread(taxOf(sum, ppm), totalsMinor)
}

/**
 * Units of a line, at most those that are left: their share of its total, a multiple of `step`, counted from the first unit
 * that was refunded, so that the last one takes the rest.
 */
export function refundUnits(line: LineMoney, units: number, step = 1): LineRefund {
  const worth = (count: number) =>
    count === line.quantity ? line.totalMinor : shareOf(line.totalMinor, count, line.quantity, step)
  const share = worth(line.refundedUnits + units) - worth(line.refundedUnits)
  return { units, ...takeFrom(line, Math.min(share, line.totalMinor - line.refundedMinor)) }
}

/** An amount without lines, at most what is left of them: spread over the lines by what is left of each. */
export function refundAmount(lines: LineMoney[], amountMinor: number, step = 1): LineRefund[] {
  const lefts = lines.map((line) => line.totalMinor - line.refundedMinor)
  const left = lefts.reduce((all, one) => all + one, 0)
  if (amountMinor > left) throw new RangeError(`${amountMinor} of ${left} cannot be refunded`)
  // refunds made at the provider need not be multiples
  const isStepped = [amountMinor, ...lefts].every((amount) => amount % step === 0)
  const shares = spread(amountMinor, lefts, isStepped ? step : 1)
  return lines.map((line, index) => ({ units: 0, ...takeFrom(line, shares[index] ?? 0) }))
}

/** An amount of one line, with its tax: what is left of the tax before it, less what is left after it. */
export function takeFrom(line: LineMoney, amountMinor: number): Omit<LineRefund, 'units'> {
  const { totalMinor, refundedMinor, taxMinor, refundedTaxMinor, taxPpm } = line
  const left = totalMinor - refundedMinor - amountMinor
  const leftTax = left === totalMinor ? taxMinor : Math.min(taxOf(left, taxPpm), taxMinor)
  const back = Math.max(0, taxMinor - refundedTaxMinor - leftTax)
  return { amountMinor, taxMinor: Math.min(back, amountMinor) }
}

/** The line once the refund counts. */
export function afterRefund<Line extends LineMoney>(line: Line, refund: LineRefund): Line {
  return {
    ...line,
    refundedUnits: line.refundedUnits + refund.units,
    refundedMinor: line.refundedMinor + refund.amountMinor,
    refundedTaxMinor: line.refundedTaxMinor + refund.taxMinor,
  }
}

function shareOf(total: number, count: number, quantity: number, step: number): number {
  const steps = (BigInt(total) * BigInt(count)) / BigInt(quantity) / BigInt(step)
  return Number(steps) * step
}
