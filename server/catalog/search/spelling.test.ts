import { expect, test } from 'vitest'
import { editDistance, nearestWord } from './spelling.ts'

test.each([
  ['brake', 'brake', 0],
  ['brkae', 'brake', 1],
  ['brke', 'brake', 1],
  ['braake', 'brake', 1],
  ['bramke', 'brake', 1],
  ['breka', 'brake', 2],
  ['', 'abc', 3],
])('the edit distance of %j and %j is %i, in both directions', (typed, meant, edits) => {
  expect(editDistance(typed, meant)).toBe(edits)
  expect(editDistance(meant, typed)).toBe(edits)
})

const spellings = [
  { word: 'brake', parts: 90, stem: 'brake' },
  { word: 'brace', parts: 200, stem: 'brace' },
  { word: 'alternator', parts: 50, stem: 'altern' },
  { word: 'disc', parts: 70, stem: 'disc' },
  { word: 'risk', parts: 99, stem: 'risk' },
]

test.each([
  ['brkae', 'brake'],
  ['brade', 'brace'],
  ['alternatr', 'alternator'],
  ['altenatr', 'alternator'],
  ['disk', 'disc'],
  ['break', 'brake'],
  ['arkeb', undefined],
  ['idsc', 'disc'],
  ['irsk', 'risk'],
  ['bisc', undefined],
  ['bre', undefined],
  ['zzzzz', undefined],
  ['brake5', undefined],
  ['070760', undefined],
])('the nearest word to %j is %j', (typed, meant) => {
  expect(nearestWord(typed, spellings)?.word).toBe(meant)
})

test('the nearest word is found among words of other lengths and letters', () => {
  const words = ['brakes', 'bracke', 'rake', 'alternator', 'lalternato', 'été'].map((word) => ({
    word,
    parts: 1,
  }))
  expect(nearestWord('brake', words)?.word).toBe('bracke')
  expect(nearestWord('altrenator', words)?.word).toBe('alternator')
  expect(nearestWord('bumper', words)).toBeUndefined()
})
