import { expect, test } from 'vitest'
import { createDice, figureOf, percentile } from './figures.ts'

test('a figure is the median, and how far the runs lie apart', () => {
  expect(figureOf([3, 1, 2])).toEqual({ median: 2, least: 1, most: 3 })
  expect(figureOf([4, 1, 3, 2])).toEqual({ median: 2.5, least: 1, most: 4 })
  expect(figureOf([])).toEqual({ median: Number.NaN, least: Number.NaN, most: Number.NaN })
})

test('95 of a hundred lie at or below the 95th percentile', () => {
  const values = Array.from({ length: 100 }, (_, at) => 100 - at)
  expect(percentile(values, 0.95)).toBe(95)
  expect(percentile([7], 0.95)).toBe(7)
})

test('dice fall alike at every run, and on every side', () => {
  const one = createDice(3)
  const two = createDice(3)
  const throws = Array.from({ length: 200 }, () => one(6))
  expect(throws).toEqual(Array.from({ length: 200 }, () => two(6)))
  expect(new Set(throws)).toEqual(new Set([0, 1, 2, 3, 4, 5]))
})
