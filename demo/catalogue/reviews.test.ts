import { describe, expect, test } from 'vitest'
import { demoParts } from './parts.ts'
import { demoReviews } from './reviews.ts'

const numbers = new Set(demoParts.map((part) => part.partNumber))

describe('the demo reviews', () => {
  test('are fifteen, newest first, by fifteen people', () => {
    expect(demoReviews).toHaveLength(15)
    expect(new Set(demoReviews.map((review) => review.name)).size).toBe(15)
    const ages = demoReviews.map((review) => review.daysAgo)
    expect(ages).toEqual(ages.toSorted((a, b) => a - b))
    expect(ages.every((age) => Number.isInteger(age) && age > 0)).toBe(true)
  })

  test('have integer and fractional ratings, with and without part or photo', () => {
    expect(demoReviews.some((review) => Number.isInteger(review.rating))).toBe(true)
    expect(demoReviews.some((review) => review.rating === 4.2)).toBe(true)
    expect(new Set(demoReviews.map((review) => review.img === undefined)).size).toBe(2)
    const ofParts = demoReviews.filter((review) => review.partNumber !== undefined).length
    expect(ofParts).toBeGreaterThan(7)
    expect(ofParts).toBeLessThan(15)
  })
})

test.each(demoReviews)('the review by $name is valid', (review) => {
  expect(review.description.length).toBeGreaterThanOrEqual(40)
  expect(review.description.length).toBeLessThanOrEqual(400)
  expect(review.rating).toBeGreaterThanOrEqual(3)
  expect(review.rating).toBeLessThanOrEqual(5)
  if (review.partNumber !== undefined) expect(numbers).toContain(review.partNumber)
  if (review.img !== undefined) expect(review.img).toMatch(/^\/drawings\/avatar\.svg\?seed=([0-9]|1[01])$/)
})
