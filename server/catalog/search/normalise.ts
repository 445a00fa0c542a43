/** A rule for TypeScript and PostgreSQL: it uses only what is common to their regular expressions. */
type Rule = {
  pattern: string
  replacement: string
  /** In PostgreSQL the rule runs only on texts like this. */
  onlyLike?: string
}

const UNITS = 'mm|cm|ml|l|kg|g|w|v|ah|a|nm|bar|psi|in|inch|inches|kw|pin|t'
const END = '(?![a-z0-9])'

/** Give each size one spelling. A size with a fraction is one word: otherwise 1.5 t would contain 5 t. */
export const SIZE_RULES: readonly Rule[] = [
  // the bolts of a wheel: 5x112, 5×114.3
  {
    pattern: '(?<![0-9*x.,])([3-8]) ?[x*] ?(9[0-9]|1[0-9][0-9])(?:[.,][0-9]+)?(?![0-9])',
    replacement: '\\1b\\2 ',
  },
  // 1.5, 1,5 and 1.50
  {
    pattern: '(?<![0-9.,])([0-9]{1,3})[.,]([0-9])([1-9]?)0?(?![0-9]|[.,][0-9])',
    replacement: '\\1p\\2\\3',
  },
  // 1/2
  { pattern: '(?<![0-9/])([1-9]|[12][0-9]|3[01])/(2|4|8|16|32|64)(?![0-9/])', replacement: '\\1f\\2' },
  // an oil's grade is one word: 5W-30
  { pattern: `(?<![a-z0-9])([0-9]{1,2})w-?([0-9]{2,3})${END}`, replacement: '\\1w\\2', onlyLike: '%w%' },
  { pattern: '([0-9]) ?"', replacement: '\\1 inch ', onlyLike: '%"%' },
  // 254 x 35, 7Jx17
  { pattern: '([0-9]j?) ?[x*] ?(?=[0-9])', replacement: '\\1 ' },
  // 205/55R16; 215/65R16C is a van's tyre
  { pattern: `([0-9])(z?r)([0-9]{2})(c?)${END}`, replacement: '\\1 r\\3 \\4', onlyLike: '%r__%' },
  // the flange of a rim, J, is a unit of nothing else
  { pattern: `([0-9])-?(${UNITS}|j)${END}`, replacement: '\\1 \\2' },
]

export const COMMON_SIGNS: readonly (readonly [string, string])[] = [
  ['–', '-'],
  ['×', '*'],
  ['°', ' '],
  ['’', "'"],
]
export const SIGNS = new Map([...COMMON_SIGNS, ...zip('⁄″”“′‘—−·•…', `/"""''--   `)])
export const LETTERS = zip('øłđðıŧ', 'olddit')
export const DOUBLE_LETTERS: readonly (readonly [string, string])[] = [
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
]
const FOLDED = new Map([...SIGNS, ...LETTERS, ...DOUBLE_LETTERS])
const SIGN = new RegExp(`[${[...SIGNS.keys()].join('')}]`, 'g')
const FOLDING = new RegExp(`[${[...FOLDED.keys()].join('')}]`, 'g')

const ASCII = /^[ -~]*$/
export const PUNCTUATION = '[!-/:-@[-`{-~]'
const compiledRules = SIZE_RULES.map(
  ({ pattern, replacement }) => [new RegExp(pattern, 'g'), replacement.replaceAll('\\', '$')] as const,
)
const punctuation = new RegExp(PUNCTUATION, 'g')
const UNIT = new RegExp(`^(${UNITS})$`)
const LAST_ZERO = /(?<![\d.,]|[x*×] ?)(\d{1,3})[.,](\d[1-9]?0)(?!\d|[.,]\d)/g
const FRACTION_SIGNS = { b: 'x', p: '.', f: '/' }

export const SHORTEST_PART_NUMBER = 5

function zip(from: string, to: string): [string, string][] {
  return [...from].map((character, at) => [character, to[at] ?? ''])
}

export function foldLetters(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  const letters = text
    .replace(SIGN, foldCharacter)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
  return letters.toLowerCase().replace(FOLDING, foldCharacter)
}

function foldCharacter(character: string): string {
  return FOLDED.get(character) ?? character
}

/** Folds letters and sizes, and replaces punctuation by spaces, like PostgreSQL's `normalise_text`. */
export function normaliseText(text: string): string {
  const folded = foldLetters(text)
  const sized = hasDigit(folded)
    ? compiledRules.reduce((result, [rule, replacement]) => result.replace(rule, replacement), folded)
    : folded
  return sized.replace(punctuation, ' ')
}

export function splitTokens(text: string): string[] {
  // "x" alone stands between two sizes
  return normaliseText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && word !== 'x')
}

/** Keeps the last zero of 1.50, which may belong to a part number; `withoutLastZero` gives the token of texts. */
export function splitQueryTokens(text: string): string[] {
  return splitTokens(text.replace(LAST_ZERO, '$1p$2'))
}

export function withoutLastZero(word: string): string {
  return word.replace(/^(\d{1,3}p\d[1-9]?)0$/, '$1')
}

export function formatToken(token: string): string {
  return token.replace(
    /^(\d{1,3})(p(?=\d{1,3}$)|b(?=9\d$|1\d\d$)|f(?=(?:2|4|8|16|32|64)$))(\d+)$/,
    (_, before, sign: keyof typeof FRACTION_SIGNS, after) => [before, FRACTION_SIGNS[sign], after].join(''),
  )
}

/** A part number without separators: `NOR.0707-60` is `nor070760`. */
export function partNumberKey(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '')
}

export function brandKey(brand: string): string {
  return normaliseText(brand).replace(/ /g, '')
}

export function singularise(word: string): string {
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
