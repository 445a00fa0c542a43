import type { Tag } from '../cache/tags.ts'

export type StockChange = { id: string; minimumOrder: number; before: number; after: number }

/** The cache tags of a change of stock; lists change only if it comes into or goes out of stock, as in the database's trigger. */
export function stockTags({ id, minimumOrder, before, after }: StockChange): Tag[] {
  const changesLists = before > 0 !== after > 0 || before >= minimumOrder !== after >= minimumOrder
  return changesLists ? [`product:${id}`, 'products'] : [`product:${id}`]
}
