import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '#database/open.ts'
import { prepare } from '#database/prepared.ts'
import { CATEGORY_PREFIX, headNouns, writtenNames } from './names.ts'
import { hasDigit, splitTokens } from './normalise.ts'

export type WrittenWord = { word: string; parts: number; stem: string | null }

export type Field = 'text' | 'name' | 'headNoun'
/** The prefixes of lexemes in `search_vector`, which name where a word stands or what kind of lexeme it is. */
export const lexemePrefixes = {
  text: '',
  name: '.',
  headNoun: '^',
  partType: '=',
  partNumber: '#',
  /** A part number with digits in place of letters that look like them. */
  digitForm: '%',
  written: '~',
} as const

export type Vocabulary = {
  version: string
  partCount: number
  /** Null for a word that is not searched for ("the"), or has not been looked up. */
  stem(word: string): string | null
  isLookedUp(word: string): boolean
  frequency(lexeme: string): number
  count(word: string, field: Field): number
  typesWith(stem: string): readonly string[]
  /** Whether most names have a known part type; false if not all lexemes were read. */
  hasReliableTypes: boolean
  headNouns: ReadonlySet<string>
  /** The most frequent first. */
  written: ReadonlyMap<string, WrittenWord>
  startingWith(prefix: string, limit: number): WrittenWord[]
  brands: readonly string[]
}

/** The number of parts that is assumed for a part number: they are not counted. */
export const PARTS_WITH_NUMBER = 500

/** The opposite of the database's `is_counted_lexeme` for a word without a prefix: most part numbers are in one part. */
export function isUncounted(word: string): boolean {
  return word.length > 4 && hasDigit(word)
}

/** Some 16 MB. A catalogue of a million parts has a tenth of these. */
const MAX_LEXEMES = 200_000
const STEM = (word: string) => `(ts_lexize('english_stem', ${word}))[1]`
const tableWords = [...new Set([...writtenNames.flatMap(splitTokens), ...headNouns])]

/** The version of the vocabulary in SQL: a counter for merged counts, and a hash of those not merged yet. */
export const vocabularyVersion = `(select version || ':' || (
  select coalesce(sum(hashtextextended(lexeme, parts)), 0) from lexeme_count_changes
) from vocabulary_version)`

type VocabularyRow = {
  version: string
  /** 0, or the least of the frequencies that were read if there may be more lexemes. */
  frequencyIfAbsent: number
  lexemes: string | null
  written: string | null
  brands: string[]
  tableStems: (string | null)[]
}

export async function readVocabulary(db: Db, maxLexemes = MAX_LEXEMES): Promise<Vocabulary> {
  const { rows } = await sql<VocabularyRow>`
    with most_frequent as materialized (
      select lexeme, sum(parts)::bigint as parts
      from (select lexeme, parts from lexeme_counts union all select lexeme, parts from lexeme_count_changes) as counted
      group by lexeme having sum(parts) > 0 order by 2 desc, 1 limit ${maxLexemes}
    )
    select ${sql.raw(vocabularyVersion)} as version,
      (select case when count(*) < ${maxLexemes} then 0 else min(parts) end from most_frequent) as "frequencyIfAbsent",
      (select string_agg(lexeme || E'\t' || parts, E'\n') from most_frequent where lexeme not like '~%') as lexemes,
      (select string_agg(substr(lexeme, 2) || E'\t' || parts || E'\t' || coalesce(${sql.raw(STEM('substr(lexeme, 2)'))}, ''), E'\n')
        from most_frequent where lexeme like '~%') as written,
      array(select ${sql.raw(STEM('word'))} from unnest(${tableWords}::text[]) with ordinality as given (word, at) order by at) as "tableStems",
      array(
        select brand from facet_counts where brand <> '' group by brand having sum(parts) > 0 order by sum(parts) desc, brand
      ) as brands`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database has no version of its vocabulary')
  return toVocabulary(row)
}

function toVocabulary(row: VocabularyRow): Vocabulary {
  const { version, frequencyIfAbsent, lexemes, written, brands, tableStems } = row
  const parts = new Map(fieldsOf(lexemes).map(([lexeme = '', count]) => [lexeme, Number(count)]))
  const writtenWords = fieldsOf(written)
    .map(([word = '', count, stem = '']) => ({ word, parts: Number(count), stem: stem === '' ? null : stem }))
    .sort((a, b) => b.parts - a.parts || (a.word < b.word ? -1 : 1))
  const stems = new Map<string, string | null>(tableWords.map((word, at) => [word, tableStems[at] ?? null]))
  for (const { word, stem } of writtenWords) stems.set(word, stem)
  const frequency = (lexeme: string) => parts.get(lexeme) ?? frequencyIfAbsent

  function knownStem(word: string): string | null | undefined {
    if (hasDigit(word) || isPrefixed(word)) return word
    if (stems.has(word)) return stems.get(word)
    const learned = learnedStems.get(word)
    if (learned) return learned.stem
    return stems.get(word.endsWith('s') ? word.slice(0, -1) : `${word}s`)
  }

  const types = [...parts.keys()].filter((lexeme) => lexeme.startsWith(lexemePrefixes.partType))
  const pairs = types.flatMap((type) => type.split(/[= ]/).map((stem) => ({ stem, type: type.slice(1) })))
  const typesOfStem = Map.groupBy(pairs, ({ stem }) => stem)
  const headNounStems = new Set(headNouns.flatMap((noun) => knownStem(noun) ?? []))
  const heads = [...headNounStems].map((stem) => lexemePrefixes.headNoun + stem)
  const categories = [...parts.keys()].filter((lexeme) => lexeme.startsWith(CATEGORY_PREFIX))
  const sum = (lexemes: readonly string[]) => lexemes.reduce((total, lexeme) => total + frequency(lexeme), 0)

  return {
    version,
    partCount: sum(categories),
    stem: (word) => knownStem(word) ?? null,
    isLookedUp: (word) => knownStem(word) !== undefined,
    frequency,
    count(word, field) {
      if (isUncounted(word)) return PARTS_WITH_NUMBER
      const stem = knownStem(word)
      if (typeof stem !== 'string') return 0
      return frequency(isPrefixed(word) ? word : lexemePrefixes[field] + stem)
    },
    typesWith: (stem) => typesOfStem.get(stem)?.map(({ type }) => type) ?? [],
    hasReliableTypes: frequencyIfAbsent === 0 && 2 * Math.min(sum(heads), sum(types)) > sum(categories),
    headNouns: headNounStems,
    written: new Map(writtenWords.map((one) => [one.word, one])),
    startingWith(prefix, limit) {
      const found: WrittenWord[] = []
      for (const one of writtenWords) {
        if (found.length === limit) break
        if (one.word.startsWith(prefix)) found.push(one)
      }
      return found
    },
    brands,
  }
}

function fieldsOf(text: string | null): string[][] {
  return text === null ? [] : text.split('\n').map((line) => line.split('\t'))
}

/** Lexemes of categories are also used as words. */
function isPrefixed(word: string): boolean {
  return word.includes(':')
}

const learnedStems = new LRUCache<string, { stem: string | null }>({ max: 20_000 })

const lookUpStems = prepare<{ version: string; stems: (string | null)[] }>(
  'search-words',
  `select ${vocabularyVersion} as version, array(
    select ${STEM('word')} from unnest($1::text[]) with ordinality as asked (word, at) order by at
  ) as stems`,
)

type VocabularyCache = { vocabulary?: Vocabulary; pendingRead?: Promise<Vocabulary> }
const caches = new WeakMap<Db, VocabularyCache>()

/** A result, and the version of the vocabulary when its statement ran; null without a statement. */
export type Versioned<T> = { value: T; version: string | null }

/** Runs a search with the cached vocabulary, and once more with the current one if its statement saw another version. */
export async function withVocabulary<T>(
  db: Db,
  wordsToStem: (vocabulary: Vocabulary) => Iterable<string>,
  run: (vocabulary: Vocabulary) => Promise<Versioned<T>>,
): Promise<T> {
  const cache = caches.get(db) ?? {}
  caches.set(db, cache)
  const known = cache.vocabulary ?? (await currentVocabulary(db, cache))
  const unknown = [...new Set(wordsToStem(known))].filter((word) => !known.isLookedUp(word))
  if (cache.vocabulary && unknown.length === 0) {
    const { value, version } = await run(known)
    const seen = version ?? (await lookUpStems(db, [[]]))[0]?.version
    if (seen === known.version) return value
    return (await run(await currentVocabulary(db, cache, seen))).value
  }
  const [row] = await lookUpStems(db, [unknown])
  for (const [at, word] of unknown.entries()) learnedStems.set(word, { stem: row?.stems[at] ?? null })
  return (await run(await currentVocabulary(db, cache, row?.version))).value
}

/** A read in progress may have begun before the version was seen: then another read follows. */
async function currentVocabulary(db: Db, cache: VocabularyCache, version?: string): Promise<Vocabulary> {
  for (let reads = 0; (!cache.vocabulary || cache.vocabulary.version !== version) && reads < 2; reads += 1) {
    cache.pendingRead ??= readVocabulary(db).finally(() => {
      delete cache.pendingRead
    })
    cache.vocabulary = await cache.pendingRead
    if (version === undefined) break
  }
  return cache.vocabulary ?? readVocabulary(db)
}
