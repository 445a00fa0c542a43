import { expect, test } from 'vitest'
import { filledStars } from './stars.tsx'

test.each([
  [1, 1],
  [4, 4],
  [4.01, 5],
  [4.2, 5],
  [5, 5],
  [0.1, 1],
  [0, 0],
  [-3, 0],
  [17, 5],
  [Number.NaN, 0],
])('a rating of %d fills %d stars', (rating, stars) => {
  expect(filledStars(rating)).toBe(stars)
})
