import { expect, test } from 'vitest'
import { cutText } from './cut-text.ts'

const graphemes = (text: string) => [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)]

test('a text of exactly the limit is not cut', () => {
  expect(cutText('x'.repeat(150), 150)).toEqual({ text: 'x'.repeat(150), isCut: false })
})

test('of a text of one character more, the last one is cut off', () => {
  expect(cutText('x'.repeat(151), 150)).toEqual({ text: 'x'.repeat(150), isCut: true })
})

test('a space at the end of the cut text is not removed', () => {
  expect(cutText(`${'x'.repeat(149)} yz`, 150).text).toBe(`${'x'.repeat(149)} `)
})

test.each([
  ['a four-byte emoji', '🔧'],
  ['a family joined by zero-width joiners', '👩‍👩‍👧‍👦'],
  ['a flag', '🇵🇹'],
  ['a combining accent', 'e\u0301'],
  ['a line break of two characters', '\r\n'],
])('%s as the 150th grapheme stays whole', (_, grapheme) => {
  const cut = cutText(`${'a'.repeat(149)}${grapheme}${'b'.repeat(20)}`, 150)
  expect(cut).toEqual({ text: `${'a'.repeat(149)}${grapheme}`, isCut: true })
})

test('a combining accent after the 150th letter is not cut off', () => {
  const cut = cutText(`${'a'.repeat(150)}\u0301bc`, 150)
  expect(cut.text).toBe(`${'a'.repeat(150)}\u0301`)
})

test('a text is cut by graphemes, not by code units', () => {
  const text = '👩‍👩‍👧‍👦'.repeat(150)
  expect(cutText(text, 150)).toEqual({ text, isCut: false })
  expect(graphemes(cutText(`${text}x`, 150).text)).toHaveLength(150)
})
