import { type Category, categoryIds, categoryNames } from '#contract/products/categories.ts'
import type { Product } from '#contract/products/products.ts'
import type { Suggestions } from '#contract/products/search.ts'
import type { Db } from '#database/open.ts'
import { prepare } from '#database/prepared.ts'
import { listProducts } from '../../list.ts'
import { type CatalogueWords, version } from '../catalogue-words.ts'
import { quote, withNumbers } from '../query.ts'
import { asksNumber, readQuestion } from '../question.ts'
import type { Spelling } from '../spelling.ts'
import { askedWords, asWritten, foldLetters, hasDigit, inTexts, isUnit, numberKey, wordsOf } from '../text.ts'
import { partsWithEach } from '../word-counts.ts'
import { keptWords, lookUp, type Vocabulary, wordsOfVersion } from '../words.ts'
import { COMMONEST, commonestFirst, commonWords, kindsCalled, MOST_WORDS } from './suggest-kinds.ts'
import { unknownWords, wordsMeant } from './suggest-meant.ts'
import { longNames, otherNames, readNames } from './suggest-phrases.ts'

const MOST_NUMBERS = 4
const MOST_PARTS = 4
const MOST_SHELVES = 3
/** Names that are looked through for what was typed. */
const MOST_NAMES = 400
/** Of so many words that begin as the last one does, standing in so many parts together. */
const MOST_ENDINGS = 8
const MOST_ENDED = 30_000
/** The R behind a tyre's width is that of its rim. */
const RIMS = [1, 2].map((digit) => `${quote(`.r${digit}`)}:*`)
/** Fewer letters begin too many words to name parts. */
const ENOUGH_LETTERS = 3

type NumberRow = { kind: 'number'; id: string; text: string; name: string }
type NameRow = { kind: 'name'; id: string; text: string; in_stock: boolean }

/** What the first letters of a search may become. Nothing for letters that say nothing. */
export async function suggestProducts(db: Db, q: string, currency: string): Promise<Suggestions> {
  const typed = typedWords(q)
  if (typed.length === 0) return { numbers: [], parts: [], categories: [], brands: [], words: [] }
  const { vocabulary, words, numbers, names } = await findNames(db, q, typed)
  const last = words.at(-1) ?? ''
  const said = readNames(names, words.map(inTexts))
  const phrases = isLong(words)
    ? [
        ...new Set([
          ...commonestFirst(said.phrases, vocabulary),
          ...kindsCalled([...otherNames(typed), ...otherNames(words)], vocabulary, said.phrases),
        ]),
      ]
    : [
        ...(last.length > 1 ? kindsCalled(longNames(last), vocabulary, []) : []),
        ...commonWords(last, vocabulary),
      ]
  const listed = new Set(numbers.map(({ id }) => id))
  // beside numbers, a name that has a group of digits somewhere says nothing
  const named = numbers.length > 0 ? said.saying : [...said.saying, ...said.others]
  const parts = named.filter(({ id }) => !listed.has(id)).slice(0, MOST_PARTS)
  const isLost = isLong(words) && numbers.length === 0 && parts.length === 0
  const items = isLost
    ? await findNamed(db, phrases[0] ?? q, vocabulary, currency)
    : parts.map(({ id, text }) => ({ _id: id, productName: text }))
  return {
    numbers: numbers.map(({ id, text, name }) => ({ _id: id, partNumber: text, productName: name })),
    parts: items.map(({ _id, productName }) => ({ _id, productName })),
    categories: shelvesBeginning(q),
    brands: vocabulary.catalogue.brands.filter((brand) => beginsWith(brand, q)).slice(0, MOST_SHELVES),
    words: phrases
      .filter((text) => text !== typed.join(' ') && /[a-z]/.test(text))
      .slice(0, MOST_WORDS)
      .map((text) => text.split(' ').map(asWritten).join(' ')),
  }
}

/** Parts whose names have every word: what only descriptions have, or what is respelled, is no suggestion. */
async function findNamed(db: Db, q: string, vocabulary: Vocabulary, currency: string): Promise<Product[]> {
  const counts = partsWithEach(readQuestion(q).demands, vocabulary, 'named')
  if (!counts.every((parts) => parts > 0)) return []
  return (await listProducts(db, { q, limit: MOST_PARTS, catalogue: vocabulary.catalogue }, currency)).items
}

/** The beginning of an oil's grade is one word: 5W. */
function typedWords(q: string): string[] {
  const grade = /(?<!\S)(\d{1,2}w)-?$/i.exec(q.trim())
  return grade
    ? [...askedWords(q.trim().slice(0, grade.index)), String(grade[1]).toLowerCase()]
    : askedWords(q)
}

/** Enough is typed to look into the names of parts. */
function isLong(words: readonly string[]): boolean {
  return words.length > 1 || hasDigit(words.join('')) || words.join('').length >= ENOUGH_LETTERS
}

/**
 * The names that may have what was typed; undefined where none has it. Sizes are whole: so many numbers of parts begin
 * with their digits. Of a begun word some common endings are asked for: the index would read all that begin so.
 */
function namesQuery(words: readonly string[], { catalogue }: Vocabulary): string | undefined {
  const last = words.length - 1
  const wanted = words.map((word, at) => {
    const isOfSize = isUnit(word) && hasDigit(words[at - 1] ?? '')
    // words of one or two letters are not kept as written
    const isKept = (at === last && !isOfSize) || word.length > 2 || hasDigit(word)
    if (word === 'r' && hasDigit(words[at - 1] ?? '')) return RIMS
    return isKept ? lexemes(word, at === last) : undefined
  })
  if (wanted.some((ways) => ways?.length === 0)) return undefined
  const texts = wanted.map((ways) => (ways ? `(${ways.join(' | ')})` : ''))
  const typed = words.map((word) => ({ typed: [word], wordings: [], isExact: false, isRefused: false }))
  return withNumbers(typed, texts).join(' & ')

  function lexemes(word: string, isBegun: boolean): string[] {
    if (hasDigit(word))
      return [`${quote(`.${inTexts(word)}`)}${isBegun && /^\d+[a-z]/.test(word) ? ':*' : ''}`]
    const written = isBegun ? endingsOf(catalogue.beginningWith(word, COMMONEST)) : [word]
    return written.map((each) => quote(`~${each}`))
  }
}

/** The commonest, without what would fill the room of all others. */
function endingsOf(words: readonly Spelling[]): string[] {
  let room = MOST_ENDED
  const chosen: string[] = []
  for (const { word, parts } of words) {
    if (chosen.length === MOST_ENDINGS) break
    if (parts > room) continue
    room -= parts
    chosen.push(word)
  }
  return chosen.length > 0 ? chosen : words.slice(0, 1).map(({ word }) => word)
}

type Found = { vocabulary: Vocabulary; words: string[]; numbers: NumberRow[]; names: NameRow[] }

/** By the words that are kept, in one statement, which says whether they still hold: else again by those of now. */
async function findNames(db: Db, q: string, typed: string[], current?: CatalogueWords): Promise<Found> {
  const number = numberKey(q)
  const vocabulary = await lookUpTyped(db, typed, current ?? keptWords(db))
  const words = wordsMeant(typed, vocabulary)
  // what may be a number is no size that names have somewhere
  const isNamedSo = isLong(words) && !readQuestion(q).demands.some(asksNumber)
  const { version: now, ...found } = await lookUpParts(db, {
    number: hasDigit(number) ? number : '',
    named: (isNamedSo && namesQuery(words, vocabulary)) || '',
  })
  if (current || vocabulary.isLookedUp || now === vocabulary.catalogue.version)
    return { vocabulary, words, ...found }
  return findNames(db, q, typed, await wordsOfVersion(db, now))
}

/** In no statement where names have the words. */
async function lookUpTyped(db: Db, typed: string[], kept: CatalogueWords | undefined): Promise<Vocabulary> {
  const vocabulary = await lookUp(db, [], kept)
  const unknown = unknownWords(typed, vocabulary)
  return unknown.length === 0 ? vocabulary : lookUp(db, unknown, vocabulary.catalogue)
}

/** Part numbers that begin with `$1`, and parts whose names may have the words `$2`. Numbers have no sign behind "z". */
const look = prepare<{ kind: 'version'; text: string } | NumberRow | NameRow>(
  'suggest-names',
  `(select 'version' as kind, ${version} as text, null::uuid as id, '' as name, null::boolean as in_stock)
  union all
  (select 'number', part_number, id, name, null from products
    where archived_at is null and $1 <> ''
      and part_number_key ~>=~ (select $1::text) and part_number_key ~<~ (select $1 || '{')
    order by part_number_key using ~<~ limit ${MOST_NUMBERS})
  union all
  (select 'name', name, id, '', in_stock from (
    select id, name, in_stock from products
      where archived_at is null and $2 <> '' and search_vector @@ (select $2::tsquery) offset 0
  ) as named limit ${MOST_NAMES})`,
)

async function lookUpParts(db: Db, { number, named }: { number: string; named: string }) {
  const rows = await look(db, [number, named])
  return {
    version: rows.find((row) => row.kind === 'version')?.text ?? null,
    numbers: rows.filter((row) => row.kind === 'number'),
    names: rows.filter((row) => row.kind === 'name'),
  }
}

function shelvesBeginning(q: string): Category[] {
  return categoryIds.filter((id) => beginsWith(categoryNames[id], q)).slice(0, MOST_SHELVES)
}

/** Whether a name, or one of its words, begins with what was typed. */
function beginsWith(name: string, q: string): boolean {
  const typed = wordsOf(q).join(' ')
  return ` ${wordsOf(foldLetters(name)).join(' ')}`.includes(` ${typed}`)
}
