import { sql } from 'kysely'
import { type Category, categoryIds, categoryNames } from '#contract/categories.ts'
import type { Suggestions } from '#contract/search.ts'
import type { Db } from '#database/open.ts'
import { listProducts } from '../list.ts'
import { quote } from './query.ts'
import { otherNames, phrasesIn } from './suggest-phrases.ts'
import { foldLetters, hasDigit, numberKey, wordsOf } from './text.ts'

const MOST_NUMBERS = 4
const MOST_PARTS = 4
const MOST_WORDS = 4
const MOST_SHELVES = 3
/** Of so many common words that begin so, those come first that say what a part is. */
const COMMONEST = 30
/** Names that are looked through for what was typed. */
const MOST_NAMES = 400
/** Fewer letters begin too many words to name parts. */
const ENOUGH_LETTERS = 3

type Row = { kind: 'word' | 'brand' | 'number' | 'name' | 'other'; text: string; id: string; name: string }

/** What the first letters of a search may become. Nothing for letters that say nothing. */
export async function suggestProducts(db: Db, q: string, currency: string): Promise<Suggestions> {
  const words = typedWords(q)
  const last = words.at(-1) ?? ''
  const number = numberKey(q)
  if (last === '') return { numbers: [], parts: [], categories: [], brands: [], words: [] }
  const rows = await lookUpBeginnings(db, { words, number: hasDigit(number) ? number : '' })
  const textsOf = (wanted: Row['kind']) => rows.filter(({ kind }) => kind === wanted).map(({ text }) => text)
  const brands = textsOf('brand')
  const namesOfBrands = new Set(brands.flatMap(wordsOf))
  const phrases = isLong(words)
    ? [...new Set([...phrasesIn(textsOf('name'), words), ...textsOf('other')])]
    : textsOf('word').filter((text) => !namesOfBrands.has(text))
  const typed = words.join(' ')
  const numbers = rows.filter(({ kind }) => kind === 'number')
  const listed = new Set(numbers.map(({ id }) => id))
  // a search lists the numbers that begin so first, and they are listed already
  const named = rows
    .filter(({ kind, id, text }) => kind === 'name' && !listed.has(id) && phrasesIn([text], words).length > 0)
    .map(({ id, text }) => ({ _id: id, productName: text }))
  const { items } =
    isLong(words) && numbers.length === 0
      ? await listProducts(db, { q: phrases[0] ?? q, limit: MOST_PARTS }, currency)
      : { items: named.slice(0, MOST_PARTS) }
  return {
    numbers: numbers.map(({ id, text, name }) => ({ _id: id, partNumber: text, productName: name })),
    parts: items.map(({ _id, productName }) => ({ _id, productName })),
    categories: shelvesBeginning(q),
    brands: brands.filter((brand) => beginsWith(brand, q)).slice(0, MOST_SHELVES),
    words: phrases.filter((text) => text !== typed).slice(0, MOST_WORDS),
  }
}

/** The beginning of an oil's grade is one word: 5W. */
function typedWords(q: string): string[] {
  const grade = /(?<!\S)(\d{1,2}w)-?$/i.exec(q.trim())
  return grade ? [...wordsOf(q.trim().slice(0, grade.index)), String(grade[1]).toLowerCase()] : wordsOf(q)
}

/** Enough is typed to look into the names of parts. */
function isLong(words: readonly string[]): boolean {
  return words.length > 1 || hasDigit(words.join('')) || words.join('').length >= ENOUGH_LETTERS
}

/** The names that may have what was typed. Sizes are whole: so many numbers of parts begin with their digits. */
function namesQuery(words: readonly string[]): string {
  const wanted = words.map((word, at) => {
    const isBegun = at === words.length - 1 && (!hasDigit(word) || /^\d+[a-z]/.test(word))
    return `${quote(`${hasDigit(word) ? '.' : '~'}${word}`)}${isBegun ? ':*' : ''}`
  })
  // words of one or two letters are not kept as written
  return wanted.filter((_, at) => at === words.length - 1 || (words[at] ?? '').length > 2).join(' & ')
}

/** Words and numbers that begin so, and every brand, in one statement. */
async function lookUpBeginnings(
  db: Db,
  { words, number }: { words: string[]; number: string },
): Promise<Row[]> {
  const [last = ''] = isLong(words) ? [] : words
  const letters = /^[a-z]+$/.test(last) ? last : ''
  const named = isLong(words) ? namesQuery(words) : ''
  const { rows } = await sql<Row>`
    (select 'word' as kind, text, '' as id, '' as name
      from (
        select substr(word, 2) as text, parts from search_words
        where ${letters} <> '' and word >= ${`~${letters}`} and word < ${`~${letters}~`}
        order by parts desc, word limit ${COMMONEST}
      ) as common
      order by exists (
        select from search_words where word = '^' || (ts_lexize('english_stem', text))[1]
      ) desc, parts desc, text)
    union all
    (select 'brand', brand, '', '' from part_counts where brand <> '' group by brand order by sum(parts) desc, brand)
    union all
    (select 'number', part_number, id::text, name from products
      where archived_at is null and ${number} <> '' and part_number_key like ${`${number}%`}
      order by part_number_key using ~<~ limit ${MOST_NUMBERS})
    union all
    (select 'name', name, id::text, '' from (
      select id, name from products where archived_at is null and words @@ ${named}::tsquery offset 0
    ) as named limit ${MOST_NAMES})
    union all
    (select 'other', given.text, '', '' from unnest(${isLong(words) ? otherNames(words) : []}::text[]) with ordinality as given (text, at)
      join search_words on word = '=' || array_to_string(tsvector_to_array(to_tsvector('english', given.text)), ' ')
      where parts > 0 order by parts desc, at limit ${MOST_WORDS})`.execute(db)
  return rows
}

function shelvesBeginning(q: string): Category[] {
  return categoryIds.filter((id) => beginsWith(categoryNames[id], q)).slice(0, MOST_SHELVES)
}

/** Whether a name, or one of its words, begins with what was typed. */
function beginsWith(name: string, q: string): boolean {
  const typed = wordsOf(q).join(' ')
  return ` ${wordsOf(foldLetters(name)).join(' ')}`.includes(` ${typed}`)
}
