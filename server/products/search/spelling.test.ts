import { expect, test } from 'vitest'
import { lettersOf, mayBeNear, nearest, typingDistance } from './spelling.ts'

test.each([
  ['brake', 'brake', 0],
  ['brkae', 'brake', 1],
  ['brke', 'brake', 1],
  ['braake', 'brake', 1],
  ['bramke', 'brake', 1],
  ['breka', 'brake', 2],
  ['', 'abc', 3],
])('%j is %j with %i letters wrong', (typed, meant, wrong) => {
  expect(typingDistance(typed, meant)).toBe(wrong)
  expect(typingDistance(meant, typed)).toBe(wrong)
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
])('%j is taken for %j', (typed, meant) => {
  expect(nearest(typed, spellings)?.word).toBe(meant)
})

test('a glance sees every word that is near, and few others', () => {
  const words = [
    'brake',
    'brkae',
    'brakes',
    'bracke',
    'rake',
    'pads',
    'alternator',
    'altrenator',
    'lalternato',
    'été',
  ]
  const glance = (a: string, b: string, most: number) =>
    mayBeNear({ word: a, letters: lettersOf(a) }, { word: b, letters: lettersOf(b) }, most)
  for (const a of words)
    for (const b of words)
      for (const most of [1, 2])
        if (typingDistance(a, b) <= most) expect(glance(a, b, most), `${a} ${b}`).toBe(true)
  expect(glance('brake', 'pads', 2)).toBe(false)
  expect(glance('brake', 'bumper', 2)).toBe(false)
  expect(glance('brake', 'alternator', 2)).toBe(false)
})
