import { expect, test } from 'vitest'
import { createUses } from './repeated-statements.ts'

function use(isTimeToPrepare: (text: string) => boolean, text: string, times: number): number {
  return Array.from({ length: times }).filter(() => isTimeToPrepare(text)).length
}

test('a text is prepared once, at its eighth use', () => {
  const isTimeToPrepare = createUses()
  expect(use(isTimeToPrepare, 'list', 7)).toBe(0)
  expect(isTimeToPrepare('list')).toBe(true)
  expect(use(isTimeToPrepare, 'list', 1_000)).toBe(0)
})

test('a thousand rare texts leave room for one of every day', () => {
  const isTimeToPrepare = createUses()
  const rare = Array.from({ length: 1_000 }, (_, at) => use(isTimeToPrepare, `limit ${at}`, 20))
  expect(rare.reduce((sum, times) => sum + times)).toBeLessThan(10)
  expect(use(isTimeToPrepare, 'list', 500)).toBe(1)
})

test('at most 32 texts are prepared', () => {
  const isTimeToPrepare = createUses()
  const times = Array.from({ length: 50 }, (_, at) => use(isTimeToPrepare, `list ${at}`, 3_000))
  expect(times.reduce((sum, one) => sum + one)).toBe(32)
})
