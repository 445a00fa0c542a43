/** Paths of uploaded images with copies: a hash of the content, and the width. Older ones have neither width nor copies. */
const UPLOADED = /^(\/uploads\/[0-9a-f]{32})-(\d{1,4})\.webp$/
const AVIF_WIDTHS = [320, 640, 1280]

export function avifWidths(width: number): number[] {
  return [...new Set(AVIF_WIDTHS.map((wanted) => Math.min(wanted, width)))]
}

/** The address of an uploaded image's AVIF copy of the width that `choose` takes; undefined for other addresses. */
export function uploadedCopy(
  address: string,
  choose: (width: number) => number | undefined,
): string | undefined {
  const [, stem, width] = UPLOADED.exec(address) ?? []
  return stem === undefined ? undefined : `${stem}-${choose(Number(width))}.avif`
}

/** The `srcset` of the AVIF copies of an uploaded image; undefined for other addresses. */
export function avifSources(address: string): string | undefined {
  const [, stem, width] = UPLOADED.exec(address) ?? []
  if (stem === undefined) return undefined
  return avifWidths(Number(width))
    .map((each) => `${stem}-${each}.avif ${each}w`)
    .join(', ')
}
