import type { Product } from '#contract/catalog/products/products.ts'

/** Orders of one, two or three lines that come to the same total. */

/** Prices of the three parts of which the lines are. */
export const PRICES = [12.5, 5, 2.5]
/** The total of an order, in cents. */
export const TOTAL = 2500
/** Units of the order with one line. */
export const QUANTITY = 2

/** Indexes of parts, and quantities. The first line is not always of the first part. */
const LINES = {
  1: [[0, QUANTITY]],
  2: [
    [2, 5],
    [0, 1],
  ],
  3: [
    [0, 1],
    [2, 1],
    [1, 2],
  ],
} as const
export type LineCount = keyof typeof LINES

type Line = { part: Product; quantity: number }

export function linesOf(parts: Product[], count: LineCount): [Line, ...Line[]] {
  const [first, ...others] = LINES[count].flatMap(([index, quantity]) => {
    const part = parts[index]
    return part ? [{ part, quantity }] : []
  })
  if (!first) throw new Error('no parts')
  return [first, ...others]
}
