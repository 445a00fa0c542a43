/** The name of a part in which no line ends within a measure such as 5W-30: browsers break after a hyphen. */
export function PartName({ name }: { name: string }) {
  return piecesOf(name).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other identity
    <span key={index} className={isMeasure(piece) ? 'unbroken' : undefined}>
      {piece}
    </span>
  ))
}

/** Measures, and what is between them with its spaces. */
function piecesOf(name: string): string[] {
  const pieces = ['']
  for (const [at, word] of name.split(' ').entries()) {
    const space = at === 0 ? '' : ' '
    if (isMeasure(word)) pieces.push((pieces.pop() ?? '') + space, word, '')
    else pieces.push((pieces.pop() ?? '') + space + word)
  }
  return pieces.filter((piece) => piece !== '')
}

/** A word with a hyphen after a digit. */
function isMeasure(text: string): boolean {
  const at = text.lastIndexOf('-')
  return at > 0 && at < text.length - 1 && !text.includes(' ') && /\d/.test(text.slice(0, at))
}
