import { sql } from 'kysely'
import type { Db } from '#database/open.ts'
import { knownNames } from './question.ts'
import type { Spelling } from './spelling.ts'

/** What the catalogue knows of a word: its stem, how many parts have it (anywhere, in their name, as what they are). */
export type KnownWord = {
  stem: string | null
  anywhere: number
  named: number
  headed: number
  /** Written words a letter or two away, for one that no name has; and those that it begins. */
  spellings: Spelling[]
  endings: Spelling[]
}

export type Vocabulary = ReadonlyMap<string, KnownWord>

/** The stems of the words of the table of synonyms, which never change: learnt with the first search. */
const nameStems = new Map<string, string | null>()

/** The stem of a word that was looked up, is near one that was, or stands in the table of synonyms. */
export function stemOf(vocabulary: Vocabulary, word: string): string | null {
  return vocabulary.get(word)?.stem ?? nameStems.get(word) ?? nearStem(vocabulary, word) ?? null
}

function nearStem(vocabulary: Vocabulary, word: string): string | null | undefined {
  for (const { spellings, endings } of vocabulary.values()) {
    const near = [...spellings, ...endings].find((spelling) => spelling.word === word)
    if (near) return near.stem
  }
  return undefined
}

/** Looks words up, in one statement; `typed` are those that may be typing mistakes. */
export async function lookUp(db: Db, words: Iterable<string>, typed: Iterable<string>): Promise<Vocabulary> {
  const all = [...new Set([...words, ...(nameStems.size === 0 ? knownNames : [])])]
  const guessed = new Set([...typed].filter((word) => /^[a-z]{3,}$/.test(word)))
  const { rows } = await sql<{ word: string } & KnownWord>`
    with asked as materialized (
      select word, is_typed,
        case when word ~ '[0-9:]' then word else (ts_lexize('english_stem', word))[1] end as stem
      from unnest(${all}::text[], ${all.map((word) => guessed.has(word))}::boolean[]) as given (word, is_typed)
    ),
    counted as materialized (
      select asked.word, stem, is_typed,
        coalesce(sum(parts) filter (where kept.word = stem), 0)::integer as anywhere,
        coalesce(sum(parts) filter (where kept.word = '.' || stem), 0)::integer as named,
        coalesce(sum(parts) filter (where kept.word = '^' || stem), 0)::integer as headed
      from asked left join lateral (
        select word, parts from search_words where word in (stem, '.' || stem, '^' || stem)
        union all
        select word, parts from search_word_changes where word in (stem, '.' || stem, '^' || stem)
      ) as kept on true
      group by asked.word, stem, is_typed
    )
    select word, stem, anywhere, named, headed, coalesce(spellings, '[]') as spellings, coalesce(endings, '[]') as endings
    from counted left join lateral (
      select json_agg(json_build_object(
          'word', substr(near.word, 2), 'parts', parts, 'stem', (ts_lexize('english_stem', substr(near.word, 2)))[1]
        )) as spellings
      from (
        select word, parts from search_words
        where traces && word_traces('~' || counted.word) order by parts desc, word limit 50
      ) as near
    ) as guesses on is_typed and named = 0
    left join lateral (
      select json_agg(json_build_object(
          'word', substr(longer.word, 2), 'parts', parts, 'stem', (ts_lexize('english_stem', substr(longer.word, 2)))[1]
        )) as endings
      from (
        select word, parts from search_words
        where word >= '~' || counted.word and word < '~' || counted.word || '~' order by parts desc, word limit 1
      ) as longer
    ) as completions on is_typed and anywhere = 0`.execute(db)
  const vocabulary = new Map(rows.map(({ word, ...known }) => [word, known]))
  if (nameStems.size === 0)
    for (const name of knownNames) nameStems.set(name, vocabulary.get(name)?.stem ?? null)
  return vocabulary
}
