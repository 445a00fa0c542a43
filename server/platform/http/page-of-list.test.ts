import { expect, test } from 'vitest'
import { isKeyValue, readCursor, writeCursor } from './page-of-list.ts'

const ID = '019b0c2a-6f6e-7c3a-9d2e-0123456789ab'

test('a cursor returns its sort and its values', () => {
  const values = ['2026-01-02T03:04:05.678Z', 12, 'Жигули “Brake” 🛞', ID]
  expect(readCursor(writeCursor('name', values))).toEqual({ sort: 'name', values })
})

test('a cursor needs no escaping in an address', () => {
  const cursor = writeCursor('name', ['>>>???~~~', ID])
  expect(encodeURIComponent(cursor)).toBe(cursor)
})

const notCursors: [string, string][] = [
  ['an empty text', ''],
  ['plain words', 'nonsense'],
  ['JSON that is no list', base64url('{"sort":"newest"}')],
  ['a list without a sort', base64url('[1,2]')],
  ['a nested value', base64url('["newest",["2026"]]')],
  ['a null value', base64url('["newest",null]')],
  ['a number too large to be read exactly', base64url('["price",12345678901234567890]')],
  ['padding added', `${writeCursor('newest', [1])}==`],
  ['characters outside the alphabet', `${writeCursor('newest', [1])}!`],
  ['spaces inside the JSON', base64url('["newest", 1]')],
]
test.each(notCursors)('%s is not a cursor', (_, text) => {
  expect(readCursor(text)).toBeUndefined()
})

const badValues: [Parameters<typeof isKeyValue>[0], unknown][] = [
  ['time', 'yesterday'],
  ['time', '2026-02-30T00:00:00.000Z'],
  ['time', '+275760-09-13T00:00:00.000Z'],
  ['time', '0000-01-01T00:00:00.000Z'],
  ['time', 'infinity'],
  ['time', 1],
  ['id', "' or 1=1 --"],
  ['id', ID.toUpperCase()],
  ['integer', '7'],
  ['integer', 1.5],
  ['integer', 2 ** 60],
  ['decimal', 4.5],
  ['decimal', 'NaN'],
  ['decimal', '1e9'],
  ['decimal', '4.'],
  ['text', 'a\0b'],
  ['text', '\ud800'],
  ['text', 7],
]
test.each(badValues)('%s rejects %j', (kind, value) => {
  expect(isKeyValue(kind, value)).toBe(false)
})

test('each kind accepts a value of its own', () => {
  expect(isKeyValue('time', '2026-01-02T03:04:05.678Z')).toBe(true)
  expect(isKeyValue('id', ID)).toBe(true)
  expect(isKeyValue('integer', -5)).toBe(true)
  expect(isKeyValue('decimal', '4.25')).toBe(true)
  expect(isKeyValue('text', "O'Brien; drop table")).toBe(true)
})

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url')
}
