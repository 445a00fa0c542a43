import type { Tag } from '../cache/tags.ts'

/** Pieces of a part before and after they were moved. */
export type StockMoved = { id: string; minimumOrder: number; before: number; after: number }

/** What a move of stock changes: the part, and the lists where it turns up or out of stock. As the database's trigger has it. */
export function stockTags({ id, minimumOrder, before, after }: StockMoved): Tag[] {
  const isOfLists = before > 0 !== after > 0 || before >= minimumOrder !== after >= minimumOrder
  return isOfLists ? [`product:${id}`, 'products'] : [`product:${id}`]
}
