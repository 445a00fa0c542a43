import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import * as z from 'zod/mini'
import { hasDigit, singularise, splitTokens } from './normalise.ts'

/** The words of one name of a part, from the files in `data/`; `category:engine` there means all parts of a category. */
export type Variant = readonly string[]

const CATEGORY = 'category:'
/** Not part of a name: "six piston" is no kind of piston. */
const AMOUNT = /^(one|two|three|four|five|six|seven|eight|nine|ten|twin|single|double|triple)$/

const aliasSchema = z.object({
  type: z.string(),
  locale: z.string(),
  alias: z.string(),
  /** `exact` finds in both directions; `narrower` finds the type only; an empty alias makes the type one unit. */
  relation: z.enum(['exact', 'narrower', '']),
})

export function readData(name: string): string {
  return readFileSync(new URL(`data/${name}`, import.meta.url), 'utf8')
}

function readWords(name: string): string[] {
  return readData(name)
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .flatMap((line) => line.split(/\s+/))
    .filter((word) => word !== '')
}

export const partTypeAliases = z
  .array(aliasSchema)
  .parse(parse(readData('part-types.csv'), { columns: true, skip_empty_lines: true }))

/** For each of the names, all of `found` are searched for. */
type NameRule = { names: readonly string[]; found: readonly string[] }

const partTypeRules: NameRule[] = [...Map.groupBy(partTypeAliases, ({ type }) => type)].flatMap(
  ([type, rows]) => {
    const exact = [
      type,
      ...rows.flatMap(({ relation, alias, locale }) =>
        relation === 'exact' ? [alias, ...(locale === 'de' ? transliterated(alias) : [])] : [],
      ),
    ]
    const narrower = rows.flatMap(({ relation, alias }) => (relation === 'narrower' ? [alias] : []))
    return [
      { names: exact, found: exact },
      ...narrower.map((alias) => ({ names: [alias], found: [alias, type] })),
    ]
  },
)

/** A German name without umlauts. */
function transliterated(name: string): string[] {
  const umlauts: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue' }
  const written = name.replace(/[äöüÄÖÜ]/g, (letter) => umlauts[letter] ?? letter)
  return written === name ? [] : [written]
}

const synonymRules: NameRule[] = readData('synonyms.txt')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [left = '', right = left] = line.split(' => ').map((side) => side.trim())
    return { names: left.split(/, */), found: right.split(/, */) }
  })

export const nameRules: readonly NameRule[] = [...partTypeRules, ...synonymRules]

/** All names in the files, without categories. */
export const writtenNames: readonly string[] = [...new Set(nameRules.flatMap(({ found }) => found))].filter(
  (name) => !name.startsWith(CATEGORY),
)

/** The names to search for, by a name's words in the singular. */
const variants = new Map<string, Variant[]>()
for (const { names, found } of nameRules) {
  for (const name of names.filter((each) => !each.startsWith(CATEGORY))) {
    const key = keyOf(splitTokens(name))
    const known = variants.get(key) ?? []
    const added = found.map(toVariant).filter((variant) => !known.some((each) => isSame(each, variant)))
    variants.set(key, [...known, ...added])
  }
}

function toVariant(name: string): Variant {
  return name.startsWith(CATEGORY) ? [`c:${name.slice(CATEGORY.length)}`] : splitTokens(name)
}

function isSame(one: Variant, other: Variant): boolean {
  return one.join(' ') === other.join(' ')
}

function keyOf(words: readonly string[]): string {
  return words.map(singularise).join(' ')
}

/** The names to search for, with the name itself; empty for unknown names. */
export function variantsOf(words: readonly string[]): readonly Variant[] {
  return variants.get(keyOf(words)) ?? []
}

export function isKnownName(words: readonly string[]): boolean {
  return variants.has(keyOf(words))
}

/** Candidates for corrections, also if no part has them. */
export const knownWords: readonly string[] = [
  ...new Set([...variants.values()].flat(2).filter((word) => /^[a-z]{4,}$/.test(word))),
]

/** Words of at least three letters that are no part of a part number. */
export const tradeWords: ReadonlySet<string> = new Set(
  writtenNames.flatMap(splitTokens).filter((word) => /^[a-z]{3,}$/.test(word)),
)

const following = new Map<string, Set<string>>()
const preceding = new Map<string, Set<string>>()
for (const name of [...variants.values()].flat()) {
  for (const [at, word] of name.slice(0, -1).entries()) {
    const next = name[at + 1] ?? ''
    addTo(following, singularise(word), [next, `${next}s`])
    addTo(preceding, singularise(next), [word])
  }
}

function addTo(neighbours: Map<string, Set<string>>, word: string, added: readonly string[]): void {
  const known = neighbours.get(word) ?? new Set()
  for (const one of added) known.add(one)
  neighbours.set(word, known)
}

/** The words after a word in known names, with their plurals: "plug" and "plugs" for "spark". */
export function wordsFollowing(word: string): readonly string[] {
  return [...(following.get(singularise(word)) ?? [])]
}

/** The words before a word in known names. */
export function wordsPreceding(word: string): readonly string[] {
  return [...(preceding.get(singularise(word)) ?? [])]
}

export const headNouns: readonly string[] = readWords('head-nouns.txt')
/** Words without meaning at the end of a name: a clutch kit is a clutch set. PostgreSQL's `part_type_of` has them, too. */
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

/** Splits off the generic words at the end of a name; a name of generic words only stays whole. */
export function splitGenericWords(words: readonly string[]): {
  name: readonly string[]
  generic: readonly string[]
} {
  const end = words.findLastIndex((word) => !genericWords.has(word)) + 1
  return end === 0 ? { name: words, generic: [] } : { name: words.slice(0, end), generic: words.slice(end) }
}

/** Whether words end in a head noun, or are a name of `part-types.csv`. */
export function namesPartType(words: readonly string[]): boolean {
  const [first = ''] = words
  if (AMOUNT.test(first) || words.some(hasDigit)) return false
  const { name } = splitGenericWords(words)
  return singularHeadNouns.has(singularise(name.at(-1) ?? '')) || partTypeKeys.has(keyOf(words))
}
