import type { Db } from '#database/open.ts'
import { prepare } from '#database/prepared.ts'
import { type CatalogueWords, readCatalogueWords, version } from './catalogue-words.ts'
import { hasDigit } from './text.ts'

/** What the catalogue knows of a word: its stem, how many parts have it (anywhere, in their name, as what they are). */
type KnownWord = {
  stem: string | null
  anywhere: number
  named: number
  headed: number
}

/** The catalogue's words, and the stems of those that were looked up. */
export type Vocabulary = {
  get(word: string): KnownWord | undefined
  catalogue: CatalogueWords
  /** Whether the database has been asked: otherwise the words are those that were given. */
  isLookedUp: boolean
}

/** The stem of a word that was looked up, that names have, or that stands in the table of synonyms. */
export function stemOf(vocabulary: Vocabulary, word: string): string | null {
  return vocabulary.get(word)?.stem ?? null
}

const look = prepare<{ version: string; stems: (string | null)[] }>(
  'search-words',
  `select ${version} as version, array(
    select (ts_lexize('english_stem', word))[1] from unnest($1::text[]) with ordinality as asked (word, at) order by at
  ) as stems`,
)

/** Stems of words that no name has: they never change. The oldest go first. */
const MOST_STEMS = 20_000
const learnt = new Map<string, string | null>()

/** What this process keeps of each database, and the reading that is under way. */
type Kept = { words?: CatalogueWords; reading?: Promise<CatalogueWords> }
const kept = new WeakMap<Db, Kept>()

/** The words as they were when they were last asked for: whoever reads by them has to see whether they still hold. */
export function keptWords(db: Db): CatalogueWords | undefined {
  return kept.get(db)?.words
}

/** The words of a version that the database was just seen to have. */
export function wordsOfVersion(db: Db, wanted: string | null): Promise<CatalogueWords> {
  return currentWords(db, keptOf(db), wanted)
}

/**
 * Looks words up in one short statement, which also says whether what is kept still holds; in none where `given` has
 * all of them.
 */
export async function lookUp(db: Db, words: Iterable<string>, given?: CatalogueWords): Promise<Vocabulary> {
  const own = keptOf(db)
  const unknown = [...new Set(words)].filter(
    (word) => !isItsOwnStem(word) && !own.words?.stems.has(word) && !learnt.has(word),
  )
  if (given && unknown.length === 0) return { ...toVocabulary(given), isLookedUp: false }
  const [found] = await look(db, [unknown])
  for (const [at, word] of unknown.entries()) learn(word, found?.stems[at] ?? null)
  return { ...toVocabulary(await currentWords(db, own, found?.version)), isLookedUp: true }
}

function keptOf(db: Db): Kept {
  const own = kept.get(db) ?? {}
  kept.set(db, own)
  return own
}

/** A reading that began before the question was put may miss what has changed since: then another one begins. */
async function currentWords(db: Db, own: Kept, wanted: string | null | undefined): Promise<CatalogueWords> {
  for (let turn = 0; own.words?.version !== wanted && turn < 2; turn += 1) {
    own.reading ??= readCatalogueWords(db).finally(() => {
      delete own.reading
    })
    own.words = await own.reading
  }
  return own.words ?? readCatalogueWords(db)
}

function toVocabulary(catalogue: CatalogueWords): Omit<Vocabulary, 'isLookedUp'> {
  const known = new Map<string, KnownWord | undefined>()
  const get = (word: string) => {
    if (!known.has(word)) known.set(word, read(catalogue, word))
    return known.get(word)
  }
  return { get, catalogue }
}

function read(catalogue: CatalogueWords, word: string): KnownWord | undefined {
  const stem = isItsOwnStem(word) ? word : stemFrom(catalogue, word)
  if (stem === undefined) return undefined
  if (stem === null) return { stem, anywhere: 0, named: 0, headed: 0 }
  const countOf = (mark: string) => catalogue.partsWith(mark + stem) ?? 0
  return { stem, anywhere: countOf(''), named: countOf('.'), headed: countOf('^') }
}

/** Of one that was not looked up, as that of its plural or singular. */
function stemFrom({ stems }: CatalogueWords, word: string): string | null | undefined {
  if (stems.has(word)) return stems.get(word)
  if (learnt.has(word)) return learnt.get(word)
  return stems.get(word.endsWith('s') ? word.slice(0, -1) : `${word}s`)
}

/** Numbers and sizes; names of shelves and brands. */
function isItsOwnStem(word: string): boolean {
  return hasDigit(word) || word.includes(':')
}

function learn(word: string, stem: string | null): void {
  learnt.set(word, stem)
  if (learnt.size <= MOST_STEMS) return
  for (const oldest of learnt.keys()) {
    learnt.delete(oldest)
    return
  }
}
