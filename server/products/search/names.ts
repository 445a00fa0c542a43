import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import * as z from 'zod/mini'
import { hasDigit, singularise, splitTokens } from './normalise.ts'

/** Names of parts and other words of the trade, from the files in `data/`: to teach the search a name, add a line there. */

/** Words under which something is found; `category:engine` stands for all parts of a category. */
export type Variant = readonly string[]

const CATEGORY = 'category:'
/** Words that say how a part is made: "six piston" is no kind of piston. */
const AMOUNT = /^(one|two|three|four|five|six|seven|eight|nine|ten|twin|single|double|triple)$/

const aliasSchema = z.object({
  type: z.string(),
  locale: z.string(),
  alias: z.string(),
  /** `exact` finds in both directions; `narrower` finds the type only; an empty alias makes the type one unit. */
  relation: z.enum(['exact', 'narrower', '']),
})

/** A file of `data/`. */
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

/** Names that find each other: what is typed, and what is then found. */
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

/** A German name as keyboards without umlauts write it. */
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

/** All names as they are written in the files, beside categories. */
export const writtenNames: readonly string[] = [...new Set(nameRules.flatMap(({ found }) => found))].filter(
  (name) => !name.startsWith(CATEGORY),
)

/** The names found for each name, by its words in the singular. */
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

/** Every name that is found for a name, itself among them; empty for words that are no known name. */
export function variantsOf(words: readonly string[]): readonly Variant[] {
  return variants.get(keyOf(words)) ?? []
}

export function isKnownName(words: readonly string[]): boolean {
  return variants.has(keyOf(words))
}

/** Words that may be meant although no part of the catalogue has them. */
export const knownWords: readonly string[] = [
  ...new Set([...variants.values()].flat(2).filter((word) => /^[a-z]{4,}$/.test(word))),
]

/** Words of at least three letters that name things of the trade: they are no part of a part number. */
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

/** The words that follow a word in known names, with their plurals: "spark" is followed by "plug" and "plugs". */
export function wordsFollowing(word: string): readonly string[] {
  return [...(following.get(singularise(word)) ?? [])]
}

/** The words that stand before a word in known names. */
export function wordsPreceding(word: string): readonly string[] {
  return [...(preceding.get(singularise(word)) ?? [])]
}

/** Nouns that say what a part is, alone or at the end of a name. */
export const headNouns: readonly string[] = readWords('head-nouns.txt')
/** Words at the end of a name that add nothing to it: a clutch kit is found as a clutch set. */
export const genericWords: ReadonlySet<string> = new Set(readWords('generic-words.txt'))
/** Words that people add to a name, but names of parts do not. */
const addedWords: ReadonlySet<string> = new Set(readWords('added-words.txt'))
export const stopWords: ReadonlySet<string> = new Set(readWords('stop-words.txt'))

const singularHeadNouns = new Set(headNouns.map(singularise))
const partTypeKeys = new Set(
  partTypeAliases.flatMap(({ type, alias }) => [type, alias]).map((name) => keyOf(splitTokens(name))),
)

/** Whether a word adds nothing to the name of a part before it. */
export function isGenericWord(word: string): boolean {
  return genericWords.has(word) || addedWords.has(word)
}

/** A name without the generic words at its end, and those words; a name of generic words alone stays. */
export function splitGenericWords(words: readonly string[]): {
  name: readonly string[]
  generic: readonly string[]
} {
  const end = words.findLastIndex((word) => !genericWords.has(word)) + 1
  return end === 0 ? { name: words, generic: [] } : { name: words.slice(0, end), generic: words.slice(end) }
}

/** Whether words name a type of part: by the noun at their end, or because they are a name in `part-types.csv`. */
export function namesPartType(words: readonly string[]): boolean {
  const [first = ''] = words
  if (AMOUNT.test(first) || words.some(hasDigit)) return false
  const { name } = splitGenericWords(words)
  return singularHeadNouns.has(singularise(name.at(-1) ?? '')) || partTypeKeys.has(keyOf(words))
}
