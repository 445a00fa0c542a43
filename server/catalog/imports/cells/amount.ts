import type { DecimalSign } from '#database/column-values.ts'

/**
 * `text`: plain decimal text, as "1234.50"; `decimal`: its decimal sign; `settles`: by two separators or one of them twice it
 * shows that of the whole column. `unclear`: a separator before exactly three digits. Other cells are `unknown`.
 */
export type Amount =
  | { kind: 'plain'; text: string; decimal?: DecimalSign; settles?: true }
  | { kind: 'unclear'; text: string }
  | { kind: 'unknown' }

const MAX_CHARACTERS = 40
/** Spaces that do not break, and apostrophes, which nothing but groups of digits has. */
const GROUP_SIGNS = /[\u00a0\u2007\u2009\u202f'’]/g
const GROUPED = /^-?\d{1,3}(?:[\u00a0\u2007\u2009\u202f'’]\d{3})+(?:[.,]\d+)?$/
const SINGLE_SIGN = /^(-?\d+)([.,])(\d+)$/
/** Both signs, or one of them twice; groups of three digits or, as in India, of two before the last one. */
const POINTS_GROUP = /^-?\d{1,3}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})$/
const COMMAS_GROUP = /^-?(?:\d{1,3}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,})|\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?)$/

/** Reads an amount as spreadsheets of any locale write it. */
export function readAmount(cell: string): Amount {
  const text = cell.trim()
  if (text.length > MAX_CHARACTERS) return { kind: 'unknown' }
  if (GROUPED.test(text)) return { kind: 'plain', text: text.replace(GROUP_SIGNS, '').replace(',', '.') }
  if (POINTS_GROUP.test(text))
    return { kind: 'plain', text: withDecimal(text, ','), decimal: ',', settles: true }
  if (COMMAS_GROUP.test(text))
    return { kind: 'plain', text: withDecimal(text, '.'), decimal: '.', settles: true }
  const [, , , fraction] = SINGLE_SIGN.exec(text) ?? []
  if (fraction?.length === 3) return { kind: 'unclear', text }
  if (fraction === undefined) return { kind: 'unknown' }
  return { kind: 'plain', text: text.replace(',', '.'), decimal: text.includes(',') ? ',' : '.' }
}

/** An unclear amount as plain decimal text, where `decimal` is the decimal sign. `undefined` if it cannot be read so. */
export function settleAmount(unclear: string, decimal: DecimalSign): string | undefined {
  if (unclear.includes(decimal)) return unclear.replace(decimal, '.')
  return /^-?[1-9]\d{0,2}[.,]/.test(unclear) ? withDecimal(unclear, decimal) : undefined
}

/** Both readings of an unclear amount: "1,500" gives 1500 and 1.5. */
export function readingsOf(unclear: string): [whole: string, fraction: string] {
  return [unclear.replace(/[.,]/, ''), String(Number(unclear.replace(',', '.')))]
}

function withDecimal(text: string, decimal: DecimalSign): string {
  return text.replaceAll(decimal === ',' ? '.' : ',', '').replace(decimal, '.')
}
