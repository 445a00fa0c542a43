import { expect, test } from 'vitest'
import type { Attribute } from '#contract/catalog/part-types/attributes.ts'
import { examplePart } from '#tests/support/products/example-part.ts'
import { attributesOf, readValueFields, shownText, toPartInput } from './part-values.ts'
import { productChanges } from './product-form.tsx'

const attribute = (key: string, kind: Attribute['kind'], more: Partial<Attribute> = {}): Attribute => ({
  key,
  name: key,
  kind,
  unit: null,
  decimals: 0,
  choices: [],
  ...more,
})
const attributes = [
  attribute('diameter', 'number', { unit: 'mm', decimals: 1 }),
  attribute('axle', 'choice', { choices: [{ key: 'front', name: 'Front' }] }),
  attribute('coated', 'boolean'),
  attribute('note', 'text'),
]

test.each([
  ['en-US', 'attributes.diameter', '280.5', { text: '280.5' }],
  ['en-US', 'attributes.diameter', ' 280 mm ', { text: '280' }],
  ['en-US', 'attributes.diameter', '280,5', { error: 'Use a plain number in mm, such as 12.5' }],
  ['de-DE', 'attributes.diameter', '280,5', { text: '280.5' }],
  ['de-DE', 'attributes.diameter', '280.5', { text: '280.5' }],
  ['de-DE', 'attributes.diameter', '11 in', { error: 'Use a plain number in mm, such as 12,5' }],
  ['en-US', 'attributes.diameter', '280.55', { error: 'Use 1 decimal at most' }],
  ['en-US', 'attributes.diameter', '11 in', { error: 'Use a plain number in mm, such as 12.5' }],
  ['en-US', 'attributes.axle', 'rear', { error: 'Use one of Front' }],
  ['en-US', 'attributes.coated', 'no', { text: 'no' }],
])('in %s the field %s reads %s', (locale, name, typed, expected) => {
  expect(readValueFields(attributes, locale)[name]?.(typed)).toEqual(expected)
})

test.each([
  ['en-US', 'diameter', '280.50', '280.5 mm'],
  ['de-DE', 'diameter', '280,50', '280,5 mm'],
  ['de-DE', 'diameter', '280.5 mm', '280,5 mm'],
  ['de-DE', 'diameter', '22,55555', undefined],
  ['en-US', 'diameter', '280,5', undefined],
  ['en-US', 'axle', 'front', 'Front'],
  ['en-US', 'axle', undefined, undefined],
])('in %s the value of the field %s, typed as %s, is shown as %s', (locale, key, typed, text) => {
  const of = attributes.find((one) => one.key === key) ?? attribute(key, 'text')
  expect(shownText(typed, of, locale)).toBe(text)
})

test('the fields of a form become values, blank ones null', () => {
  const fields = {
    productName: 'Disc',
    type: 'brake-disc',
    subcategory: '',
    'attributes.diameter': '280.5',
    'attributes.axle': '',
    'attributes.coated': 'no',
    'attributes.note': ' as new ',
    'attributes.unknown': 'x',
  }
  expect(toPartInput(fields, attributes)).toEqual({
    productName: 'Disc',
    type: 'brake-disc',
    subcategory: null,
    attributes: { diameter: 280.5, axle: null, coated: false, note: 'as new' },
    'attributes.unknown': 'x',
  })
  expect(toPartInput({ type: '' }, attributes)).toEqual({ type: null, subcategory: null, attributes: {} })
})

test('a type has its attributes in its order', () => {
  const flags = { inTable: true, inFilter: true, inTitle: false }
  const type = {
    key: 'brake-disc',
    name: 'Brake disc',
    plural: 'Brake discs',
    category: 'body',
    subcategory: null,
    drawing: null,
    drawingParameters: {},
    attributes: ['axle', 'diameter'].map((key) => ({ key, ...flags })),
    relations: [],
  }
  const keysOf = (key: string) =>
    attributesOf({ categories: [], types: [type], attributes }, key).map((one) => one.key)
  expect(keysOf('brake-disc')).toEqual(['axle', 'diameter'])
  expect(keysOf('')).toEqual([])
})

const shown = { unit: null, text: '', inTable: true, inTitle: false }
const part = {
  ...examplePart,
  subcategory: 'brakes',
  type: { key: 'brake-disc', name: 'Brake disc', drawing: null, drawingParameters: {} },
  attributes: [
    { key: 'diameter', name: 'Diameter', kind: 'number' as const, value: 280, ...shown },
    { key: 'coated', name: 'Coated', kind: 'boolean' as const, value: false, ...shown },
  ],
}
const same = {
  productName: part.productName,
  price: part.price,
  minimumOrder: part.minimumOrder,
  img: part.img,
  description: part.description,
  category: part.category,
  brand: part.brand,
  partNumber: part.partNumber,
  saleUnit: part.saleUnit,
  addQuantity: 0,
  type: 'brake-disc',
  subcategory: 'brakes',
  attributes: { diameter: 280, coated: false, axle: null },
}

test.each([
  [{}, {}],
  [{ attributes: { diameter: 281, coated: false, axle: 'front' } }, { diameter: 281, axle: 'front' }],
  [{ attributes: { diameter: null, coated: true } }, { diameter: null, coated: true }],
])('only values that differ are sent: %o', (edit, attributesSent) => {
  const expected = Object.keys(attributesSent).length > 0 ? { attributes: attributesSent } : {}
  expect(productChanges(part, { ...same, ...edit })).toEqual(expected)
})

test('another type is sent with the values of its own, and none without one', () => {
  const other = { ...same, type: 'drum', attributes: { diameter: 280, depth: 40 } }
  expect(productChanges(part, other)).toEqual({ type: 'drum', attributes: { depth: 40 } })
  expect(productChanges(part, { ...same, type: null, subcategory: null, attributes: {} })).toEqual({
    type: null,
    subcategory: null,
  })
})
