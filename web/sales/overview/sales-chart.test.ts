import { afterEach, expect, test, vi } from 'vitest'
import { axisTicks, dayFormat, extremes, periodText, totalText } from './sales-chart.tsx'

const day = (date: string, total: number) => ({ day: date, total, orders: total > 0 ? 1 : 0 })

test.each([
  [0, [0]],
  [1520, [0, 500, 1000, 1500]],
  [999, [0, 250, 500, 750]],
  [600, [0, 200, 400, 600]],
  [12.5, [0, 2.5, 5, 7.5, 10, 12.5]],
  [0.35, [0, 0.1, 0.2, 0.3]],
  [1, [0, 0.25, 0.5, 0.75, 1]],
  [95_200, [0, 25_000, 50_000, 75_000]],
])('the axis up to %d is marked at %j', (max, ticks) => {
  expect(axisTicks(max)).toEqual(ticks)
})

test('an axis has three to six steps, and its last tick is above 70 % of the highest day', () => {
  for (let max = 0.01; max < 1e9; max *= 1.07) {
    const ticks = axisTicks(max)
    expect(ticks.length, String(max)).toBeGreaterThanOrEqual(4)
    expect(ticks.length, String(max)).toBeLessThanOrEqual(7)
    expect(ticks.at(-1), String(max)).toBeLessThanOrEqual(max * 1.000001)
    expect(ticks.at(-1), String(max)).toBeGreaterThan(max * 0.7)
  }
})

test('totals are added in minor units, without rounding errors', () => {
  const days = [day('2026-11-19', 0.1), day('2026-11-20', 0.2)]
  expect(totalText(days, { currency: 'usd', locale: 'en-US' })).toBe('$0.30')
  expect(totalText([day('2026-11-20', 700)], { currency: 'jpy', locale: 'en-US' })).toBe('¥700')
})

test('today, which is not over, may be the highest day but not the lowest', () => {
  const days = [day('2026-11-18', 3), day('2026-11-19', 2), day('2026-11-20', 1)]
  expect(extremes(days)).toEqual({ highest: days[0], lowest: days[1], today: days[2] })
  const rising = [day('2026-11-18', 0), day('2026-11-19', 0), day('2026-11-20', 9)]
  expect(extremes(rising)).toEqual({ highest: rising[2], lowest: rising[0], today: rising[2] })
  expect(extremes([])).toBeUndefined()
})

afterEach(() => vi.unstubAllEnvs())

test.each(['America/Los_Angeles', 'Pacific/Auckland'])('a reader in %s sees the store’s days', (zone) => {
  vi.stubEnv('TZ', zone)
  expect(dayFormat('en-US', { day: 'numeric', month: 'short' })('2026-11-08')).toBe('Nov 8')
  expect(periodText([day('2026-11-07', 0), day('2026-11-20', 0)], 'en-US')).toMatch(/^November 7\s–\s20$/)
  expect(periodText([], 'en-US')).toBe('')
})
