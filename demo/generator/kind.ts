/** One thing that may vary in a part, with what it brings to its texts and its drawing. */
export type Choice = {
  [key: string]: string | number | undefined
  /** Multiplies the price. */
  factor?: number
  /** The least that is sold, where it differs from the kind's. */
  minimum?: number
  /** The classes of cars that have it, letters of `CarClass`; absent: by size. */
  classes?: string
  /** As of a kind, which it replaces. */
  engines?: string
}

/** What a maker makes; a brand lists its own. */
export type Trade =
  | 'brakes'
  | 'drive'
  | 'body'
  | 'engine'
  | 'filters'
  | 'cooling'
  | 'suspension'
  | 'lighting'
  | 'electrical'
  | 'tyres'
  | 'wheels'
  | 'tools'
  | 'fluids'

/**
 * A kind of part, as data. Its templates (`name`, `img`, `texts`) may use every key of its choices, and of the car that
 * it is made for: `{car}`, `{engine}`, `{years}`.
 */
export type PartKind = {
  id: string
  category: 'tools' | 'wheels' | 'engine' | 'suspension' | 'body' | 'lighting' | 'electrical' | 'fluids'
  /** How many of a thousand parts are of this kind. */
  share: number
  trade: Trade
  /** Three digits that makers weave into its part numbers. */
  series: string
  /** One is taken of each list. The first holds the sizes, smallest first: price and car follow it. */
  choices: Choice[][]
  name: string
  img: string
  /** The description: one sentence, or two, of each list. */
  texts: string[][]
  /** Of the smallest and the largest size, in US cents, from a maker of middling price. */
  priceMinor: [number, number]
  minimumOrder?: number
  /** Pieces that a shelf usually holds. */
  stock: number
  /** What burns, or `turbo`, or a list of engines; absent: any. */
  engines?: string
}

/** Sizes that belong together: one choice a row, its values named by `keys`. */
export function rows(keys: string, ...values: (string | number)[][]): Choice[] {
  const names = keys.split(' ')
  return values.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]])))
}

/** One choice for each value. */
export function each(key: string, ...values: (string | number)[]): Choice[] {
  return values.map((value) => ({ [key]: value }))
}

/** One choice for each number from `from` to `to`. */
export function steps(key: string, from: number, to: number, step: number): Choice[] {
  const count = Math.floor((to - from) / step) + 1
  return Array.from({ length: count }, (_, at) => ({ [key]: Math.round((from + at * step) * 100) / 100 }))
}

export const SIDES: Choice[] = [
  { side: 'left', letter: 'L' },
  { side: 'right', letter: 'R' },
]

/** For what belongs to an engine. */
export const FITS_ENGINE = [
  'Made for the {car} {engine}, built {years}.',
  'Belongs to the {engine} engine of the {car}, {years}.',
  'For the {car} {engine} of {years}; compare the number on the old part.',
  'Fits the {car} {engine}, {years}, before and after the facelift.',
]

/** For what belongs to a body or a chassis. */
export const FITS_CAR = [
  'Made for the {car}, built {years}.',
  'For the {car} of {years}, whatever its engine.',
  'Fits the {car}, {years}; the sport chassis has a part of its own.',
  'Belongs to the {car}, {years}. Have the chassis number at hand if in doubt.',
]
