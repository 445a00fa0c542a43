export type CutText = { text: string; isCut: boolean }

/** Printable ASCII: each code unit is a grapheme. */
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/

/** The first `limit` graphemes of a text, and whether it was cut. The caller adds the ellipsis. */
export function cutText(text: string, limit: number): CutText {
  if (text.length <= limit) return { text, isCut: false }
  // one more code unit: a combining mark after the cut belongs to the last grapheme
  const head = text.slice(0, limit + 1)
  if (PRINTABLE_ASCII.test(head)) return { text: text.slice(0, limit), isCut: true }
  let count = 0
  for (const { index } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    if (count === limit) return { text: text.slice(0, index), isCut: true }
    count += 1
  }
  return { text, isCut: false }
}
