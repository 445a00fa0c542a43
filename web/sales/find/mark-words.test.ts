import { expect, test } from 'vitest'
import { hasTyped, markWords } from './mark-words.ts'

const shown = (text: string, query: string) =>
  markWords(text, query)
    .map((piece) => (piece.isMarked ? `[${piece.text}]` : piece.text))
    .join('')

test('the typed beginnings of words are marked, in any order and case', () => {
  expect(shown('44 Harborside Rd, Port Alder', 'port HARB')).toBe('44 [Harb]orside Rd, [Port] Alder')
  expect(shown('arbor Harbor', 'arbor')).toBe('[arbor] Harbor')
})

test('the longest of several typed beginnings is marked, and one letter marks nothing', () => {
  expect(shown('Harborside', 'har harbor h')).toBe('[Harbor]side')
  expect(shown('Harbor Hill', 'h')).toBe('Harbor Hill')
})

test('accents do not matter, and a letter that folds to two marks the word', () => {
  expect(shown('Inès Ferreira', 'ines')).toBe('[Inès] Ferreira')
  expect(shown('ﬁlter', 'fil')).toBe('[ﬁlter]')
})

test('a text without a typed word stays whole, and an empty one is nothing', () => {
  expect(markWords('Mill Lane', 'harbor')).toEqual([{ text: 'Mill Lane', isMarked: false }])
  expect(markWords('', 'harbor')).toEqual([])
})

test('a phone number has its last digits, typed in any grouping', () => {
  expect(hasTyped('+1 555 014 7731', '147-731')).toBe(true)
  expect(hasTyped('+1 555 014 7731', '731')).toBe(false)
  expect(hasTyped('+1 555 014 7731', '5550147')).toBe(false)
})
