import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import shipped from '#server/catalog/part-types/shipped-types.json' with { type: 'json' }
import { isOfKind, isSaid } from '#tests/support/products/said-attributes.ts'
import { demoParts } from '../catalogue/parts.ts'
import { choiceKey, readAttributes } from './attributes.ts'
import { type CataloguePart, cataloguePart } from './generate.ts'
import { partKinds } from './kind.ts'

const PARTS = 40_000
const types = new Map(shipped.types.map((type) => [type.key, type]))

let parts: CataloguePart[]

beforeAll(() => {
  parts = Array.from({ length: PARTS }, (_, index) => cataloguePart(index))
})

test('ids, texts, numbers and prices are those of the catalogue before it had attributes', () => {
  const hash = createHash('sha256')
  for (const part of parts) {
    const { id, name, description, priceMinor, minimumOrder, available, category, brand, partNumber } = part
    const before = [id, name, description, priceMinor, minimumOrder, available, category, brand, partNumber]
    hash.update(JSON.stringify([...before, part.createdAt]))
  }
  expect(hash.digest('hex')).toBe('e46890c58340d9e9ccc766e91280adc4a05abccec7e331699fe5e51d7de2a2d5')
})

test('every part has four to nine attributes of its type, with values of their kind', () => {
  const wrong = parts.filter((part) => {
    const of = types.get(part.type)?.attributes.map(({ key }) => key) ?? []
    const keys = Object.keys(part.attributes)
    return (
      keys.length < 4 ||
      keys.length > 9 ||
      keys.some((key) => !of.includes(key) || !isOfKind(key, part.attributes[key]))
    )
  })
  expect(wrong).toEqual([])
})

test('all kinds are among the parts, and all types but those of the demo alone', () => {
  expect(new Set(partKinds.map(({ type }) => type))).toEqual(new Set(parts.map(({ type }) => type)))
  const demoOnly = [...types.keys()].filter((key) => !partKinds.some(({ type }) => type === key))
  expect(demoOnly).toEqual(['phone-holder', 'urea-solution', 'steering-damper'])
})

/** Attributes that not every text of their kind says. */
const UNSAID = [
  'automatic-transmission-fluid base',
  'automatic-transmission-fluid color',
  'brake-disc bore',
  'brake-disc disc_type',
  'brake-pad lining',
  'clutch-kit torque',
  'gear-oil gearbox',
  'heater-core design',
  'ignition-coil design',
  'intercooler design',
  'multimeter technology',
  'oil-pressure-switch design',
  'ratchet-and-socket-set teeth',
  'shock-absorber design',
  'spark-plug thread',
  'tyre speed_rating',
]

test('a value is in the name, the description or the picture of its part', () => {
  const unsaid = new Set<string>()
  for (const part of parts.slice(0, 5000)) {
    const said = `${part.name} ${part.description} ${part.img}`
    for (const [key, value] of Object.entries(part.attributes)) {
      if (!isSaid(value, said)) unsaid.add(`${part.type} ${key}`)
    }
  }
  expect([...unsaid].sort()).toEqual(UNSAID)
})

test('yes and no agree with the words of the name', () => {
  const of = (type: string) => parts.filter((part) => part.type === type)
  const pads = of('brake-pad')
  expect(pads.length).toBeGreaterThan(500)
  for (const { name, attributes } of pads)
    expect(attributes.wear_sensor, name).toBe(name.includes(' with wear wire'))
  for (const { name, attributes } of of('tyre').filter(({ name }) => name.startsWith('Van tyre')))
    expect(attributes, name).toMatchObject({ commercial: true, season: seasonIn(name) })
  for (const { name, attributes } of of('brake-caliper'))
    expect(attributes.parking_brake, name).toBe(name.includes('parking brake lever'))
  for (const { name, attributes } of of('screenwash'))
    expect(attributes.winter_ready, name).toBe(name.includes('−'))
})

test('every choice, and every attribute of a type, is one of a generated or a demo part', () => {
  const used = new Set(
    [...parts, ...demoParts].flatMap(({ type, attributes }) =>
      Object.entries(attributes).flatMap(([key, value]) => [`${type} has ${key}`, `${key} is ${value}`]),
    ),
  )
  const unused = [
    ...shipped.types.flatMap((type) => type.attributes.map(({ key }) => `${type.key} has ${key}`)),
    ...shipped.attributes.flatMap(({ key, choices = [] }) =>
      choices.map((choice) => `${key} is ${choice.key}`),
    ),
  ].filter((each) => !used.has(each))
  expect(unused).toEqual([])
})

test('a part of known words has known attributes', () => {
  const disc = parts.find(({ name }) => name.startsWith('Brake disc, front, vented, 280 × 22 mm, oiled'))
  expect(disc).toMatchObject({
    type: 'brake-disc',
    attributes: {
      axle: 'front',
      disc_type: 'vented',
      diameter: 280,
      thickness: 22,
      min_thickness: 20,
      bolt_holes: 5,
      bore: 65,
      coating: 'oiled',
    },
  })
  const caliper = parts.find(({ name }) => name.startsWith('Brake caliper, rear left, piston 38 mm'))
  expect(caliper?.attributes).toMatchObject({ axle: 'rear', side: 'left', piston_diameter: 38, pistons: 1 })
  const wheel = parts.find(({ name }) => /^Alloy wheel 17″ × 7.5 J, five twin spokes, 5×114.3/.test(name))
  expect(wheel?.attributes).toMatchObject({
    rim: 17,
    width_j: 7.5,
    bolt_circle: '5x114.3',
    twin_spokes: true,
  })
})

test('a pair is sold by the pair, a set by the set, everything else singly', () => {
  const unitOf = (words: string) =>
    new Set(parts.filter(({ name }) => name.includes(words)).map(({ saleUnit }) => saleUnit))
  expect(unitOf(', pair')).toEqual(new Set(['pair']))
  expect(unitOf('blister of two')).toEqual(new Set(['pair']))
  expect(unitOf(', set of four')).toEqual(new Set(['set']))
  expect(unitOf('box of ten')).toEqual(new Set(['set']))
  expect(unitOf('Brake pads')).toEqual(new Set(['set']))
  expect(unitOf('socket set')).toEqual(new Set(['set']))
  expect(unitOf('Brake disc')).toEqual(new Set(['each']))
  expect(unitOf(', loose')).toEqual(new Set(['each']))
})

test.each([
  ['teeth', '=seventy', 'No number'],
  ['diameter', 'missing', 'No choice'],
  ['nothing', '=1', 'No attribute'],
])('%s from %s throws: %s', (key, source, message) => {
  expect(() => readAttributes({ [key]: source }, {})).toThrow(message)
})

test.each([
  ['M20×1.5', 'm20x1.5'],
  ['1 1/8-16', '1-1-8-16'],
  ['1/2″', '1-2'],
  ['ACEA A3/B4', 'acea-a3-b4'],
  ['coupé', 'coupe'],
  ['W5W,', 'w5w'],
])('the key of the choice %s is %s', (text, key) => {
  expect(choiceKey(text)).toBe(key)
})

function seasonIn(name: string): string {
  return name.split(', ').at(-1) ?? ''
}
