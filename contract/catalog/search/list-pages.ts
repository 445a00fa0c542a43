export const PARTS_OF_PAGE = 24
/** How deep a list is numbered: an offset costs time. Behind it, and in searches by relevance, cursors go on. */
const DEEPEST_PART = 10_000
const DEEPEST_FOUND_PART = 1_000

export type NumberedPage = {
  page?: number | undefined
  limit: number
  after?: string | undefined
  q?: string | undefined
}

/** How many pages of a list have a number. */
export function numberedPages({ limit, q }: Pick<NumberedPage, 'limit' | 'q'>): number {
  return Math.max(1, Math.floor((q?.trim() ? DEEPEST_FOUND_PART : DEEPEST_PART) / limit))
}
