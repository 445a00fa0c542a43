const MEASURE = /(\S*\d\S*-\S+)/

/** A text in which no line ends within a measure such as 5W-30: browsers break after a hyphen. */
export function Unbroken({ text }: { text: string }) {
  const pieces = text.split(MEASURE)
  if (pieces.length === 1) return text
  return pieces.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other identity
    <span key={index} className={index % 2 === 1 ? 'unbroken' : undefined}>
      {piece}
    </span>
  ))
}
