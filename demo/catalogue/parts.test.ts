import { describe, expect, test } from 'vitest'
import { type DemoPart, demoParts } from './parts.ts'

/** What the name of a part must contain of its drawing's parameters, by the kind of the drawing. */
const SIZE_IN_NAME: Record<string, (param: (key: string) => string) => string> = {
  tyre: (param) => `${param('w')}/${param('ar')} R${param('rim')}`,
  wheel: (param) => ` ${param('d')}″`,
  'oil-bottle': (param) => param('grade'),
  canister: (param) => `${param('litres')} litre`,
  battery: (param) => `${param('ah')} Ah`,
  alternator: (param) => `${param('amps')} A`,
  starter: (param) => `${param('kw')} kW`,
  jack: (param) => `${param('tonnes')} tonnes`,
  'torque-wrench': (param) => `${param('nm')} Nm`,
  'socket-wrench': (param) => param('drive'),
  radiator: (param) => `${param('w')} × ${param('h')} mm`,
  'air-filter': (param) => `${param('w')} × ${param('h')} mm`,
  'cabin-filter': (param) => `${param('w')} × ${param('h')} mm`,
  'brake-pads': (param) => `${param('w')} × ${param('h')} mm`,
  'timing-belt': (param) => `${param('teeth')} teeth, ${param('width')} mm`,
  'cv-joint': (param) => `${param('splines')} splines`,
  clutch: (param) => `${param('d')} mm`,
  wiper: (param) => `${param('length')} mm`,
  sensor: (param) => param('thread'),
  'ignition-coil': (param) => `${param('length')} mm`,
  'fuse-box': (param) => `${param('ways')} way`,
  headlamp: (param) => (param('side') === 'L' ? 'left' : 'right'),
  'tail-lamp': (param) => (param('side') === 'L' ? 'left' : 'right'),
  bumper: (param) => param('end'),
  'door-mirror': (param) => (param('side') === 'L' ? 'left' : 'right'),
}

const newestFirst = demoParts.toReversed()

describe('the demo catalogue', () => {
  test('has at least 144 parts, and at least fourteen in each of the eight categories', () => {
    const counts = Object.groupBy(demoParts, (part) => part.category)
    expect(demoParts.length).toBeGreaterThanOrEqual(144)
    expect(Object.keys(counts)).toHaveLength(8)
    for (const [category, parts] of Object.entries(counts)) {
      expect(parts?.length, category).toBeGreaterThanOrEqual(14)
    }
  })

  test('has unique part numbers, names, images, and first two words of descriptions', () => {
    for (const key of ['partNumber', 'productName', 'description'] as const) {
      expect(repeated(demoParts.map((part) => part[key]))).toEqual([])
    }
    expect(repeated(demoParts.map((part) => opening(part.description)))).toEqual([])
    expect(repeated(demoParts.map((part) => part.img))).toEqual([])
    // search normalises part numbers to letters and digits
    expect(repeated(demoParts.map((part) => part.partNumber.replace(/[^A-Z0-9]/g, '')))).toEqual([])
  })

  test('comes from eight to fourteen brands', () => {
    const brands = new Set(demoParts.map((part) => part.brand)).size
    expect(brands).toBeGreaterThanOrEqual(8)
    expect(brands).toBeLessThanOrEqual(14)
  })

  test('contains long names, accents and fractions, and parts without enough stock', () => {
    expect(demoParts.some((part) => part.productName.length > 60)).toBe(true)
    expect(demoParts.some((part) => /[à-ÿ]/.test(part.productName))).toBe(true)
    expect(demoParts.some((part) => part.productName.includes('1/2″'))).toBe(true)
    expect(demoParts.filter((part) => part.available === 0).length).toBeGreaterThanOrEqual(3)
    expect(demoParts.some((part) => part.available > 0 && part.available < part.minimumOrder)).toBe(true)
  })

  test('has eight categories and 24 kinds of drawings on the first page', () => {
    const page = newestFirst.slice(0, 24)
    expect(page[0]?.partNumber).toBe('BR-2804-22')
    expect(page[11]).toMatchObject({ partNumber: 'TO-0250-12', available: 0 })
    expect(page[23]?.partNumber).toBe('MRV-W0018')
    expect(new Set(page.map((part) => part.category)).size).toBe(8)
    expect(repeated(page.map(drawingOf))).toEqual([])
  })

  test('has no two neighbours with the same kind of drawing', () => {
    const kinds = newestFirst.map(drawingOf)
    expect(newestFirst.filter((_, at) => kinds[at] === kinds[at + 1]).map((part) => part.partNumber)).toEqual(
      [],
    )
  })
})

describe.each(demoParts.map((part) => [part.partNumber, part] as const))('part %s', (_, part) => {
  test('has plausible texts and numbers', () => {
    expect(part.partNumber).toMatch(/^[A-Z0-9][A-Z0-9 .-]{3,18}[A-Z0-9]$/)
    expect(part.productName.length).toBeLessThanOrEqual(100)
    expect(part.description.length).toBeGreaterThanOrEqual(120)
    expect(part.description.length).toBeLessThanOrEqual(600)
    expect(part.description).toBe(part.description.trim())
    expect(part.priceMinor).toSatisfy(isIntegerBetween(120, 90_000))
    expect(part.minimumOrder).toSatisfy(isIntegerBetween(1, 10))
    expect(part.available).toSatisfy(isIntegerBetween(0, 900))
  })
})

const named = demoParts.filter((part) => drawingOf(part) in SIZE_IN_NAME)

test.each(named)('the name of $partNumber contains a size, side or end of its drawing', (part) => {
  const stated = SIZE_IN_NAME[drawingOf(part)]?.((key) => sizesOf(part).get(key) ?? 'nothing') ?? 'nothing'
  expect(part.productName.toLowerCase()).toContain(stated.toLowerCase())
})

function drawingOf(part: DemoPart): string {
  return new URL(part.img, 'http://localhost').pathname.replace('/drawings/', '').replace('.svg', '')
}

function sizesOf(part: DemoPart): URLSearchParams {
  return new URL(part.img, 'http://localhost').searchParams
}

function isIntegerBetween(min: number, max: number) {
  return (value: number) => Number.isInteger(value) && value >= min && value <= max
}

function opening(text: string): string {
  return text.split(' ').slice(0, 2).join(' ').toLowerCase()
}

function repeated(values: string[]): string[] {
  return values.filter((value, at) => values.indexOf(value) !== at)
}
