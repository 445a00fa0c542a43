import { expect, test } from 'vitest'
import { newOrderSchema } from '../../sales/orders/orders.ts'
import { listProducts, newProductSchema, productChangeSchema } from './products.ts'

const part = {
  productName: 'Brake disc',
  price: 12.5,
  minimumOrder: 1,
  availableQuantity: 10,
  img: '/drawings/brake-disc.svg',
}
const TOO_MANY = 'Use a whole number, at most 2,147,483,647'

test.each([
  ['price', '1234567', undefined],
  ['price', '1'.repeat(40), undefined],
  ['price', 0, 'Price must be a positive amount, such as 12.50'],
  ['price', 12.5555, 'Price must be a positive amount, such as 12.50'],
  ['minimumOrder', 2_147_483_648, TOO_MANY],
  ['minimumOrder', 1.5, 'Use a whole number'],
  ['availableQuantity', 2_147_483_648, TOO_MANY],
])('a new part with the %s %j has the error %s', (field, value, message) => {
  expect(errorOf(newProductSchema, { ...part, [field]: value })).toBe(message)
})

test('error messages of changes, orders and searches name the limit', () => {
  const long = 'x'.repeat(201)
  expect(errorOf(productChangeSchema, { addQuantity: 2_147_483_648 })).toBe(TOO_MANY)
  expect(errorOf(productChangeSchema, { addQuantity: -2_147_483_648 })).toBe(
    'Use a whole number, at least -2,147,483,647',
  )
  const images = Array(13).fill(part.img)
  expect(errorOf(productChangeSchema, { images })).toBe('Use at most 12 pictures')
  expect(errorOf(newOrderSchema.shape.name, long)).toBe('Use at most 200 characters')
  expect(errorOf(listProducts.query, { q: long })).toBe('Use at most 200 characters')
  expect(errorOf(listProducts.query, { after: 'x'.repeat(2001) })).toBe('Use at most 2,000 characters')
})

type Schema = { safeParse: (input: unknown) => { error?: { issues: { message: string }[] } } }

function errorOf(schema: Schema, input: unknown): string | undefined {
  return schema.safeParse(input).error?.issues[0]?.message
}
