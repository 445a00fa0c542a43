import { expect, test } from 'vitest'
import { partPicture } from './part-picture.ts'

const NOW = '/drawings/brake-disc.svg?d=300&dims=given'

test.each([
  ['/drawings/brake-disc.svg?d=280&dims=given', NOW],
  ['/drawings/brake-disc.svg', '/drawings/brake-disc.svg?dims=given'],
  ['/drawings/brake-disc.svg?d=280', '/drawings/brake-disc.svg?d=280&dims=given'],
  ['/drawings/brake-disc.svg?d=280&dims=none', '/drawings/brake-disc.svg?d=280&dims=none'],
  ['/images/1/disc.webp', '/images/1/disc.webp'],
  [
    'https://shop.example/drawings/brake-disc.svg?dims=given',
    'https://shop.example/drawings/brake-disc.svg?dims=given',
  ],
])('%s is shown as %s', (img, shown) => {
  expect(partPicture(img, NOW)).toBe(shown)
})
