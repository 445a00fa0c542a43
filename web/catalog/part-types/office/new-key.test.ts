import { expect, test } from 'vitest'
import { newKey } from './new-key.ts'

const key = (name: string, taken: string[] = []) => newKey(name, taken, { fallback: 'type' })

test.each([
  ['Tow bar', 'tow-bar'],
  ['  Brüll-Größe (mm) ', 'brull-gro-e-mm'],
  ['Räder', 'rader'],
  ['4 × 4 kit', 'type-4-4-kit'],
  ['Тормоз', 'type'],
  ['a'.repeat(60), 'a'.repeat(36)],
  [`${'a'.repeat(35)} b`, 'a'.repeat(35)],
])('%s has a key of letters and digits', (name, expected) => {
  expect(key(name)).toBe(expected)
})

test('a key that another one has gets a number', () => {
  expect(key('Tow bar', ['tow-bar'])).toBe('tow-bar-2')
  expect(key('Tow bar', ['tow-bar', 'tow-bar-2'])).toBe('tow-bar-3')
  expect(newKey('Tow bar', ['tow_bar'], { fallback: 'value', separator: '_' })).toBe('tow_bar_2')
})
