import { parse } from 'csv-parse/sync'
import * as z from 'zod/mini'
import { readData, type Variant } from './names.ts'
import { formatToken } from './normalise.ts'
import { isUnmarked, type Term } from './part-types.ts'
import type { Vocabulary } from './vocabulary.ts'

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

/** The terms with sizes in the units of the catalogue; null if no name has a size near one of them. */
export function convertSizes(terms: readonly Term[], vocabulary: Vocabulary): Term[] | null {
  const result: Term[] = []
  let isConverted = false
  for (let at = 0; at < terms.length; at += 1) {
    const term = terms[at]
    if (!term) break
    const next = terms[at + 1]
    // "24 inch" may be one term, as the size of a rim
    const isOneTerm = term.words.length === 2
    const unit = isOneTerm ? term.words[1] : next?.words.length === 1 ? next.words[0] : undefined
    const variants = isUnmarked(term) ? sizesNear(term.words[0], unit, vocabulary) : []
    if (variants.length > 0) {
      result.push({ ...term, words: variants[0] ?? [], variants })
      isConverted = true
      if (!isOneTerm) at += 1
    } else result.push(term)
  }
  return isConverted ? result : null
}

/** The converted size and those near it that names have; empty if no name has one. */
function sizesNear(number: string | undefined, unit: string | undefined, vocabulary: Vocabulary): Variant[] {
  const conversion = conversions.get(unit ?? '')
  const value = Number(formatToken(number ?? ''))
  if (!conversion || !(value > 0)) return []
  const size = value * conversion.factor
  if (size > LARGEST_SIZE) return []
  // tenths of small sizes, whole numbers of large ones
  const step = size < 10 ? 0.1 : 1
  const toWord = (steps: number) => String(Number((steps * step).toFixed(1))).replace('.', 'p')
  const found: Variant[] = []
  for (
    let near = Math.ceil((size * (1 - TOLERANCE)) / step);
    near * step <= size * (1 + TOLERANCE);
    near += 1
  ) {
    if (vocabulary.frequency(`.${toWord(near)}`) > 0) found.push([toWord(near), conversion.converts_to])
  }
  return found.length > 0 ? [[toWord(Math.round(size / step)), conversion.converts_to], ...found] : []
}
