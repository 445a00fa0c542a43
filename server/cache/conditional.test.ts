import { expect, test } from 'vitest'
import { isKnown } from './conditional.ts'

test.each([
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
])('If-None-Match: %s names it: %s', (condition, expected) => {
  expect(isKnown(condition, 'W/"abc"')).toBe(expected)
})
