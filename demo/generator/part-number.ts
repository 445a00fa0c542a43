/** Without I, O, Q, Y and Z: most of them look like digits. */
const LETTERS = 'ABCDEFGHJKLMNPRSTUVWX'
/** Coprime with ten and with the number of letters, so that numbers are unique and neighbours are far apart. */
const STRIDE = 6_180_339_887

/** A part number in a brand's format (see `Brand`), unique for each `code` below `capacityOf` the format. */
export function partNumber(format: string, { code, series }: { code: number; series: string }): string {
  const capacity = capacityOf(format)
  let rest = Number((BigInt(code) * BigInt(STRIDE) + 271_828n) % BigInt(capacity))
  let digit = 0
  return format.replace(/[#@s]/g, (sign) => {
    if (sign === 's') return series[digit++ % series.length] ?? '0'
    const base = sign === '#' ? 10 : LETTERS.length
    const value = rest % base
    rest = Math.floor(rest / base)
    return sign === '#' ? String(value) : (LETTERS[value] ?? 'A')
  })
}

export function capacityOf(format: string): number {
  const signs = [...format]
  const count = (sign: string) => signs.filter((one) => one === sign).length
  return 10 ** count('#') * LETTERS.length ** count('@')
}
