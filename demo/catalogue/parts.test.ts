import { describe, expect, test } from 'vitest'
import shipped from '#server/catalog/part-types/shipped-types.json' with { type: 'json' }
import { isOfKind, isSaid } from '#tests/support/products/said-attributes.ts'
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

/** Choices that a name says in the word that is their key. */
const WORDS = {
  axle: ['front', 'rear'],
  side: ['left', 'right'],
  season: ['summer', 'winter', 'all-season', 'all-terrain'],
  place: ['outer', 'inner', 'lower', 'upper'],
  disc_type: ['vented', 'solid'],
  surface: ['drilled', 'slotted'],
}

/** Numbers that name and description have in other words ("twin", "seventy-two", "a pair"). */
const IN_OTHER_WORDS = [
  'BR-1235-PR lining',
  'BR-3801-RR pistons',
  'BR-4602-FT pistons',
  'BR-5401-FL pistons',
  'LI-4860-LR projectors',
  'LI-5920-LR segments',
  'MRV-B2562 min_thickness',
  'TO-0250-12 pieces',
  'TO-0250-12 teeth',
  'TO-0819-08 teeth',
  'TO-1500-AL weight',
]
/** Numbers that no text says: drawing and table alone have them. */
const IN_NO_TEXT = [
  'BR-2530-10 drillings',
  'BR-2530-10 slots',
  'BR-2804-22 bolt_holes',
  'BR-2804-22 diameter',
  'BR-2804-22 drillings',
  'BR-2804-22 slots',
  'BR-2804-22 thickness',
  'BR-3653-34 drillings',
  'BR-3653-34 slots',
  'EL-0440-42 cold_cranking',
  'EL-0700-64 length',
  'EN-1426-08 hex',
  'EN-1426-08 reach',
  'EN-1952-TC blades',
  'EN-1952-TC inlet',
  'EN-2056-VG blades',
  'EN-7696-20 bypass_holes',
  'EN-7696-20 diameter',
  'EN-7696-20 height',
  'EN-7950-PR pin_diameter',
  'EN-8600-FG pin_diameter',
  'KM 110.42 bypass_holes',
  'KM 165.68 bypass_holes',
  'KM 165.68 diameter',
  'LI-0155-ST voltage',
  'LI-0460-ST voltage',
  'LI-0510-LE voltage',
  'LI-0755-HO voltage',
  'MRV-B2562 drillings',
  'MRV-B2562 slots',
  'MRV-S3512 outer_diameter',
  'MRV-S3512 wire',
  'MRV-X1100 length',
  'SU-2751-11 coils',
  'SU-2751-11 free_length',
  'SU-2751-11 outer_diameter',
  'SU-2751-11 wire',
  'SU-3150-AX length',
  'SU-3301-12 coils',
  'SU-3301-12 free_length',
  'SU-3301-12 outer_diameter',
  'SU-3301-12 wire',
  'SU-3400-RA length',
  'SU-3854-14 coils',
  'SU-3854-14 free_length',
  'SU-3854-14 outer_diameter',
  'SU-3900-MT length',
  'SU-4206-16 outer_diameter',
  'SU-5203-CO length',
]

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

describe('attributes of the demo catalogue', () => {
  const types = new Map(shipped.types.map((type) => [type.key, type]))

  test('are four to ten of the type of each part, with values of their kind', () => {
    const wrong = demoParts.filter(({ type, attributes }) => {
      const of = types.get(type)?.attributes.map(({ key }) => key) ?? []
      const keys = Object.keys(attributes)
      const isWrong = (key: string) => !of.includes(key) || !isOfKind(key, attributes[key])
      return keys.length < 4 || keys.length > 10 || keys.some(isWrong)
    })
    expect(wrong).toEqual([])
  })

  test('are numbers of name or description, or of those that only the drawing has', () => {
    const unsaid = demoParts.flatMap(({ partNumber, productName, description, attributes }) =>
      Object.entries(attributes)
        .filter(([, value]) => typeof value === 'number' && !isSaid(value, `${productName} ${description}`))
        .map(([key]) => `${partNumber} ${key}`),
    )
    expect(unsaid.sort()).toEqual([...IN_OTHER_WORDS, ...IN_NO_TEXT].sort())
  })

  test('agree with words of the name', () => {
    for (const { productName, attributes } of demoParts) {
      const name = productName.toLowerCase()
      for (const [key, words] of Object.entries(WORDS)) {
        const value = attributes[key]
        const named = words.filter((word) => new RegExp(`\\b${word}\\b`).test(name))
        if (named.length === 1 && typeof value === 'string') expect(value, `${key} of ${name}`).toBe(named[0])
      }
    }
  })

  test('give a set its price by the set, a pair by the pair', () => {
    for (const { productName, saleUnit } of demoParts) {
      const unit = /\bpair\b/.test(productName) ? 'pair' : undefined
      if (/\bset\b|set of four|coilover kit/i.test(productName)) expect(saleUnit, productName).toBe('set')
      else if (unit) expect(saleUnit, productName).toBe(unit)
    }
    expect(demoParts.filter(({ saleUnit }) => saleUnit === 'pair')).toHaveLength(1)
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
