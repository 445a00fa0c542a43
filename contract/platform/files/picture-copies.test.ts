import { expect, test } from 'vitest'
import { avifSources, avifWidths } from './picture-copies.ts'

const STEM = '/uploads/0123456789abcdef0123456789abcdef'

test.each([
  [1600, [320, 640, 1280]],
  [1280, [320, 640, 1280]],
  [900, [320, 640, 900]],
  [200, [200]],
])('an image %i pixels wide has copies with the widths %j', (width, widths) => {
  expect(avifWidths(width)).toEqual(widths)
})

test('the srcset of an uploaded image lists its copies', () => {
  expect(avifSources(`${STEM}-640.webp`)).toBe(`${STEM}-320.avif 320w, ${STEM}-640.avif 640w`)
})

test.each([
  '/drawings/caliper.svg',
  `${STEM}.webp`,
  `${STEM}-640.webp?x=1`,
  `https://example.com${STEM}-640.webp`,
  '',
])('%j has no srcset', (address) => {
  expect(avifSources(address)).toBeUndefined()
})
