import { quoteLexeme } from '../../catalog/search/match.ts'
import { foldLetters, partNumberKey } from '../../catalog/search/normalise.ts'

const MAX_WORDS = 8
/** Fewer last digits are in too many phone numbers. */
const FEWEST_DIGITS = 4
const PHONE = /^[\d +()./-]*$/

/**
 * A query of the indexed words of orders and people (`lookup_words` in PostgreSQL): what begins with every word of the text, or,
 * for digits, a phone number that ends with them. Null for a text without a word of two letters or digits.
 */
export function lookupQuery(text: string): string | null {
  const words = wordsOf(text)
  if (words.length === 0) return null
  const query = words.map((word) => `(${[prefix(word), ...phoneEnding(word)].join(' | ')})`).join(' & ')
  return PHONE.test(text) ? [query, ...phoneEnding(text)].join(' | ') : query
}

/** By what an order is found of its parts: their names and numbers, each number as printed and without separators. */
export function wordsOfParts(parts: { name: string; part_number: string | null }[]): string {
  const words = parts.flatMap(({ name, part_number: number }) =>
    number === null ? [name] : [name, number, partNumberKey(number)],
  )
  return words.join(' ')
}

/** One-letter words, and beginnings of other words of the text, would only make the search slower. */
function wordsOf(text: string): string[] {
  // the index has the part of an email address before the "@"
  const folded = foldLetters(text).replace(/@\S*/g, ' ')
  const words = new Set(folded.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word.length > 1))
  const longest = [...words].filter(
    (word) => ![...words].some((other) => other !== word && other.startsWith(word)),
  )
  return longest.slice(0, MAX_WORDS)
}

function prefix(word: string): string {
  return `${quoteLexeme(word)}:*`
}

function phoneEnding(text: string): string[] {
  const digits = text.replace(/\D/g, '')
  const isNumber = PHONE.test(text) && digits.length >= FEWEST_DIGITS
  return isNumber ? [prefix(`x${[...digits].reverse().join('')}`)] : []
}
