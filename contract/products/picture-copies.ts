/** Where uploaded pictures lie: the name says what a picture is made of and how wide it is. */
const UPLOADED = /^(\/uploads\/[0-9a-f]{32})-(\d{1,4})\.webp$/
const AVIF_WIDTHS = [320, 640, 1280]

/** The widths in which an uploaded picture also lies as AVIF: never wider than the picture itself. */
export function avifWidths(width: number): number[] {
  return [...new Set(AVIF_WIDTHS.map((wanted) => Math.min(wanted, width)))]
}

/** The `srcset` of an uploaded picture's AVIF copies; undefined for any other address. */
export function avifSources(address: string): string | undefined {
  const [, stem, width] = UPLOADED.exec(address) ?? []
  if (stem === undefined) return undefined
  return avifWidths(Number(width))
    .map((each) => `${stem}-${each}.avif ${each}w`)
    .join(', ')
}
