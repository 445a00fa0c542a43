import { sql } from 'kysely'
import type { Db } from '#database/open.ts'
import { lettersOf, mayBeMistyped, mayBeNear, mostWrong, type Spelling } from './spelling.ts'
import { synonyms } from './synonyms.ts'
import { wordsOf } from './text.ts'
import { thingWords } from './things.ts'

/** The words of the catalogue, as the database had them at one moment. */
export type CatalogueWords = {
  version: string
  /** How many parts have a word, with its mark; undefined for one that none has. */
  partsWith(word: string): number | undefined
  stems: ReadonlyMap<string, string | null>
  /** What parts are called, with its mark, and how many are. */
  kinds(): [string, number][]
  /** Whether there are more words than are kept. */
  isCut: boolean
  /** Words of names as they are written. */
  written: ReadonlySet<string>
  /** Those a letter or two away. */
  spellingsNear(word: string): Spelling[]
  /** Those that begin so, the commonest first. */
  beginningWith(letters: string, most: number): Spelling[]
  /** As they are written, those of most parts first. */
  brands: readonly string[]
}

type Written = Spelling & { letters: number }

/** Some 16 MB; a catalogue of a million parts has a tenth of them. */
const MOST_WORDS = 200_000
/** Shorter words are near too many others. */
const SHORTEST_NEAR = 4

const nameWords = [...new Set([...synonyms.flat().flatMap(wordsOf), ...thingWords])]

type Rows = {
  version: string
  marked: string | null
  written: string | null
  brands: string[]
  names: (string | null)[]
}

/** What says whether words have changed: the folded ones are counted, the others few. */
export const version = `(select version || ':' || (
  select coalesce(sum(hashtextextended(lexeme, parts)), 0) from lexeme_count_changes
) from vocabulary_version)`

const STEM = (word: string) => `(ts_lexize('english_stem', ${word}))[1]`

/** Reads them all, in one statement. `most` of them at most: of others it is known that no fewer parts have them. */
export async function readCatalogueWords(db: Db, most = MOST_WORDS): Promise<CatalogueWords> {
  const { rows } = await sql<Rows>`
    with kept as materialized (
      select lexeme, sum(parts)::bigint as parts
      from (select lexeme, parts from lexeme_counts union all select lexeme, parts from lexeme_count_changes) as counted
      group by lexeme having sum(parts) > 0 order by 2 desc, 1 limit ${most}
    )
    select ${sql.raw(version)} as version,
      (select string_agg(lexeme || E'\t' || parts, E'\n') from kept where lexeme not like '~%') as marked,
      (select string_agg(substr(lexeme, 2) || E'\t' || parts || E'\t' || coalesce(${sql.raw(STEM('substr(lexeme, 2)'))}, ''), E'\n')
        from kept where lexeme like '~%') as written,
      array(select ${sql.raw(STEM('name'))} from unnest(${nameWords}::text[]) with ordinality as given (name, at) order by at) as names,
      array(
        select brand from facet_counts where brand <> '' group by brand having sum(parts) > 0 order by sum(parts) desc, brand
      ) as brands`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database has no state of its words')
  const parts = new Map(linesOf(row.marked).map(([word = '', amount]) => [word, Number(amount)]))
  const written = linesOf(row.written).map(toWritten).sort(byFrequency)
  const isCut = parts.size + written.length >= most
  const rarest = isCut ? leastOf([...parts.values(), ...written.map((word) => word.parts)]) : undefined
  return {
    version: row.version,
    partsWith: (word) => parts.get(word) ?? rarest,
    stems: new Map([
      ...nameWords.map((name, at): [string, string | null] => [name, row.names[at] ?? null]),
      ...written.map(({ word, stem }): [string, string | null] => [word, stem]),
    ]),
    kinds: () => kindsAmong(parts),
    isCut,
    written: new Set(written.map(({ word }) => word)),
    spellingsNear: (word) => near(written, word),
    beginningWith: (letters, wanted) => beginning(written, letters, wanted),
    brands: row.brands,
  }
}

function kindsAmong(parts: ReadonlyMap<string, number>): [string, number][] {
  const kinds: [string, number][] = []
  for (const entry of parts) if (entry[0].startsWith('=')) kinds.push(entry)
  return kinds
}

function linesOf(text: string | null): string[][] {
  return text === null ? [] : text.split('\n').map((line) => line.split('\t'))
}

function toWritten([word = '', parts, stem = '']: string[]): Written {
  return { word, parts: Number(parts), stem: stem === '' ? null : stem, letters: lettersOf(word) }
}

function byFrequency(a: Spelling, b: Spelling): number {
  return b.parts - a.parts || (a.word < b.word ? -1 : 1)
}

function leastOf(numbers: readonly number[]): number {
  return numbers.reduce((least, number) => Math.min(least, number), Number.POSITIVE_INFINITY)
}

function near(written: readonly Written[], word: string): Spelling[] {
  if (!mayBeMistyped(word)) return []
  const typed = { word, letters: lettersOf(word) }
  const most = mostWrong(word)
  return written.filter((one) => one.word.length >= SHORTEST_NEAR && mayBeNear(typed, one, most))
}

function beginning(written: readonly Written[], letters: string, most: number): Spelling[] {
  const found: Written[] = []
  for (const one of written) {
    // the commonest come first
    if (found.length === most) break
    if (one.word.startsWith(letters)) found.push(one)
  }
  return found
}
