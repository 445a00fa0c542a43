import { describe, expect, test } from 'vitest'
import { type DemoPart, demoParts } from './parts.ts'

/** Sizes that the name states and the drawing must therefore show. */
const NAMED: Record<string, (ask: (key: string) => string) => string> = {
  tyre: (ask) => `${ask('w')}/${ask('ar')} R${ask('rim')}`,
  wheel: (ask) => ` ${ask('d')}″`,
  'oil-bottle': (ask) => ask('grade'),
  canister: (ask) => `${ask('litres')} litre`,
  battery: (ask) => `${ask('ah')} Ah`,
  alternator: (ask) => `${ask('amps')} A`,
  starter: (ask) => `${ask('kw')} kW`,
  jack: (ask) => `${ask('tonnes')} tonnes`,
  'torque-wrench': (ask) => `${ask('nm')} Nm`,
  'socket-wrench': (ask) => ask('drive'),
  radiator: (ask) => `${ask('w')} × ${ask('h')} mm`,
  'air-filter': (ask) => `${ask('w')} × ${ask('h')} mm`,
  'cabin-filter': (ask) => `${ask('w')} × ${ask('h')} mm`,
  'brake-pads': (ask) => `${ask('w')} × ${ask('h')} mm`,
  'timing-belt': (ask) => `${ask('teeth')} teeth, ${ask('width')} mm`,
  'cv-joint': (ask) => `${ask('splines')} splines`,
  clutch: (ask) => `${ask('d')} mm`,
  wiper: (ask) => `${ask('length')} mm`,
  sensor: (ask) => ask('thread'),
  'ignition-coil': (ask) => `${ask('length')} mm`,
  'fuse-box': (ask) => `${ask('ways')} way`,
  headlamp: (ask) => (ask('side') === 'L' ? 'left' : 'right'),
  'tail-lamp': (ask) => (ask('side') === 'L' ? 'left' : 'right'),
  bumper: (ask) => ask('end'),
  'door-mirror': (ask) => (ask('side') === 'L' ? 'left' : 'right'),
}

const shopOrder = demoParts.toReversed()

describe('the demo catalogue', () => {
  test('holds at least 144 parts and fourteen in each of the eight categories', () => {
    const counts = Object.groupBy(demoParts, (part) => part.category)
    expect(demoParts.length).toBeGreaterThanOrEqual(144)
    expect(Object.keys(counts)).toHaveLength(8)
    for (const [category, parts] of Object.entries(counts)) {
      expect(parts.length, category).toBeGreaterThanOrEqual(14)
    }
  })

  test('gives every part a number, a name, a text and a picture of its own', () => {
    for (const key of ['partNumber', 'productName', 'description'] as const) {
      expect(repeated(demoParts.map((part) => part[key]))).toEqual([])
    }
    expect(repeated(demoParts.map((part) => opening(part.description)))).toEqual([])
    expect(repeated(demoParts.map((part) => part.img))).toEqual([])
    // the search ignores everything but letters and digits
    expect(repeated(demoParts.map((part) => part.partNumber.replace(/[^A-Z0-9]/g, '')))).toEqual([])
  })

  test('comes from eight to fourteen brands', () => {
    const brands = new Set(demoParts.map((part) => part.brand)).size
    expect(brands).toBeGreaterThanOrEqual(8)
    expect(brands).toBeLessThanOrEqual(14)
  })

  test('exercises long, accented and quoted names, empty shelves and too small a rest', () => {
    expect(demoParts.some((part) => part.productName.length > 60)).toBe(true)
    expect(demoParts.some((part) => /[à-ÿ]/.test(part.productName))).toBe(true)
    expect(demoParts.some((part) => part.productName.includes('1/2″'))).toBe(true)
    expect(demoParts.filter((part) => part.available === 0).length).toBeGreaterThanOrEqual(3)
    expect(demoParts.some((part) => part.available > 0 && part.available < part.minimumOrder)).toBe(true)
  })

  test('opens with eight categories, twenty-four drawings and the brake disc', () => {
    const page = shopOrder.slice(0, 24)
    expect(page[0]?.partNumber).toBe('BR-2804-22')
    expect(page[11]).toMatchObject({ partNumber: 'TO-0250-12', available: 0 })
    expect(page[23]?.partNumber).toBe('MRV-W0018')
    expect(new Set(page.map((part) => part.category)).size).toBe(8)
    expect(repeated(page.map(drawingOf))).toEqual([])
  })

  test('never shows the same drawing twice in a row', () => {
    const kinds = shopOrder.map(drawingOf)
    expect(shopOrder.filter((_, at) => kinds[at] === kinds[at + 1]).map((part) => part.partNumber)).toEqual(
      [],
    )
  })
})

describe.each(demoParts.map((part) => [part.partNumber, part] as const))('part %s', (_, part) => {
  test('has believable texts and figures', () => {
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

const named = demoParts.filter((part) => drawingOf(part) in NAMED)

test.each(named)('$partNumber is drawn in the size that its name states', (part) => {
  const stated = NAMED[drawingOf(part)]?.((key) => sizesOf(part).get(key) ?? 'nothing') ?? 'nothing'
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
