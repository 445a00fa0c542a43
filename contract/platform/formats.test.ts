import { expect, test } from 'vitest'
import { dateFormat, numberFormat } from './formats.ts'

test('a format is created once for a locale and its options', () => {
  const euros = { style: 'currency', currency: 'eur' } as const
  expect(numberFormat('de-DE', { ...euros })).toBe(numberFormat('de-DE', euros))
  expect(numberFormat('en-IE', euros)).not.toBe(numberFormat('de-DE', euros))
  expect(numberFormat('de-DE', { ...euros, currency: 'usd' }).format(1)).toBe('1,00\u00a0$')
  const inTokyo = { timeZone: 'Asia/Tokyo', hour: 'numeric' } as const
  expect(dateFormat('en-GB', { ...inTokyo })).toBe(dateFormat('en-GB', inTokyo))
  expect(dateFormat('en-GB', { ...inTokyo, timeZone: 'UTC' }).format(0)).toBe('00')
})
