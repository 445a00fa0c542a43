import { expect, test } from 'vitest'
import { productEditFormSchema } from '#contract/catalog/products/products.ts'
import { examplePart } from '#tests/support/products/example-part.ts'
import { productChanges } from './product-form.tsx'

const form = {
  productName: 'Brake disc',
  price: '12.50',
  minimumOrder: '2',
  imgURL: '/drawings/brake-disc.svg',
  description: '',
  category: 'body',
  brand: ' ',
  partNumber: 'BR-1',
}
const changesOf = (typed: object) =>
  productChanges(examplePart, productEditFormSchema.parse({ ...form, ...typed }))

test('an unchanged form sends no field', () => {
  expect(changesOf({})).toEqual({})
})

test('only changed fields are sent', () => {
  expect(changesOf({ price: '13', brand: 'Steinbrekk' })).toEqual({ price: 13, brand: 'Steinbrekk' })
})

test('a cleared part number is sent as null', () => {
  expect(changesOf({ partNumber: '' })).toEqual({ partNumber: null })
})

test('units to add or to remove are sent, zero is not sent', () => {
  expect(changesOf({ addQuantity: '5' })).toEqual({ addQuantity: 5 })
  expect(changesOf({ addQuantity: '-3' })).toEqual({ addQuantity: -3 })
  expect(changesOf({ addQuantity: '0' })).toEqual({})
})

test('the address typed as imgURL is sent as img', () => {
  expect(changesOf({ imgURL: '/uploads/a.webp' })).toEqual({ img: '/uploads/a.webp' })
})
