import * as z from 'zod/mini'
import table from './brands.json' with { type: 'json' }

/**
 * `trades`: groups of part kinds that the brand makes; `tier` multiplies the price. `number` is the format of its part
 * numbers: `#` is a digit, `@` a letter, `s` the next digit of the kind's series.
 */
export type Brand = { name: string; trades: string[]; tier: number; number: string }

const rowSchema = z.tuple([z.string(), z.string(), z.number(), z.string()])

export const brands = z
  .array(rowSchema)
  .parse(table.rows)
  .map(([name, trades, tier, number]): Brand => ({ name, trades: trades.split(' '), tier, number }))

export function brandsOf(trade: string): Brand[] {
  return brands.filter((brand) => brand.trades.includes(trade))
}
