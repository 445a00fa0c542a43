import { cutNumbers } from './number-runs.ts'
import { isNumber, numbersIn, TYRE } from './numbers.ts'
import { synonyms } from './synonyms.ts'
import { JOINT, TALK } from './talk.ts'
import {
  askedWords,
  asWritten,
  hasDigit,
  inTexts,
  numberKey,
  numberMark,
  SHORTEST_KEY,
  singular,
  wordsOf,
} from './text.ts'

/** One way in which a part may say what was asked: all of these words. */
export type Wording = readonly string[]

/**
 * What a part must say, in any of these wordings. `typed` are the words as they were asked, `joint` is what was said
 * between them and the ones before: "with", "and".
 */
export type Demand = {
  typed: string[]
  wordings: Wording[]
  isExact: boolean
  isRefused: boolean
  joint?: string
}

/** A search as it was typed, taken apart; nothing of it depends on what the catalogue holds. */
export type Question = {
  demands: Demand[]
  /** The whole of it as the beginning of a part number, and every run of its words that may be one. */
  whole: string
  numbers: string[]
}

/** More words than this say nothing more. */
const MOST_WORDS = 14
const LONGEST_NAME = 4
/** Fewer digits are sizes and years, which descriptions have by chance beside the letters of another number. */
const FEWEST_MENTIONED = 5
/** A word after a minus, or words in quotes. */
const REFUSED = /(?<=^|\s)-(?!(?<=\s-)\d{1,2}(?:\s|$|°))(?:"[^"]*"?|[^\s"]\S*)/g
/** What says where a part sits, and what stands between two of them. */
const PLACE =
  /^(front|rear|left|right|upper|lower|inner|outer|lh|rh|ns|os|nearside|offside|vorne|hinten|rechts|arriere|gauche|droite)$/
const CHOICE = /^(and|or)$/
/** Two sizes with a sign between them are sooner that than the beginning of a number. */
const SIZES = /^\d{1,3}\s*[/x*×]\s*\d{2,3}$/i
const RIM = /^(1[2-9]|2[0-4])$/

/** What is written in several ways, as wordsOf reads it. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  // an oil's grade is one word, also with a gap
  [/\b(0|5|10|15|20|25|70|75|80|85) ?w[ -]?(?=(16|20|30|40|50|60|80|90|140)\b)/gi, '$1w-'],
  // an oil of 5/30; but an oil seal is 20/30 mm
  [
    /\b(0|5|10|15|20)\/(?=(?:16|20|30|40|50|60)\b)(?:(?=.*\boil\b(?! +[a-z]))|(?<=\boil\b(?! +[a-z]).*))/gi,
    '$1w-',
  ],
  [/(?<=\d[\s/]?) ?\bz?r (?=[12]\d\b)/gi, ' R'],
  // a tyre for high speeds fits the same rim
  [/(?<![\w.-])zr(?=[12]\d(?![\w.-]))/gi, 'R'],
  [/(?<=\d) ?(ltr?s?)\b/gi, ' l'],
  // 3ton, 5litres
  [/(?<=\b\d+)(?=(?:tons?|tonnes?|lit(?:re|er)s?|volts?|watts?|amps?|inch(?:es)?)\b)/gi, ' '],
  [/\b([no])\/s\b/gi, '$1s'],
  [/\bw\/ ?(?=[a-z])/gi, 'with '],
  // a wheel's offset, a bulb, a thread
  [/\b(et|h|m) (?=\d{1,2}(?!\S)(?!\s*\d))/gi, '$1'],
  [/\bet (?=\d{1,2} \d ?[x*×] ?\d)/gi, 'et'],
  [/\bdot[ -]?(?=\d)/gi, 'dot'],
  // of an engine, or a gasket for one
  [/\b(\d[.,]\d)(?=(?:td|tdi|tdci|hdi|cdi|cdti|jtd|tsi|tfsi|gti|d|v6|v8)\b)/gi, '$1 '],
  [/\b3[ -]?(?=cylinders?\b)/gi, 'three '],
  [/\b4[ -]?(?=cylinders?\b)/gi, 'four '],
  [/\b6[ -]?(?=cylinders?\b)/gi, 'six '],
  // degrees below zero are not refused
  [/(?<=\s)-(?=\d{1,2}(?:\s|$|°))/g, ''],
  [/\bp(?=\d{3}\/\d)/gi, ''],
  [/[øØ⌀] ?(?=\d)/g, ''],
  [
    /\b(front|rear|left|right|upper|lower|inner|outer) ?[&/+] ?(?=(front|rear|left|right|upper|lower|inner|outer)\b)/gi,
    '$1 and ',
  ],
  // sounds alike, and some description has the other word
  [
    /\bbreak(?=s? (pads?|dis[ck]s?|rotors?|cal?lipers?|drums?|shoes?|linings?|fluids?|hoses?|lines?|lights?)\b)/gi,
    'brake',
  ],
]

const names = new Map<string, Wording[]>()
for (const family of synonyms) {
  const wordings = family.map((name) => (name.startsWith('c:') ? [name] : wordsOf(name)))
  for (const [at, wording] of wordings.entries()) {
    if (family[at]?.startsWith('>')) continue
    const key = wording.map(singular).join(' ')
    const known = names.get(key) ?? []
    const texts = known.map((each) => each.join(' '))
    names.set(key, [...known, ...wordings.filter((each) => !texts.includes(each.join(' ')))])
  }
}

/** Every word of the table of synonyms, which may be meant although no part has it. */
export const knownNames: readonly string[] = [
  ...new Set([...names.values()].flat(2).filter((word) => /^[a-z]{4,}$/.test(word))),
]

/** The words that follow a word in the names of the trade: "spark" is followed by "plug". */
export function wordsAfter(word: string): string[] {
  return [...names.values()].flat().flatMap((name) => {
    const next = word === '' ? undefined : name[name.indexOf(word) + 1]
    return name.includes(word) && next !== undefined ? [next] : []
  })
}

/** Takes a search apart. Words in quotes are meant exactly so; a part with a word after a minus is not wanted. */
export function readQuestion(q: string): Question {
  const asked = q.replace(REFUSED, ' ')
  const whole = numberKey(asked)
  if (isNumber(q)) {
    // its groups stand together or not at all
    const wordings = [[whole], ...(whole.length >= SHORTEST_KEY ? [[numberMark(whole)]] : [])]
    const demand = { typed: wordsOf(q), wordings, isExact: false, isRefused: false }
    return { demands: [demand], whole, numbers: numbersIn(q) }
  }
  const demands: Demand[] = []
  const text = SPELLINGS.reduce((spelled, [spelling, usual]) => spelled.replace(spelling, usual), q)
  for (const piece of text.matchAll(/(?<=^|\s)(-)?(?:"([^"]*)"?|(\S+(?:\s+(?![-"])\S+)*))/g)) {
    const [, minus, quoted, plain = ''] = piece
    const isRefused = minus !== undefined
    if (isRefused && quoted === undefined) {
      const [refused = '', ...rest] = plain.split(/\s+/)
      demands.push(...exactDemands(refused, true), ...plainDemands(rest.join(' ')))
    } else if (quoted !== undefined) demands.push(...exactDemands(quoted, isRefused))
    else demands.push(...plainDemands(plain))
  }
  return {
    demands: withoutTalk(demands).slice(0, MOST_WORDS),
    whole: TYRE.test(whole) || SIZES.test(q.trim()) ? '' : whole,
    numbers: numbersIn(asked),
  }
}

/** Whether a demand leaves a choice of places: front and rear discs are front ones, and rear ones. */
export function isChoice({ typed }: Pick<Demand, 'typed'>): boolean {
  return typed.length === 3 && typed.every((word, at) => (at === 1 ? CHOICE : PLACE).test(word))
}

/** Whether a wording is the buyer's own, or a single word that means the same. */
export function isOwn({ typed }: Demand, wording: Wording): boolean {
  return wording.length === 1 || wording.join(' ') === typed.join(' ')
}

/** Whether a demand may be met by a part number. */
export function asksNumber({ wordings }: Pick<Demand, 'wordings'>): boolean {
  return wordings.some(([word]) => word?.startsWith('#'))
}

/** Whether words are a name that the trade knows. */
export function isKnownName(words: readonly string[]): boolean {
  return names.has(words.map(singular).join(' '))
}

/** Whether a demand says where a part sits. */
export function isPlace({ typed }: Pick<Demand, 'typed'>): boolean {
  return isChoice({ typed }) || typed.every((word) => PLACE.test(word))
}

/** The words of a question as it would be typed again. */
export function writeQuestion(demands: readonly Demand[]): string {
  return demands
    .map(({ typed, isExact, isRefused, joint = '' }, at) => {
      const words = typed.map(asWritten).join(isRefused ? '-' : ' ')
      const gap = joint === ',' ? ', ' : JOINT.test(joint) ? ` ${joint} ` : ' '
      return `${at > 0 ? gap : ''}${isRefused ? '-' : ''}${isExact && !isRefused ? `"${words}"` : words}`
    })
    .join('')
}

function exactDemands(text: string, isRefused: boolean): Demand[] {
  const [words, key] = [wordsOf(text), numberKey(text)]
  // its groups together, or nobody's
  if (hasDigit(key) && key.length >= SHORTEST_KEY)
    return [{ typed: words, wordings: [words, [numberMark(key)]], isExact: true, isRefused }]
  return words.map((word) => ({ typed: [word], wordings: [[word]], isExact: true, isRefused }))
}

function plainDemands(text: string): Demand[] {
  const clauses = text
    .split(/[,;]\s+/)
    .map((clause) =>
      cutNumbers(clause).flatMap((piece) =>
        piece.isNumber ? [numberDemand(piece.text)] : demandsOf(askedWords(piece.text)),
      ),
    )
  return clauses.flatMap(([first, ...rest], at) =>
    first ? [at > 0 ? { ...first, joint: ',' } : first, ...rest] : [],
  )
}

function withoutTalk(demands: readonly Demand[]): Demand[] {
  const kept: Demand[] = []
  let said: string[] = []
  for (const demand of demands) {
    if (demand.typed.every((word) => TALK.has(word))) said.push(...demand.typed)
    else {
      const joint = said.find((word) => JOINT.test(word)) ?? said[0]
      const joined = joint === undefined ? demand : { ...demand, joint }
      kept.splice(-1, 1, ...orBoth(kept.at(-1), joined))
      said = []
    }
  }
  return kept
}

/** A choice of two places is one demand. */
function orBoth(before: Demand | undefined, demand: Demand): Demand[] {
  if (!before) return [demand]
  const typed = [...before.typed, demand.joint ?? '', ...demand.typed]
  const isFree = [before, demand].every(({ isExact, isRefused }) => !isExact && !isRefused)
  if (!isFree || !isChoice({ typed })) return [before, demand]
  return [{ ...before, typed, wordings: [...before.wordings, ...demand.wordings] }]
}

/** Its digits and letters all in a number, or all in texts; in names alone where the digits are as few as a size's or a year's. */
function numberDemand(text: string): Demand {
  const [words, key] = [wordsOf(text), numberKey(text)]
  const isSize = key.replace(/\D/g, '').length < FEWEST_MENTIONED
  return {
    typed: isSize ? [key] : words,
    wordings: [words, [key], [numberMark(key)]],
    isExact: false,
    isRefused: false,
  }
}

/** Words become demands from left to right, the longest name of several words first. */
export function demandsOf(words: readonly string[]): Demand[] {
  const demands: Demand[] = []
  for (let at = 0; at < words.length; ) {
    const rest = words.slice(at, at + LONGEST_NAME)
    const typed = isRim(rest) ? rest.slice(0, 2) : longestName(rest)
    demands.push({ typed, wordings: wordingsOf(typed), isExact: false, isRefused: false })
    at += typed.length
  }
  return demands
}

/** "17 inch", as people say R17 of a tyre. */
function isRim([size = '', unit = '']: readonly string[]): boolean {
  return RIM.test(size) && /^inch(es)?$/.test(unit)
}

function longestName(words: readonly string[]): string[] {
  for (let length = words.length; length > 1; length -= 1) {
    const start = words.slice(0, length)
    if (isKnownName(start)) return start
  }
  return words.slice(0, 1)
}

function wordingsOf(typed: string[]): Wording[] {
  const others = names.get(typed.map(singular).join(' ')) ?? []
  const [word = ''] = typed
  if (isRim(typed)) return [[word, 'inch'], [`r${word}`]]
  return [typed.map(inTexts), ...others, ...(typed.length === 1 ? partsOf(word) : [])]
}

/** 2055516 is a tyre of 205/55 R16, and AGM70 is AGM 70. */
function partsOf(word: string): Wording[] {
  const found = TYRE.exec(word) ?? /^(?!dot)([a-z]{3,})(\d{1,3})$/.exec(word)
  return found ? [found.slice(1)] : []
}
