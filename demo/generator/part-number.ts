/** Letters that no one takes for a digit. */
const LETTERS = 'ABCDEFGHJKLMNPRSTUVWX'
/** Coprime with ten and with the number of letters: neighbours get numbers far apart, and none gets another's. */
const STRIDE = 6_180_339_887

/**
 * A number in a maker's format (see `Brand`): different for each `code` below the format's `capacityOf`.
 */
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

/** How many different numbers a format holds for one series. */
export function capacityOf(format: string): number {
  const signs = [...format]
  const count = (sign: string) => signs.filter((one) => one === sign).length
  return 10 ** count('#') * LETTERS.length ** count('@')
}
