import { parse } from 'csv-parse/sync'
import * as z from 'zod/mini'
import { readData, type Variant } from './names.ts'
import { formatToken } from './normalise.ts'
import { isPlainTerm, type Term } from './part-types.ts'
import { lexemePrefixes, type Vocabulary } from './vocabulary.ts'

const conversionSchema = z.object({ unit: z.string(), converts_to: z.string(), factor: z.coerce.number() })

const conversions = new Map(
  z
    .array(conversionSchema)
    .parse(parse(readData('units.csv'), { columns: true, skip_empty_lines: true }))
    .map((conversion) => [conversion.unit, conversion]),
)

/** Trade sizes are rounded: a wiper of 24 inches is one of 600 or 610 mm. */
const TOLERANCE = 0.016
const LARGEST_SIZE = 9_999

export function convertSizes(terms: readonly Term[], vocabulary: Vocabulary): Term[] | null {
  const result: Term[] = []
  let isConverted = false
  for (let at = 0; at < terms.length; at += 1) {
    const [term, next] = terms.slice(at, at + 2)
    if (!term) break
    // "24 inch" may be one term, as the size of a rim
    const isOneTerm = term.words.length === 2
    const unit = isOneTerm ? term.words[1] : next?.words.join(' ')
    const [size, ...near] = isPlainTerm(term) ? sizesNear(term.words[0], unit, vocabulary) : []
    result.push(size ? { ...term, words: size, variants: [size, ...near] } : term)
    if (!size) continue
    isConverted = true
    if (!isOneTerm) at += 1
  }
  return isConverted ? result : null
}

function sizesNear(number = '', unit = '', vocabulary: Vocabulary): Variant[] {
  const conversion = conversions.get(unit)
  const size = Number(formatToken(number)) * (conversion?.factor ?? 0)
  if (!conversion || !(size > 0 && size <= LARGEST_SIZE)) return []
  const step = size < 10 ? 0.1 : 1
  const toWord = (steps: number) => String(Number((steps * step).toFixed(1))).replace('.', 'p')
  const min = Math.ceil((size * (1 - TOLERANCE)) / step)
  const max = Math.floor((size * (1 + TOLERANCE)) / step)
  const found = Array.from({ length: Math.max(0, max - min + 1) }, (_, more) => toWord(min + more))
    .filter((word) => vocabulary.frequency(lexemePrefixes.name + word) > 0)
    .map((word) => [word, conversion.converts_to])
  return found.length > 0 ? [[toWord(Math.round(size / step)), conversion.converts_to], ...found] : []
}
