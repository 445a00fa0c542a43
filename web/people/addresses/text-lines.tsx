/** Lines of a text, each in an element of its own. */
export function TextLines({ lines }: { lines: string[] }) {
  return lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be equal, and they do not move
    <span key={index}>{line}</span>
  ))
}
