import { expect, test } from 'vitest'
import { plotGrowth } from './plot.ts'

const growth = {
  sizes: [10_000, 100_000, 1_000_000],
  acts: [
    { name: 'list', p95: [1, 2, 4] },
    { name: 'order', p95: [1, 2, 4.01] },
  ],
}

test('every act is a line through its sizes, rising where it grows, with its name beside the end', () => {
  const drawing = plotGrowth(growth)
  const [list] = [...drawing.matchAll(/points="([^"]+)"/g)].map(([, points = '']) =>
    points.split(' ').map((point) => point.split(',').map(Number)),
  )
  const heights = (list ?? []).map(([, y]) => y ?? 0)
  expect(heights).toHaveLength(3)
  expect(heights).toEqual(heights.toSorted((a, b) => b - a))
  expect(drawing).toContain('list, 4.0 ms')
  expect(drawing).toContain('1,000,000')
})

test('labels that would lie on one another stand a line apart', () => {
  const places = [...plotGrowth(growth).matchAll(/<text x="542" y="([\d.]+)"/g)].map(([, y]) => Number(y))
  expect(Math.abs((places[0] ?? 0) - (places[1] ?? 0))).toBeGreaterThanOrEqual(16)
})
