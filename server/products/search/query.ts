import { categoryIds } from '#contract/products/categories.ts'
import { kindsOfThing } from './called.ts'
import { type Demand, isOwn, isPlace, type Wording } from './question.ts'
import type { Reading } from './reading.ts'
import { runsOf } from './runs.ts'
import { hasDigit, numberMark } from './text.ts'
import { FEW_OF_NUMBER, isUncounted, partsHeaded, partsWithEach } from './word-counts.ts'
import { stemOf, type Vocabulary } from './words.ts'

/**
 * How well a part fits, best first: it is what was asked and nothing else; that is a word of what it is; its name says
 * all that was asked; its description does.
 */
export const FITS = ['kind', 'headed', 'named', 'anywhere'] as const
export type Fit = (typeof FITS)[number]

/** A reading as PostgreSQL's text search takes it, and how many parts each fit can have at most. */
export type WordQuery = {
  text: Record<Fit, string>
  most: Record<Fit, number>
  /** How many a fit has if its words come together by chance. */
  likely: Record<Fit, number>
}

/** A kind of part has a name of so many words, in so many wordings. */
const LONGEST_KIND = 3
const MOST_KINDS = 60
const MARKS = { headed: '^', named: '.', anywhere: '' } as const

/**
 * Undefined where nothing can be found: words like "the" say nothing, and some no part has. `filters` are words that
 * count too.
 */
export function toQuery(
  { demands, change, things }: Reading,
  vocabulary: Vocabulary,
  filters: readonly string[],
): WordQuery | undefined {
  const wanted = demands.filter(({ isRefused, typed }) => !isRefused && sayAnything(typed))
  if (!wanted.some(({ wordings }) => wordings.some(sayAnything))) return undefined
  const say = (fit: 'named' | 'anywhere') =>
    [
      ...withNumbers(
        wanted,
        // words of another name, scattered over a description, do not mean it
        wanted.map(
          (demand) =>
            (things?.includes(demand) && thingText(demand, vocabulary)) ||
            anyOf(demand.wordings, vocabulary, (wording) =>
              isOwn(demand, wording) && !hasLetterAlone(wording) ? placeOf(demand, fit) : 'named',
            ),
        ),
      ),
      ...toRefuse(demands, vocabulary),
      ...filters,
    ].join(' & ')
  const partsWithAll = (fit: 'named' | 'anywhere') => {
    const [named, anywhere] = (['named', 'anywhere'] as const).map((place) =>
      partsWithEach(wanted, vocabulary, place),
    )
    return wanted.map((demand, at) => (placeOf(demand, fit) === 'anywhere' ? anywhere : named)?.[at] ?? 0)
  }
  const most = (place: 'named' | 'anywhere') => Math.min(...partsWithAll(place))
  if (most('anywhere') === 0) return undefined
  const heads = wanted
    .flatMap(({ wordings }) => wordings.map((wording) => wording.slice(-1)))
    .filter((wording) => headedBy([wording]) > 0)
  const kinds = kindsIn(wanted, vocabulary).filter((kind) => partsOf(kind, vocabulary) > 0)
  const total = sum(categoryIds.map((id) => vocabulary.get(`c:${id}`)?.anywhere ?? 0))
  const likely = (place: 'named' | 'anywhere') =>
    partsWithAll(place).reduce((chance, parts) => chance * Math.min(1, parts / Math.max(1, total)), total)
  // words that come together in a description say little, unless the part is called by one of them
  const isStrict = change !== 'mentioned' && wanted.flatMap(({ typed }) => typed).length > 1
  const head = anyOf(heads, vocabulary, () => 'headed')
  // what names say is also in texts: what the index looks for stands outside of the choice
  const meant = heads.length > 0 ? `${say('anywhere')} & (${head} | (${say('named')}))` : say('named')
  return {
    text: {
      kind: `(${kinds.map(quote).join(' | ')}) & ${say('named')}`,
      headed: `${head} & ${say('named')}`,
      named: say('named'),
      anywhere: isStrict ? meant : say('anywhere'),
    },
    most: {
      kind: Math.min(sum(kinds.map((kind) => partsOf(kind, vocabulary))), most('named')),
      headed: Math.min(headedBy(heads), most('named')),
      named: most('named'),
      anywhere: most('anywhere'),
    },
    likely: {
      // of kinds with digits it is not known that there are any
      kind: Math.min(sum(kinds.map((kind) => vocabulary.catalogue.partsWith(kind) ?? 0)), likely('named')),
      headed: likely('named'),
      named: likely('named'),
      anywhere: likely('anywhere'),
    },
  }

  /** A side of a part is no side of the road in its description. */
  function placeOf(demand: Demand, fit: 'named' | 'anywhere'): 'named' | 'anywhere' {
    return things && (things.includes(demand) || isPlace(demand)) ? 'named' : fit
  }

  function headedBy(wordings: Wording[]): number {
    return partsHeaded({ wordings }, vocabulary)
  }

  function sayAnything(wording: Wording): boolean {
    return saysAnything(wording, vocabulary)
  }
}

/** What parts say that are a thing, in one of its wordings; undefined where none is. */
function thingText({ wordings }: Demand, vocabulary: Vocabulary): string | undefined {
  const ways = wordings.flatMap((wording) => {
    if (wording.some((word) => word.startsWith('c:'))) return [wording.map(quote).join(' & ')]
    const { head, kinds } = kindsOfThing(wording, vocabulary)
    if (kinds?.length === 0) return []
    const called = (kinds ?? []).map((kind) => quote(`=${kind}`))
    return [
      [
        ...(head === undefined ? [] : [quote(`^${head}`)]),
        // many kinds have no more in common than the words
        ...(called.length > MOST_KINDS ? [allOf(wording, vocabulary, 'named')] : []),
        ...(called.length > 0 && called.length <= MOST_KINDS ? [`(${called.join(' | ')})`] : []),
        ...wording.filter(hasDigit).map((word) => quote(`.${word}`)),
      ].join(' & '),
    ]
  })
  const said = ways.filter((way) => way !== '')
  return said.length > 0 ? `(${said.map((way) => `(${way})`).join(' | ')})` : undefined
}

/** What parts must not say. */
export function toRefuse(demands: readonly Demand[], vocabulary: Vocabulary): string[] {
  return demands
    .filter(({ isRefused, typed }) => isRefused && saysAnything(typed, vocabulary))
    .map(({ wordings }) => `!${anyOf(wordings, vocabulary, () => 'anywhere')}`)
}

/**
 * What texts must say, one for each demand and empty where it is not asked for; digits side by side may also stand so
 * in a number.
 */
export function withNumbers(demands: readonly Demand[], texts: readonly string[]): string[] {
  const runs = runsOf(demands)
  return texts
    .flatMap((text, at) => {
      const run = runs.find(({ from, to }) => from <= at && at < to)
      if (!run) return [text]
      if (run.from !== at) return []
      const inNumber = run.keys.map(({ from, key }) => [
        ...texts.slice(run.from, from),
        beginning(numberMark(key)),
      ])
      const ways = [texts.slice(run.from, run.to), ...inNumber].map((words) =>
        words.filter((word) => word !== '').join(' & '),
      )
      return [`((${ways.join(') | (')}))`]
    })
    .filter((text) => text !== '')
}

/** The "v" of a V belt also begins part numbers. */
function hasLetterAlone(wording: Wording): boolean {
  return wording.length > 1 && wording.some((word) => /^[a-z]$/.test(word))
}

function saysAnything(wording: Wording, vocabulary: Vocabulary): boolean {
  return wording.some((word) => stemOf(vocabulary, word) !== null)
}

type Place = keyof typeof MARKS

function anyOf(
  wordings: readonly Wording[],
  vocabulary: Vocabulary,
  placeOf: (wording: Wording) => Place,
): string {
  const telling = wordings.filter((wording) => saysAnything(wording, vocabulary))
  // the index takes its time for every word, also for one that no part has
  const had = telling.filter((wording) =>
    wording.every((word) => mayBeHad(word, vocabulary, placeOf(wording))),
  )
  const ways = (had.length > 0 ? had : telling).map((wording) => allOf(wording, vocabulary, placeOf(wording)))
  return `(${[...new Set(ways)].join(' | ')})`
}

function mayBeHad(word: string, vocabulary: Vocabulary, place: Place): boolean {
  const known = vocabulary.get(word)
  if (!known || known.stem === null || word.startsWith('#') || isUncounted(word)) return true
  return known[word.startsWith('c:') ? 'anywhere' : place] > 0
}

function allOf(wording: Wording, vocabulary: Vocabulary, fit: Place): string {
  return `(${wording
    .map((word) => lexeme(word, vocabulary, fit))
    .filter((word) => word !== undefined)
    .join(' & ')})`
}

function lexeme(word: string, vocabulary: Vocabulary, fit: Place): string | undefined {
  const stem = stemOf(vocabulary, word)
  if (stem === null) return undefined
  if (word.startsWith('c:')) return quote(word)
  return word.startsWith('#') ? beginning(word) : quote(MARKS[fit] + stem)
}

/** A number may be the beginning of one. */
function beginning(lexeme: string): string {
  return `${quote(lexeme)}:*`
}

/** The kinds of part that words name, one beside the other, as the database writes them. */
function kindsIn(demands: readonly Demand[], vocabulary: Vocabulary): string[] {
  const kinds = new Set<string>()
  for (let from = 0; from < demands.length; from += 1) {
    let ways: Wording[] = [[]]
    for (const { wordings } of demands.slice(from, from + LONGEST_KIND)) {
      ways = ways.flatMap((way) => wordings.map((wording) => [...way, ...wording])).slice(0, MOST_KINDS)
      for (const way of ways) {
        kinds.add(way[0]?.startsWith('c:') ? way[0] : kindOf(way, vocabulary))
      }
    }
  }
  return [...kinds]
}

/** A kind of part as the database writes it. */
export function kindOf(words: readonly string[], vocabulary: Vocabulary): string {
  const stems = words.map((word) => stemOf(vocabulary, word)).filter((stem) => stem !== null)
  return `=${[...new Set(stems)].sort().join(' ')}`
}

/** How many parts are of a kind, or on a shelf, at most. */
function partsOf(kind: string, { catalogue }: Vocabulary): number {
  return catalogue.partsWith(kind) ?? (isUncounted(kind.slice(1)) ? FEW_OF_NUMBER : 0)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((whole, number) => whole + number, 0)
}

export function quote(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`
}
