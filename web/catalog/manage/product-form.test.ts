import { expect, test } from 'vitest'
import { productEditFormSchema } from '#contract/products/products.ts'
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

test('a form left as it was changes nothing', () => {
  expect(changesOf({})).toEqual({})
})

test('only what differs is sent', () => {
  expect(changesOf({ price: '13', brand: 'Steinbrekk' })).toEqual({ price: 13, brand: 'Steinbrekk' })
})

test('a cleared number is sent as none', () => {
  expect(changesOf({ partNumber: '' })).toEqual({ partNumber: null })
})

test('units are added, not set; none are no change', () => {
  expect(changesOf({ addQuantity: '5' })).toEqual({ addQuantity: 5 })
  expect(changesOf({ addQuantity: '-3' })).toEqual({ addQuantity: -3 })
  expect(changesOf({ addQuantity: '0' })).toEqual({})
})

test('the address typed as imgURL is sent as img', () => {
  expect(changesOf({ imgURL: '/uploads/a.webp' })).toEqual({ img: '/uploads/a.webp' })
})
