import { drawingPath } from '#drawings/drawing-of.ts'
import { type Attributes, readAttributes } from './attributes.ts'
import { type Brand, brandsOf } from './brands.ts'
import { type Car, carsOf, classesOf } from './cars.ts'
import { drawnType } from './drawn-types.ts'
import { type Choice, type PartKind, partKinds, type SaleUnit } from './kind.ts'
import { mix, randomShare } from './mix.ts'
import { partNumber } from './part-number.ts'

export type CataloguePart = {
  id: string
  name: string
  description: string
  priceMinor: number
  minimumOrder: number
  available: number
  img: string
  category: PartKind['category']
  /** The key of its part type, and the values of attributes of this type. */
  type: string
  attributes: Attributes
  saleUnit: SaleUnit
  brand: string
  partNumber: string
  createdAt: Date
}

/** The time of the newest generated part, before that of any part that a store adds. */
const NEWEST_MS = Date.UTC(2025, 5, 30, 16)
const STEP_MS = 120_000
/** Positions in the list of cars that fit, prime; a shorter list is repeated. */
const CARS = 2_039
const THOUSAND = 1000

/** A kind, its index in `partKinds` (`at`), and the step through its combinations (`stride`). */
type Line = { kind: PartKind; at: number; brands: Brand[]; combinations: bigint; stride: bigint }
/** The position of a part in its thousand: its kind, and its rank among the parts of the kind. */
type Slot = { line: Line; rank: number }

const lines = partKinds.map(toLine)
const slots = shuffledSlots()

/** The part of this index, from 0, newest first; deterministic. */
export function cataloguePart(index: number): CataloguePart {
  const slot = slots[index % THOUSAND]
  if (!slot) throw new Error(`No part ${index}`)
  const { line, rank } = slot
  const { kind } = line
  const nth = Math.floor(index / THOUSAND) * kind.share + rank
  const { brand, choices, car } = combine(line, nth)
  const values: Values = Object.assign({}, ...choices, car)
  const name = capitalise(fillTemplate(kind.name, values))
  const attributes = readAttributes(kind.attributes, values)
  const createdAt = new Date(NEWEST_MS - index * STEP_MS - (mix(index, 1) % 90_000))
  const minimumOrder = choices.find(({ minimum }) => minimum)?.minimum ?? kind.minimumOrder ?? 1
  return {
    id: idOf(index, createdAt),
    name,
    description: kind.texts.map((list, at) => sentence(list, index * 7 + at, values)).join(' '),
    priceMinor: priceOf(kind, { brand, choices, luck: randomShare(index, 2) }),
    minimumOrder,
    available: stockOf(kind, { minimumOrder, chance: randomShare(index, 3), luck: randomShare(index, 4) }),
    img: drawingPath({ type: drawnType(kind.type), attributes, category: kind.category, productName: name }),
    category: kind.category,
    type: kind.type,
    attributes,
    saleUnit: saleUnitOf(kind, choices),
    brand: brand.name,
    partNumber: partNumber(brand.number, {
      // unique: a brand occurs once in as many parts of a kind as the kind has brands
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
  // multiples of the golden ratio are spread evenly over all combinations, also the first few
  let stride = (combinations * 618_033_989n) / 1_000_000_000n
  while (gcd(stride, combinations) !== 1n) stride += 1n
  return { kind, at, brands, combinations, stride }
}

function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a : gcd(b, a % b)
}

/** Each kind has its share of the thousand slots, shuffled. */
function shuffledSlots(): Slot[] {
  return lines
    .flatMap((line) => Array.from({ length: line.kind.share }, (_, rank) => ({ line, rank })))
    .map((slot, at) => ({ slot, key: mix(at, 5) }))
    .sort((a, b) => a.key - b.key)
    .map(({ slot }) => slot)
}

/** Enumerates every combination of brand, choices and car before one is repeated. */
function combine({ kind, brands, combinations, stride }: Line, nth: number) {
  let rest = Number((BigInt(nth) * stride) % combinations)
  const take = <T>(list: readonly T[]): T => {
    const item = list[rest % list.length]
    rest = Math.floor(rest / list.length)
    if (item === undefined) throw new Error(`A list of choices of ${kind.id} is empty`)
    return item
  }
  const brand = take(brands)
  const choices = kind.choices.map(take)
  return { brand, choices, car: carFor(kind, choices, rest) }
}

function carFor(kind: PartKind, choices: Choice[], position: number): Car | undefined {
  const classes = choices.find((choice) => choice.classes)?.classes ?? classesOf(gradeOf(kind, choices))
  const engines = choices.find((choice) => choice.engines)?.engines ?? kind.engines
  const cars = carsOf(classes, engines)
  return cars[(position * 7) % cars.length]
}

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

function roundedPrice(minor: number): number {
  if (minor < 1_000) return Math.max(60, Math.round(minor / 5) * 5)
  if (minor < 10_000) return Math.round(minor / 10) * 10
  return Math.round(minor / 100) * 100 - 10
}

/** A pack of two is priced by the pair, a larger one by the set. */
function saleUnitOf(kind: PartKind, choices: Choice[]): SaleUnit {
  const texts = choices.flatMap((choice) => Object.values(choice).map(String))
  if (texts.some((text) => /^(?:pair|blister of two)$/.test(text))) return 'pair'
  if (texts.some((text) => /^(?:set|box) of /.test(text))) return 'set'
  return kind.saleUnit ?? 'each'
}

/** Usually around the kind's stock; sometimes none, or less than the minimum order. */
function stockOf(
  kind: PartKind,
  { minimumOrder, chance, luck }: { minimumOrder: number; chance: number; luck: number },
): number {
  if (chance < 0.04) return 0
  if (chance < 0.07 && minimumOrder > 1) return 1 + Math.floor(luck * (minimumOrder - 1))
  return Math.max(minimumOrder, Math.round(kind.stock * (0.1 + 1.9 * luck * luck)))
}

/** A UUIDv7 with a deterministic random part: the same part has the same id in every store. */
function idOf(index: number, createdAt: Date): string {
  const time = createdAt.getTime().toString(16).padStart(12, '0')
  const hexOf = (salt: number) => mix(index, salt).toString(16).padStart(8, '0')
  const variant = ((mix(index, 11) & 0x3fff) | 0x8000).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hexOf(8).slice(0, 3)}-${variant}-${hexOf(9)}${hexOf(10).slice(0, 4)}`
}

type Values = { [key: string]: string | number | undefined }

/** Replaces the `{keys}` of a template. Throws for a missing value. */
function fillTemplate(template: string, values: Values): string {
  return template.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = values[key]
    if (value === undefined) throw new Error(`No value for {${key}} in: ${template}`)
    return String(value)
  })
}

function capitalise(text: string): string {
  return text.replace(/(?:^|\. )\p{Ll}/gu, (start) => start.toUpperCase())
}
