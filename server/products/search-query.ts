import type { Wording } from './search-question.ts'
import { partsWith, type Reading } from './search-reading.ts'
import { hasDigit } from './search-text.ts'
import { stemOf, type Vocabulary } from './search-words.ts'

/** How well a part fits, best first: it is what was asked; its name says all of it; its description does. */
export const FITS = ['headed', 'named', 'anywhere'] as const
export type Fit = (typeof FITS)[number]

/** A reading as PostgreSQL's text search takes it, and how many parts each fit can have at most. */
export type WordQuery = { text: Record<Fit, string>; most: Record<Fit, number> }

const MARKS = { headed: '^', named: '.', anywhere: '' } as const
/** From this length on a word with digits may be the beginning of a number. */
const NUMBER_START = 5

/** Undefined where nothing is left to search for: words like "the" say nothing. `filters` are words that count too. */
export function toQuery(
  { demands }: Reading,
  vocabulary: Vocabulary,
  filters: readonly string[],
): WordQuery | undefined {
  const wanted = demands.filter(({ isRefused, typed }) => !isRefused && sayAnything(typed))
  if (!wanted.some(({ wordings }) => wordings.some(sayAnything))) return undefined
  const refused = demands.filter(({ isRefused, typed }) => isRefused && sayAnything(typed))
  const say = (fit: Fit) =>
    [
      ...wanted.map((demand) => anyOf(demand.wordings, (wording) => allOf(wording, fit))),
      ...refused.map((demand) => `!${anyOf(demand.wordings, (wording) => allOf(wording, 'anywhere'))}`),
      ...filters,
    ].join(' & ')
  const heads = anyOf(
    wanted.flatMap(({ wordings }) => wordings.map((wording) => wording.slice(-1))),
    (wording) => allOf(wording, 'headed'),
  )
  const most = (place: Fit) => Math.min(...wanted.map((demand) => partsWith(demand, vocabulary, place)))
  const headed = wanted.reduce(
    (sum, { wordings }) =>
      sum + partsWith({ wordings: wordings.map((wording) => wording.slice(-1)) }, vocabulary, 'headed'),
    0,
  )
  return {
    text: { headed: `${heads} & ${say('named')}`, named: say('named'), anywhere: say('anywhere') },
    most: { headed: Math.min(headed, most('named')), named: most('named'), anywhere: most('anywhere') },
  }

  function sayAnything(wording: Wording): boolean {
    return wording.some((word) => stemOf(vocabulary, word) !== null)
  }

  function anyOf(wordings: readonly Wording[], write: (wording: Wording) => string): string {
    const ways = new Set(wordings.filter(sayAnything).map(write))
    return `(${[...ways].join(' | ')})`
  }

  function allOf(wording: Wording, fit: Fit): string {
    return `(${wording
      .map((word) => lexeme(word, fit))
      .filter((word) => word !== undefined)
      .join(' & ')})`
  }

  function lexeme(word: string, fit: Fit): string | undefined {
    const stem = stemOf(vocabulary, word)
    if (stem === null) return undefined
    if (word.startsWith('c:')) return quote(word)
    const marked = quote(MARKS[fit] + stem)
    return hasDigit(word) && word.length >= NUMBER_START ? `${marked}:*` : marked
  }
}

export function quote(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`
}
