import { categoryIds } from '#contract/products/categories.ts'
import type { CatalogueWords } from './catalogue-words.ts'
import { type Demand, isChoice, type Wording } from './question.ts'
import { hasDigit } from './text.ts'
import { isThing, thingWords } from './things.ts'
import { stemOf, type Vocabulary } from './words.ts'

/** The kinds of a catalogue, as the words that parts are called by, and what was found out about them. */
type Kinds = {
  /** Words between spaces. */
  names: readonly string[]
  /** Whether parts are called by what they are; where names begin with brands or numbers, nothing is known of them. */
  areTold: boolean
  things: ReadonlySet<string>
  answers: Map<string, readonly string[]>
}

const kept = new WeakMap<CatalogueWords, Kinds>()
/** Words behind these are about the thing before them: a hose for a radiator is none. */
const ASIDE = /^(with|for|in|on|to)$/
/** Names that were looked for among the kinds; some 1 MB. */
const MOST_ANSWERS = 5000
/** More wordings of one name than this say the same. */
const MOST_WAYS = 200

/**
 * Whether some part of the catalogue is what is asked for: a part is a thing by its name up to the first detail, not
 * because the words stand somewhere else in it. True also where no thing is named, and where it cannot be known.
 */
export function isCalled(demands: readonly Demand[], vocabulary: Vocabulary): boolean {
  const runs = thingsIn(demands)
  if (runs.length === 0 || !kindsOf(vocabulary.catalogue).areTold) return true
  return runs.some((run) => isSold(run) || isSold(run.slice(-1).filter(({ typed }) => typed.length > 1)))

  /** Of a radiator cooling fan it is enough that it is a cooling fan; a fuel pump relay is not any relay. */
  function isSold(run: readonly Demand[]): boolean {
    return run.length > 0 && waysOf(run).some((way) => isKind(way, vocabulary))
  }
}

/** Those of the demands that name things, whether or not parts are called so. */
export function thingsNamed(demands: readonly Demand[]): Demand[] {
  return thingsIn(demands).flat()
}

/** Names of things that stand side by side, which are one name: a fuel pump relay. Without what is said aside of them. */
function thingsIn(demands: readonly Demand[]): Demand[][] {
  const runs: Demand[][] = []
  let isNext = false
  for (const demand of demands) {
    if (ASIDE.test(demand.joint ?? '') && runs.length > 0) return runs
    const isHere = !demand.isExact && !demand.isRefused && !isChoice(demand) && namesThing(demand)
    const last = isNext && demand.joint === undefined ? runs.at(-1) : undefined
    if (isHere && last) last.push(demand)
    else if (isHere) runs.push([demand])
    isNext = isHere
  }
  return runs
}

function namesThing({ typed, wordings }: Demand): boolean {
  return (
    !typed.some(hasDigit) && wordings.some((wording) => isThing(wording.filter((word) => !hasDigit(word))))
  )
}

/** Every way to say a name: each of its things in each of its wordings. */
function waysOf(run: readonly Demand[]): Wording[] {
  return run.reduce<Wording[]>(
    (ways, { wordings }) =>
      ways.flatMap((way) => wordings.map((wording) => [...way, ...wording])).slice(0, MOST_WAYS),
    [[]],
  )
}

/** Whether parts are called by the words; true also where they do not say what a part is. */
export function isKind(wording: Wording, vocabulary: Vocabulary): boolean {
  if (wording.some((word) => word.startsWith('c:'))) return true
  const { kinds } = kindsOfThing(wording, vocabulary)
  return kinds === undefined || kinds.length > 0
}

/**
 * What parts that are a thing have among their words: the noun at its end as what they are, and where it has a name of
 * several words, or no part is what it says, one of the kinds. Nothing where no thing is said.
 */
export type ThingKinds = { head?: string | undefined; kinds?: readonly string[] | undefined }

/** The kinds of part that are called by all words of a name: "vented brake disc" by those of a brake disc. */
export function kindsOfThing(wording: Wording, vocabulary: Vocabulary): ThingKinds {
  const { names, things, answers } = kindsOf(vocabulary.catalogue)
  // sizes are details, with the letter behind them: W5W
  const words = wording.filter(
    (word, at) => !hasDigit(word) && !(word.length === 1 && hasDigit(wording[at - 1] ?? '')),
  )
  const stems = words.map((word) => stemOf(vocabulary, word)).filter((stem) => stem !== null)
  const last = stems.at(-1)
  if (last === undefined) return {}
  const isHead = (vocabulary.catalogue.partsWith(`^${last}`) ?? 0) > 0
  const head = isHead ? last : undefined
  if (isHead && stems.length === 1) return { head }
  const key = stems.join(' ')
  const known = answers.get(key)
  if (known) return { head, kinds: known }
  const kinds = names
    .filter((name) => stems.every((stem) => name.includes(` ${stem} `)) && (isHead || isOnly(name)))
    .map((name) => name.trim())
  if (answers.size >= MOST_ANSWERS) answers.clear()
  answers.set(key, kinds)
  return { head, kinds }

  /** The last word of a name may be a car; but a door mirror is no door. */
  function isOnly(name: string): boolean {
    return name.split(' ').every((stem) => stem === '' || stems.includes(stem) || !things.has(stem))
  }
}

function kindsOf(catalogue: CatalogueWords): Kinds {
  const known = kept.get(catalogue)
  if (known) return known
  const counted = catalogue.kinds()
  const things = new Set(
    thingWords.map((word) => catalogue.stems.get(word)).filter((stem) => typeof stem === 'string'),
  )
  const parts = sum(categoryIds.map((id) => catalogue.partsWith(`c:${id}`) ?? 0))
  const headed = sum([...things].map((stem) => catalogue.partsWith(`^${stem}`) ?? 0))
  const kinds = {
    names: counted.map(([kind]) => ` ${kind.slice(1)} `),
    areTold: !catalogue.isCut && 2 * Math.min(headed, sum(counted.map(([, amount]) => amount))) > parts,
    things,
    answers: new Map(),
  }
  kept.set(catalogue, kinds)
  return kinds
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((whole, number) => whole + number, 0)
}
