import { expect, test } from 'vitest'
import { mayBePartNumber } from './search-notes.tsx'

test.each([
  ['BR-2804-23', true],
  ['nor 0707 60', true],
  ['brake pds front 155x64', false],
  ['summer tyre 205/55 R16', false],
  ['alternator 120 A', false],
  ['zorblax', false],
])('%j may be a part number: %s', (q, isNumber) => {
  expect(mayBePartNumber(q)).toBe(isNumber)
})
