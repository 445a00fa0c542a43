import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import * as z from 'zod/mini'
import { hasDigit, singularise, splitTokens } from './normalise.ts'

/** The words of one name, as typed or from the files in `data/`; `category:engine` there means all parts of that category. */
export type Variant = readonly string[]

const CATEGORY = 'category:'
/** Begins the lexeme of a category: `c:engine`. */
export const CATEGORY_PREFIX = 'c:'
/** Not part of a name: "six piston" is no kind of piston. */
const AMOUNT = /^(one|two|three|four|five|six|seven|eight|nine|ten|twin|single|double|triple)$/

const aliasSchema = z.object({
  type: z.string(),
  locale: z.string(),
  alias: z.string(),
  /** `exact`: type and alias find each other. `narrower`: only the alias finds the type. Empty: the type has no alias. */
  relation: z.enum(['exact', 'narrower', '']),
})

function readData(name: string): string {
  return readFileSync(new URL(`data/${name}`, import.meta.url), 'utf8')
}

function readTable<Row>(name: string, row: z.ZodMiniType<Row>): Row[] {
  return z.array(row).parse(parse(readData(name), { columns: true, skip_empty_lines: true }))
}

function readLines(name: string): string[] {
  return readData(name)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
}

function readWords(name: string): string[] {
  return readLines(name).flatMap((line) => line.split(' '))
}

export const partTypeAliases = readTable('part-types.csv', aliasSchema)

const UMLAUTS = new Map(Object.entries({ ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue' }))

/** A query for one of `names` finds all of `found`. */
type NameRule = { names: readonly string[]; found: readonly string[] }

const partTypeRules: NameRule[] = [...Map.groupBy(partTypeAliases, ({ type }) => type)].flatMap(
  ([type, rows]) => {
    const exact = rows.filter(({ relation }) => relation === 'exact').flatMap(spellingsOf)
    const narrower = rows.filter(({ relation }) => relation === 'narrower')
    return [
      { names: [type, ...exact], found: [type, ...exact] },
      ...narrower.map(({ alias }) => ({ names: [alias], found: [alias, type] })),
    ]
  },
)

function spellingsOf({ alias, locale }: { alias: string; locale: string }): string[] {
  if (locale !== 'de') return [alias]
  return [...new Set([alias, alias.replace(/[äöüÄÖÜ]/g, (letter) => UMLAUTS.get(letter) ?? letter)])]
}

const synonymRules: NameRule[] = readLines('synonyms.txt').map((line) => {
  const [left = '', right = left] = line.split(' => ')
  return { names: left.split(/, */), found: right.split(/, */) }
})

export const nameRules: readonly NameRule[] = [...partTypeRules, ...synonymRules]

export const writtenNames: readonly string[] = [...new Set(nameRules.flatMap(({ found }) => found))].filter(
  (name) => !name.startsWith(CATEGORY),
)

const variants = new Map<string, Variant[]>()
for (const { names, found } of nameRules) {
  for (const name of names.filter((each) => !each.startsWith(CATEGORY))) {
    const key = keyOf(splitTokens(name))
    const all = [...(variants.get(key) ?? []), ...found.map(toVariant)]
    variants.set(key, [...new Map(all.map((variant) => [variant.join(' '), variant])).values()])
  }
}

function toVariant(name: string): Variant {
  return name.startsWith(CATEGORY) ? [CATEGORY_PREFIX + name.slice(CATEGORY.length)] : splitTokens(name)
}

function keyOf(words: readonly string[]): string {
  return words.map(singularise).join(' ')
}

export function variantsOf(words: readonly string[]): readonly Variant[] {
  return variants.get(keyOf(words)) ?? []
}

/** A name and those that mean the same part, each in one spelling to compare by; its own comes first. */
export function namesAlike(name: string): string[] {
  const words = splitTokens(name)
  return [...new Set([words, ...variantsOf(words)].map(keyOf))]
}

export function isKnownName(words: readonly string[]): boolean {
  return variants.has(keyOf(words))
}

export const knownWords: readonly string[] = [
  ...new Set([...variants.values()].flat(2).filter((word) => /^[a-z]{4,}$/.test(word))),
]

export const tradeWords: ReadonlySet<string> = new Set(
  writtenNames.flatMap(splitTokens).filter((word) => /^[a-z]{3,}$/.test(word)),
)

const neighbours = [...variants.values()]
  .flat()
  .flatMap((name) => name.slice(1).map((next, at) => ({ word: name[at] ?? '', next })))
const following = Map.groupBy(neighbours, ({ word }) => singularise(word))
const preceding = Map.groupBy(neighbours, ({ next }) => singularise(next))

export function wordsFollowing(word: string): readonly string[] {
  const found = following.get(singularise(word)) ?? []
  return [...new Set(found.flatMap(({ next }) => [next, `${next}s`]))]
}

export function wordsPreceding(word: string): readonly string[] {
  return [...new Set(preceding.get(singularise(word))?.map((one) => one.word))]
}

export const headNouns: readonly string[] = readWords('head-nouns.txt')
/** Words that add nothing at the end of a name: a clutch kit is a clutch set. PostgreSQL's `part_type_of` has the same list. */
export const genericWords: ReadonlySet<string> = new Set(readWords('generic-words.txt'))
const addedWords: ReadonlySet<string> = new Set(readWords('added-words.txt'))
export const stopWords: ReadonlySet<string> = new Set(readWords('stop-words.txt'))

const singularHeadNouns = new Set(headNouns.map(singularise))
const partTypeKeys = new Set(
  partTypeAliases.flatMap(({ type, alias }) => [type, alias]).map((name) => keyOf(splitTokens(name))),
)

export function isGenericWord(word: string): boolean {
  return genericWords.has(word) || addedWords.has(word)
}

export function splitGenericWords(words: readonly string[]): {
  name: readonly string[]
  generic: readonly string[]
} {
  const end = words.findLastIndex((word) => !genericWords.has(word)) + 1
  return end === 0 ? { name: words, generic: [] } : { name: words.slice(0, end), generic: words.slice(end) }
}

export function namesPartType(words: readonly string[]): boolean {
  const [first = ''] = words
  if (AMOUNT.test(first) || words.some(hasDigit)) return false
  const { name } = splitGenericWords(words)
  return singularHeadNouns.has(singularise(name.at(-1) ?? '')) || partTypeKeys.has(keyOf(words))
}

const conversionSchema = z.object({ unit: z.string(), converts_to: z.string(), factor: z.coerce.number() })

/** The units that search and imports convert, by their names in lower case. */
export const conversions: ReadonlyMap<string, z.infer<typeof conversionSchema>> = new Map(
  readTable('units.csv', conversionSchema).map((conversion) => [conversion.unit, conversion]),
)

/** Trade sizes are rounded: a wiper of 24 inches is one of 600 or 610 mm. */
export const SIZE_TOLERANCE = 0.016

/** How many of the unit `to` one of the unit `from` is, both as people write them. Undefined where it cannot be converted. */
export function unitRatio(from: string, to: string): number | undefined {
  const one = baseOf(from)
  const other = baseOf(to)
  return one.converts_to === other.converts_to ? one.factor / other.factor : undefined
}

/** A unit that is not converted is its own. */
function baseOf(written: string): { converts_to: string; factor: number } {
  const unit = /^["″]$/.test(written) ? 'inch' : written.toLowerCase().replace(/[ .·-]/g, '')
  return conversions.get(unit) ?? { converts_to: unit, factor: 1 }
}
