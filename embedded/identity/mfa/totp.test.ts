import { expect, test } from 'vitest'
import { matchStep, stepAt, toBase32, totpCode } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

test.each([
  // RFC 6238, appendix B.
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('at second %i the code is %s, or its last six digits', (second, code) => {
  const step = stepAt(new Date(second * 1000))
  expect(totpCode(secret, step, 8)).toBe(code)
  expect(totpCode(secret, step)).toBe(code.slice(2))
})

test.each([
  // RFC 4648, section 10, without padding.
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('%j is encoded as %s', (text, encoded) => {
  expect(toBase32(Buffer.from(text))).toBe(encoded)
})

test('codes of the current step and its neighbours are accepted, those two steps away are not', () => {
  const at = new Date(1_234_567_890_000)
  const current = stepAt(at)
  const matches = [-2, -1, 0, 1, 2].map((off) => matchStep(secret, totpCode(secret, current + off), at))
  expect(matches).toEqual([undefined, current - 1, current, current + 1, undefined])
})

test.each(['', '12345', '1234567', 'abcdef', '٠٠٥٩٢٤'])('%j is rejected', (code) => {
  expect(matchStep(secret, code, new Date(1_234_567_890_000))).toBeUndefined()
})
