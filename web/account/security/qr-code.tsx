/** Dark squares of a QR code, in squares from its corner. */
export type QrDrawing = { size: number; path: string }

/** The width of clear ground around the squares that every reader finds them by, in squares. */
const BORDER = 4

/** Draws a text as a QR code. The library is loaded when one is asked for. */
export async function drawQr(text: string): Promise<QrDrawing> {
  const { encodeQR } = await import('qr')
  const rows = encodeQR(text, 'raw', { border: BORDER })
  const squares = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
  return { size: rows.length, path: squares.join('') }
}

/** Dark on light in both themes: many readers know no other. */
export function QrCode({ drawing: { size, path }, label }: { drawing: QrDrawing; label: string }) {
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  )
}
