import { expect, test } from 'vitest'
import { isNotModified } from './response.ts'

test.each<[string | undefined, boolean]>([
  [undefined, false],
  ['W/"abc"', true],
  ['"abc"', true],
  ['*', true],
  [' * ', true],
  ['"x", W/"abc"', true],
  ['"x","abc","y"', true],
  ['"a,b", "abc"', true],
  ['abc', false],
  ['"ab"', false],
  ['"abcd"', false],
  ['"x", "y"', false],
  ['"**"', false],
  ['', false],
])('If-None-Match %s matches the response: %s', (condition, expected) => {
  expect(isNotModified(condition, { etag: 'W/"abc"' })).toBe(expected)
})
