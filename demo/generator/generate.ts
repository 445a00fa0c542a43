import { type Brand, brandsOf } from './brands.ts'
import { type Car, carsOf, classesOf } from './cars.ts'
import { type Choice, type PartKind, partKinds } from './kind.ts'
import { mix, share } from './mix.ts'
import { partNumber } from './part-number.ts'
import { capitalise, fillTemplate, type Values } from './template.ts'

export type CataloguePart = {
  id: string
  name: string
  description: string
  priceMinor: number
  minimumOrder: number
  available: number
  img: string
  category: PartKind['category']
  brand: string
  partNumber: string
  createdAt: Date
}

/** The newest generated part; older than any store, so that what a shop adds stands before it. */
const NEWEST_MS = Date.UTC(2025, 5, 30, 16)
const STEP_MS = 120_000
/** As many cars as a kind distinguishes. */
const CARS = 2_039
const THOUSAND = 1000

/** A kind with all that is counted once. */
type Line = { kind: PartKind; at: number; brands: Brand[]; combinations: bigint; stride: bigint }
/** The place of a part in its thousand: of which kind it is, and the how many-eth of it. */
type Slot = { line: Line; rank: number }

const lines = partKinds.map(toLine)
const slots = shuffledSlots()

/** The part of this index, from 0, newest first: always the same one, whatever else is generated. */
export function cataloguePart(index: number): CataloguePart {
  const slot = slots[index % THOUSAND]
  if (!slot) throw new Error(`no part ${index}`)
  const { line, rank } = slot
  const { kind } = line
  const nth = Math.floor(index / THOUSAND) * kind.share + rank
  const { brand, choices, car } = combine(line, nth)
  const values: Values = Object.assign({}, ...choices, car)
  const createdAt = new Date(NEWEST_MS - index * STEP_MS - (mix(index, 1) % 90_000))
  const minimumOrder = choices.find(({ minimum }) => minimum)?.minimum ?? kind.minimumOrder ?? 1
  return {
    id: idOf(index, createdAt),
    name: capitalise(fillTemplate(kind.name, values)),
    description: kind.texts.map((list, at) => sentence(list, index * 7 + at, values)).join(' '),
    priceMinor: priceOf(kind, { brand, choices, luck: share(index, 2) }),
    minimumOrder,
    available: stockOf(kind, { minimumOrder, chance: share(index, 3), luck: share(index, 4) }),
    img: fillTemplate(kind.img, values, encodeURIComponent),
    category: kind.category,
    brand: brand.name,
    partNumber: partNumber(brand.number, {
      // a brand comes up once in as many parts of a kind as it has makers: no code twice
      code: Math.floor(nth / line.brands.length) * lines.length + line.at,
      series: kind.series,
    }),
    createdAt,
  }
}

function toLine(kind: PartKind, at: number): Line {
  const brands = brandsOf(kind.trade)
  const lengths = [brands.length, ...kind.choices.map((list) => list.length), CARS]
  const combinations = lengths.reduce((product, length) => product * BigInt(length), 1n)
  // the golden section spreads the first few over everything there is, whatever the number asked for
  let stride = (combinations * 618_033_989n) / 1_000_000_000n
  while (divisor(stride, combinations) !== 1n) stride += 1n
  return { kind, at, brands, combinations, stride }
}

function divisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : divisor(b, a % b)
}

/** Each kind has its share of the thousand places, mixed. */
function shuffledSlots(): Slot[] {
  return lines
    .flatMap((line) => Array.from({ length: line.kind.share }, (_, rank) => ({ line, rank })))
    .map((slot, at) => ({ slot, key: mix(at, 5) }))
    .sort((a, b) => a.key - b.key)
    .map(({ slot }) => slot)
}

/** Walks through every combination of maker, choices and car before one comes again. */
function combine({ kind, brands, combinations, stride }: Line, nth: number) {
  let rest = Number((BigInt(nth) * stride) % combinations)
  const take = <T>(list: readonly T[]): T => {
    const item = list[rest % list.length]
    rest = Math.floor(rest / list.length)
    if (item === undefined) throw new Error(`nothing to choose from in ${kind.id}`)
    return item
  }
  const brand = take(brands)
  const choices = kind.choices.map(take)
  return { brand, choices, car: carFor(kind, choices, rest) }
}

function carFor(kind: PartKind, choices: Choice[], place: number): Car | undefined {
  const classes = choices.find((choice) => choice.classes)?.classes ?? classesOf(gradeOf(kind, choices))
  const engines = choices.find((choice) => choice.engines)?.engines ?? kind.engines
  const cars = carsOf(classes, engines)
  return cars[(place * 7) % cars.length]
}

/** From 0, the smallest size, to 1, the largest. */
function gradeOf(kind: PartKind, [size]: Choice[]): number {
  const sizes = kind.choices[0] ?? []
  return size && sizes.length > 1 ? sizes.indexOf(size) / (sizes.length - 1) : 0.5
}

function sentence(list: string[], seed: number, values: Values): string {
  return capitalise(fillTemplate(list[mix(seed, 7) % list.length] ?? '', values))
}

type Terms = { brand: Brand; choices: Choice[]; luck: number }

function priceOf(kind: PartKind, { brand, choices, luck }: Terms): number {
  const [low, high] = kind.priceMinor
  const usual = low * (high / low) ** gradeOf(kind, choices)
  const factor = choices.reduce((product, choice) => product * (choice.factor ?? 1), brand.tier)
  return roundedPrice(usual * factor * (0.94 + 0.12 * luck))
}

/** Prices end on a five or a nought, those of a hundred and more on a ninety. */
function roundedPrice(minor: number): number {
  if (minor < 1_000) return Math.max(60, Math.round(minor / 5) * 5)
  if (minor < 10_000) return Math.round(minor / 10) * 10
  return Math.round(minor / 100) * 100 - 10
}

/** Most shelves hold about the usual; some are empty, some hold less than is sold at least. */
function stockOf(
  kind: PartKind,
  { minimumOrder, chance, luck }: { minimumOrder: number; chance: number; luck: number },
): number {
  if (chance < 0.04) return 0
  if (chance < 0.07 && minimumOrder > 1) return 1 + Math.floor(luck * (minimumOrder - 1))
  return Math.max(minimumOrder, Math.round(kind.stock * (0.1 + 1.9 * luck * luck)))
}

/** A UUIDv7 whose random part is not: the same part has the same key in every store. */
function idOf(index: number, createdAt: Date): string {
  const time = createdAt.getTime().toString(16).padStart(12, '0')
  const [a, b, c] = [8, 9, 10].map((salt) => mix(index, salt).toString(16).padStart(8, '0'))
  const variant = ((mix(index, 11) & 0x3fff) | 0x8000).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${a?.slice(0, 3)}-${variant}-${b}${c?.slice(0, 4)}`
}
