import { expect, test } from 'vitest'
import { ApiError } from '#contract/api-client.ts'
import { filterErrorsOf, withoutErrors } from './filter-errors.ts'

const view = {
  category: 'body',
  type: 'disc',
  'a.axle': 'front',
  'a.size': '300..256',
  minPrice: '50',
  maxPrice: '20',
}
const refused = (...paths: string[]) =>
  new ApiError(400, {
    code: 'invalid_request',
    message: 'refused',
    requestId: 'r-1',
    errors: paths.map((path) => ({ path, message: `wrong ${path}` })),
  })

test.each([
  [['a.size'], { 'a.size': 'wrong a.size' }],
  [['minPrice'], { minPrice: 'wrong minPrice' }],
  [['type', 'a.axle'], { type: 'wrong type', 'a.axle': 'wrong a.axle' }],
  [['attributes'], { 'a.axle': 'wrong attributes', 'a.size': 'wrong attributes' }],
])('%j are errors of filters', (paths, expected) => {
  expect(filterErrorsOf(view, refused(...paths))).toEqual(expected)
})

test.each([[['category.0']], [['page']], [['a.size', 'after']], [['a.teeth']], [['brand']], [[]]])(
  '%j are errors of the page: the list cannot be shown without that',
  (paths) => {
    expect(filterErrorsOf(view, refused(...paths))).toBeUndefined()
  },
)

test('faults are no errors of filters', () => {
  expect(filterErrorsOf(view, new TypeError('broken'))).toBeUndefined()
})

test('the list is shown without what is wrong, and without both prices if one is', () => {
  expect(withoutErrors(view, { 'a.size': 'wrong', maxPrice: 'wrong' })).toEqual({
    category: 'body',
    type: 'disc',
    'a.axle': 'front',
  })
  expect(withoutErrors(view, {})).toEqual(view)
})
