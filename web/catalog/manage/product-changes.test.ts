import { expect, test } from 'vitest'
import { type Product, productEditFormSchema } from '#contract/products/products.ts'
import { productChanges } from './product-changes.ts'

const product: Product = {
  _id: '01a1f8b8-1db0-7353-aceb-60a1f690e41c',
  productName: 'Brake disc',
  name: 'Brake disc',
  img: '/drawings/brake-disc.svg',
  images: [],
  description: '',
  price: 12.5,
  currency: 'usd',
  minimumOrder: 2,
  availableQuantity: 10,
  category: 'body',
  brand: null,
  partNumber: 'BR-1',
  createdAt: '2026-11-18T09:00:00Z',
}
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
  productChanges(product, productEditFormSchema.parse({ ...form, ...typed }))

test('a form left as it was changes nothing', () => {
  expect(changesOf({})).toEqual({})
})

test('only what differs is sent', () => {
  expect(changesOf({ price: '13', brand: 'Steinbrekk' })).toEqual({ price: 13, brand: 'Steinbrekk' })
})

test('a cleared number is sent as none', () => {
  expect(changesOf({ partNumber: '' })).toEqual({ partNumber: null })
})

test('pieces are added, not set; none are no change', () => {
  expect(changesOf({ addQuantity: '5' })).toEqual({ addQuantity: 5 })
  expect(changesOf({ addQuantity: '-3' })).toEqual({ addQuantity: -3 })
  expect(changesOf({ addQuantity: '0' })).toEqual({})
})

test('the address typed as imgURL travels as img', () => {
  expect(changesOf({ imgURL: '/uploads/a.webp' })).toEqual({ img: '/uploads/a.webp' })
})
