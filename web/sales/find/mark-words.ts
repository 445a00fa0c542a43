export type Piece = { text: string; isMarked: boolean }

/** Splits a text so that the beginnings of its words that were typed are pieces of their own. Letters are compared without accents. */
export function markWords(text: string, query: string): Piece[] {
  const typed = wordsOf(query).map(({ folded }) => folded)
  const pieces: Piece[] = []
  let end = 0
  for (const { word, folded, at } of wordsOf(text)) {
    const match = typed
      .filter((one) => folded.startsWith(one))
      .reduce((a, b) => (b.length > a.length ? b : a), '')
    if (match === '') continue
    // of a word with letters that fold to more or fewer the whole word is marked
    const length = folded.length === word.length ? match.length : word.length
    pieces.push(
      { text: text.slice(end, at), isMarked: false },
      { text: word.slice(0, length), isMarked: true },
    )
    end = at + length
  }
  return [...pieces, { text: text.slice(end), isMarked: false }].filter((piece) => piece.text !== '')
}

/** Whether a text has a word that begins as typed, or ends with the typed digits. */
export function hasTyped(text: string, query: string): boolean {
  const digits = query.replace(/\D/g, '')
  const endsAlike = digits.length >= 4 && text.replace(/\D/g, '').endsWith(digits)
  return endsAlike || markWords(text, query).some(({ isMarked }) => isMarked)
}

function wordsOf(text: string): { word: string; folded: string; at: number }[] {
  return [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)]
    .map(({ 0: word, index: at }) => ({ word, folded: fold(word), at }))
    .filter(({ folded }) => folded.length > 1)
}

function fold(word: string): string {
  return word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
