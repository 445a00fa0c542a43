/** Creating a format takes longer than formatting a page of prices, and up to 20 KB outside of V8's heap, which V8 frees late. */
function cacheFormats<Options, Format>(create: (locale: string, options: Options) => Format) {
  const known = new Map<string, Format>()
  return (locale: string, options: Options): Format => {
    const key = JSON.stringify([locale, options])
    const format = known.get(key) ?? create(locale, options)
    known.set(key, format)
    return format
  }
}

/** The format of a locale and options. Both must come from a small set, such as the store's settings. */
export const numberFormat = cacheFormats(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
)

/** As `numberFormat`, for times. */
export const dateFormat = cacheFormats(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
)

/** As `numberFormat`, for the distance between two times. */
export const relativeTimeFormat = cacheFormats(
  (locale, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
)

/** Plain decimal text as a field shows it: with the decimal separator of the locale. */
export function plainInput(text: string, locale: string): string {
  return text.replace('.', partOfFormat(numberFormat(locale, {}), 'decimal') || '.')
}

/** A sign that a format writes, such as its currency or separator; empty if it writes none. */
export function partOfFormat(format: Intl.NumberFormat, wanted: Intl.NumberFormatPartTypes): string {
  return format.formatToParts(1.5).find(({ type }) => type === wanted)?.value ?? ''
}
