/** Most texts are. */
const PLAIN = /^[ -~]*$/
const PUNCTUATION = /[!-/:-@[-`{-~]/g
const LETTERS = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ı: 'i', ŧ: 't' }
const SIGNS = {
  ...{ '×': '*', '⁄': '/', '″': '"', '”': '"', '“': '"', '′': "'", '’': "'", '‘': "'" },
  ...{ '–': '-', '—': '-', '−': '-', '·': ' ', '•': ' ', '…': ' ', '°': ' ' },
}

const FOLDED: Record<string, string> = { ...LETTERS, ...SIGNS }
const FOLDING = new RegExp(`[${Object.keys(FOLDED).join('')}]`, 'g')
const SIGN = new RegExp(`[${Object.keys(SIGNS).join('')}]`, 'g')

/** Units that stand behind a number, with a gap or without. */
const UNITS = 'mm|cm|ml|l|kg|g|w|v|ah|a|nm|bar|psi|in|inch|inches|kw|pin|t'
/** A rim's flange, J, is no unit of other things. */
const AMOUNT = new RegExp(`(\\d)-?(${UNITS}|j)\\b`, 'g')
const UNIT = new RegExp(`^(${UNITS})$`)

/** Bolts of a wheel, decimals, fractions of an inch: each is one word, or the 5 of 1.5 t would be 5 t. */
const WHOLE_SIZES: readonly (readonly [RegExp, string])[] = [
  [/(?<![\d*x.,])([3-8]) ?[x*] ?(9\d|1\d\d)(?:[.,]\d+)?(?!\d)/g, '$1b$2 '],
  [/(?<![\d.,])(\d{1,3})[.,](\d)([1-9]?)0?(?!\d|[.,]\d)/g, '$1p$2$3'],
  [/(?<![\d/])([1-9]|[12]\d|3[01])\/(2|4|8|16|32|64)(?![\d/])/g, '$1f$2'],
]
/** What a decimal ends with that sizes leave out. */
const LAST_ZERO = /(?<![\d.,]|[x*×] ?)(\d{1,3})[.,](\d[1-9]?0)(?!\d|[.,]\d)/g
const SIZE_SIGNS = { b: 'x', p: '.', f: '/' }

/** Letters without accents and case, as the database's `fold_letters` has them. */
export function foldLetters(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  const letters = text
    .replace(SIGN, fold)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
  return letters.toLowerCase().replace(FOLDING, fold)
}

function fold(sign: string): string {
  return FOLDED[sign] ?? sign
}

/** Folded text with sizes in one spelling and without punctuation: the twin of the database's `normalise_text`. */
export function searchText(text: string): string {
  const folded = foldLetters(text)
  if (!hasDigit(folded)) return folded.replace(PUNCTUATION, ' ')
  return WHOLE_SIZES.reduce((sized, [size, word]) => sized.replace(size, word), folded)
    .replace(/\b(\d{1,2})w-?(\d{2,3})\b/g, '$1w$2')
    .replace(/(\d) ?"/g, '$1 inch ')
    .replace(/(\dj?) ?[x*] ?(?=\d)/g, '$1 ')
    .replace(/(\d)(z?r)(\d{2})(c?)\b/g, '$1 r$3 $4')
    .replace(AMOUNT, '$1 $2')
    .replace(PUNCTUATION, ' ')
}

/** The words of a text, as they are looked up. */
export function wordsOf(text: string): string[] {
  // alone it stands between two sizes
  return searchText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && word !== 'x')
}

/** The words of a question. "281.310" may be a number, so it keeps the zero that a size has no use for. */
export function askedWords(text: string): string[] {
  return wordsOf(text.replace(LAST_ZERO, '$1p$2'))
}

/** A word of a question as texts have it: 1.50 is 1.5 there. */
export function inTexts(word: string): string {
  return word.replace(/^(\d{1,3}p\d[1-9]?)0$/, '$1')
}

/** A word of a text as people write it: 1.5, 1/2, 5x112. */
export function asWritten(word: string): string {
  return word.replace(
    /^(\d{1,3})(p(?=\d{1,3}$)|b(?=9\d$|1\d\d$)|f(?=(?:2|4|8|16|32|64)$))(\d+)$/,
    (_, before, sign: keyof typeof SIZE_SIGNS, after) => [before, SIZE_SIGNS[sign], after].join(''),
  )
}

/** A part number, or what may be one, without what people leave out: `NOR.0707-60` is `nor070760`. */
export function numberKey(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** Shorter numbers are sizes. */
export const SHORTEST_KEY = 5

/** What a part says of its number, as the database marks it; `key` is the number or a part of it. */
export function numberMark(key: string): string {
  return `#${key}`
}

/** The name under which a brand is looked up: its letters and digits. */
export function brandKey(brand: string): string {
  return searchText(brand).replace(/ /g, '')
}

/** The same word for one and for many, well enough to look it up in a table of names. */
export function singular(word: string): string {
  if (word.length <= 3 || !word.endsWith('s') || /(ss|us|is)$/.test(word)) return word
  if (/(x|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.slice(0, -1)
}

export function hasDigit(text: string): boolean {
  return /\d/.test(text)
}

export function isUnit(word: string): boolean {
  return UNIT.test(word)
}
