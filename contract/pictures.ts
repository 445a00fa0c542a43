/** What an upload takes: the types of file, and how many bytes of it. */
export const pictureFiles = {
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'],
  limit: 20_000_000,
}

/** Where a picture may lie: http(s), or a path of this store ("//host" is a host, not a path). */
export function isPictureAddress(value: string): boolean {
  if (/^\/(?![/\\])[^\s\\]*$/.test(value)) return true
  const url = URL.parse(value)
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:')
}

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
