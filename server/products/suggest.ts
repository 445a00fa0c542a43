import { sql } from 'kysely'
import { type Category, categoryIds, categoryNames } from '#contract/categories.ts'
import type { Suggestions } from '#contract/search.ts'
import type { Db } from '#database/open.ts'
import { listProducts } from './list.ts'
import { foldLetters, hasDigit, numberKey, wordsOf } from './search-text.ts'

const MOST_NUMBERS = 4
const MOST_PARTS = 4
const MOST_WORDS = 4
const MOST_SHELVES = 3
/** Of so many common words that begin so, those come first that say what a part is. */
const COMMONEST = 30
/** Fewer letters begin too many words to name parts. */
const ENOUGH_LETTERS = 3

type Row = { kind: 'word' | 'brand' | 'number'; text: string; id: string; name: string }

/** What the first letters of a search may become. Nothing for letters that say nothing. */
export async function suggestProducts(db: Db, q: string, currency: string): Promise<Suggestions> {
  const words = wordsOf(q)
  const last = words.at(-1) ?? ''
  const number = numberKey(q)
  if (last === '') return { numbers: [], parts: [], categories: [], brands: [], words: [] }
  const rows = await lookUpBeginnings(db, { last, number: hasDigit(number) ? number : '' })
  const earlier = words.slice(0, -1)
  const brands = rows.filter(({ kind }) => kind === 'brand').map(({ text }) => text)
  const namesOfBrands = new Set(brands.flatMap(wordsOf))
  const endings = rows
    .filter(({ kind, text }) => kind === 'word' && !namesOfBrands.has(text))
    .map(({ text }) => text)
  const completed = [...earlier, endings[0] ?? last].join(' ')
  const numbers = rows.filter(({ kind }) => kind === 'number')
  const isEnough = numbers.length === 0 && last.length + earlier.length >= ENOUGH_LETTERS
  const { items } = isEnough
    ? await listProducts(db, { q: completed, limit: MOST_PARTS }, currency)
    : { items: [] }
  return {
    numbers: numbers.map(({ id, text, name }) => ({ _id: id, partNumber: text, productName: name })),
    parts: items.map(({ _id, productName }) => ({ _id, productName })),
    categories: shelvesBeginning(q),
    brands: brands.filter((brand) => beginsWith(brand, q)).slice(0, MOST_SHELVES),
    words: endings
      .map((ending) => [...earlier, ending].join(' '))
      .filter((text) => text !== words.join(' '))
      .slice(0, MOST_WORDS),
  }
}

/** Words and numbers that begin so, and every brand, in one statement. */
async function lookUpBeginnings(db: Db, { last, number }: { last: string; number: string }): Promise<Row[]> {
  const letters = /^[a-z]+$/.test(last) ? last : ''
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
      order by part_number_key using ~<~ limit ${MOST_NUMBERS})`.execute(db)
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
