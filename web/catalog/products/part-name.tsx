const MEASURE = /(\S*\d\S*-\S+)/

/** The name of a part in which no line ends within a measure such as 5W-30: browsers break after a hyphen. */
export function PartName({ name }: { name: string }) {
  const pieces = name.split(MEASURE)
  if (pieces.length === 1) return name
  return pieces.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other identity
    <span key={index} className={index % 2 === 1 ? 'unbroken' : undefined}>
      {piece}
    </span>
  ))
}
