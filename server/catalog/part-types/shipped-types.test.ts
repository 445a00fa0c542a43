import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { kinds as drawings } from '#drawings/registry.ts'
import shipped from './shipped-types.json' with { type: 'json' }

const CATEGORIES = ['tools', 'wheels', 'engine', 'suspension', 'body', 'lighting', 'electrical', 'fluids']
const KEY = /^[a-z0-9]+(?:[._-][a-z0-9]+)*$/
const attributes = new Map(shipped.attributes.map((attribute) => [attribute.key, attribute]))
const types = new Map(shipped.types.map((type) => [type.key, type]))

test('keys are unique, of the pattern of their table, and short enough for its columns', () => {
  expect(attributes.size).toBe(shipped.attributes.length)
  expect(types.size).toBe(shipped.types.length)
  expect(shipped.attributes.filter(({ key }) => !/^[a-z][a-z0-9_]{0,39}$/.test(key))).toEqual([])
  expect(shipped.types.filter(({ key }) => !KEY.test(key) || key.length > 40)).toEqual([])
  for (const { key, kind, choices = [], unit, decimals = 0 } of shipped.attributes) {
    expect(['number', 'choice', 'boolean', 'text'], key).toContain(kind)
    expect(choices.length > 0, key).toBe(kind === 'choice')
    expect(kind === 'number' || (unit === undefined && decimals === 0), key).toBe(true)
    expect(repeated(choices.map((choice) => choice.key)), key).toEqual([])
    expect(repeated(choices.map((choice) => choice.name)), key).toEqual([])
    expect(choices.filter((choice) => !KEY.test(choice.key) || choice.key.length > 40)).toEqual([])
  }
})

test('names are those that an American shopper reads', () => {
  const names = [
    ...shipped.attributes.flatMap(({ name, choices = [] }) => [
      name,
      ...choices.map((choice) => choice.name),
    ]),
    ...shipped.types.flatMap(({ name, plural }) => [name, plural]),
  ]
  const british =
    /\b(tyres?|colour|aluminium|litres?|spanners?|stabiliser|gearbox|saloon|estate|grey|fibre|petrol|levelling|windscreen|carburettor)\b/i
  expect(names.filter((name) => british.test(name) || name.length === 0 || name.length > 60)).toEqual([])
  expect(repeated(shipped.attributes.map(({ name }) => name))).toEqual([])
  expect(repeated(shipped.types.map(({ plural }) => plural))).toEqual([])
})

test('every attribute belongs to a type, and a type has known ones, each once, in one of the categories', () => {
  const used = new Set(shipped.types.flatMap((type) => type.attributes.map(({ key }) => key)))
  expect([...attributes.keys()].filter((key) => !used.has(key))).toEqual([])
  for (const type of shipped.types) {
    const keys = type.attributes.map(({ key }) => key)
    expect(keys.length, type.key).toBeGreaterThanOrEqual(4)
    expect(
      keys.filter((key) => !attributes.has(key)),
      type.key,
    ).toEqual([])
    expect(repeated(keys), type.key).toEqual([])
    expect(CATEGORIES, type.key).toContain(type.category)
  }
})

test('a type has at most eight filters, none of free text, at most four columns, and something for its title', () => {
  for (const type of shipped.types) {
    const flagged = (flag: 'inFilter' | 'inTable' | 'inTitle') =>
      type.attributes.filter((attribute) => attribute[flag]).map(({ key }) => key)
    expect(flagged('inFilter').length, type.key).toBeLessThanOrEqual(8)
    expect(flagged('inFilter').filter((key) => attributes.get(key)?.kind === 'text')).toEqual([])
    expect(flagged('inTable').length, type.key).toBeLessThanOrEqual(4)
    expect(flagged('inTable').length, type.key).toBeGreaterThanOrEqual(1)
    expect(flagged('inTitle').length, type.key).toBeGreaterThanOrEqual(1)
  }
})

test('search knows names of every type', () => {
  const named = new Set(
    readFileSync(new URL('../search/data/part-types.csv', import.meta.url), 'utf8')
      .split('\n')
      .map((row) => row.split(',')[0]),
  )
  const nameless = shipped.types.flatMap(({ key, names = [key.replaceAll('-', ' ')] }) =>
    names.filter((name) => !named.has(name)).map((name) => `${key}: ${name}`),
  )
  expect(nameless).toEqual([])
  expect(repeated(shipped.types.flatMap(({ names = [] }) => names))).toEqual([])
})

test('parameters of drawings exist and take attributes of the type, mapped from values that these have', () => {
  for (const type of shipped.types) {
    const drawing = drawings.find(({ kind }) => kind === type.drawing)
    expect(drawing, `${type.key}: ${type.drawing}`).toBeDefined()
    for (const [name, source] of Object.entries(type.drawingParameters ?? {})) {
      expect(drawing?.params, type.key).toHaveProperty(name)
      if (typeof source !== 'string' && 'value' in source) continue
      const key = typeof source === 'string' ? source : source.attribute
      const attribute = attributes.get(key)
      expect(
        type.attributes.map((each) => each.key),
        `${type.key}: ${name}`,
      ).toContain(key)
      if (typeof source === 'string' || attribute?.kind !== 'choice') continue
      const choices = attribute.choices?.map((choice) => choice.key)
      for (const value of Object.keys(source.values)) expect(choices, type.key).toContain(value)
    }
  }
})

test('types that go together are known, once, and share attributes that both have', () => {
  const pairs = shipped.relations.map(({ type, other }) => `${type} ${other}`)
  expect(pairs.length).toBeGreaterThanOrEqual(120)
  expect(repeated(pairs)).toEqual([])
  for (const { type, other, shared = [] } of shipped.relations) {
    expect(type).not.toBe(other)
    for (const key of [type, other]) {
      const has = types.get(key)?.attributes.map((attribute) => attribute.key) ?? []
      expect(types.has(key), key).toBe(true)
      expect(
        shared.filter((each) => !has.includes(each)),
        `${type} and ${other}`,
      ).toEqual([])
    }
  }
  const alone = [...types.keys()].filter((key) => !shipped.relations.some(({ type }) => type === key))
  expect(alone).toEqual([])
})

function repeated(values: string[]): string[] {
  return values.filter((value, at) => values.indexOf(value) !== at)
}
