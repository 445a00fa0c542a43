import { expect, test } from 'vitest'
import type { Hours } from '#contract/platform/shop.ts'
import { dateIn, hoursLines, timeText } from './opening-hours.ts'

const day = { opens: '07:30', closes: '18:00' }
const short = { opens: '08:00', closes: '14:00' }
const week: Hours['week'] = [day, day, day, day, day, short, null]
const today = '2026-11-20'
const linesOf = (hours: Partial<Hours>, locale = 'en-US') =>
  hoursLines({ week, exceptions: [], ...hours }, { locale, today }).map((line) =>
    line.replaceAll('\u202f', ' '),
  )

test('days with the same hours stand together, closed days last', () => {
  expect(linesOf({})).toEqual(['Mon to Fri, 7:30 am to 6:00 pm', 'Sat, 8:00 am to 2:00 pm', 'Closed Sunday'])
})

test.each([
  ['every day', Array(7).fill(day), ['Every day, 7:30 am to 6:00 pm']],
  ['never', Array(7).fill(null), 'Closed Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, and Sunday'],
  [
    'a closed Wednesday',
    [day, day, null, day, short, null, null],
    ['Mon to Tue, 7:30 am to 6:00 pm', 'Thu, 7:30 am to 6:00 pm', 'Fri, 8:00 am to 2:00 pm'].concat(
      'Closed Wednesday, Saturday, and Sunday',
    ),
  ],
  ['around the week', [null, day, null, null, null, null, day], /^Tue, .*\nSun, /],
])('a shop open %s', (_name, days, expected) => {
  const lines = linesOf({ week: days })
  if (expected instanceof RegExp) expect(lines.join('\n')).toMatch(expected)
  else expect(lines).toEqual([expected].flat())
})

test('exceptions are shown from the day itself back to thirty days before, in their order', () => {
  const exceptions = [
    { date: '2026-12-21', name: 'too late', hours: null },
    { date: '2026-12-20', name: 'Last day shown', hours: { opens: '08:00', closes: '12:00' } },
    { date: '2026-11-26', name: 'Thanksgiving', hours: null },
    { date: '2026-11-20', name: 'Today', hours: null },
    { date: '2026-11-19', name: 'over', hours: null },
  ]
  expect(linesOf({ exceptions })).toEqual([
    'Mon to Fri, 7:30 am to 6:00 pm',
    'Sat, 8:00 am to 2:00 pm',
    'Dec 20 (Last day shown), 8:00 am to 12:00 pm',
    'Closed Sunday, Nov 20 (Today), and Nov 26 (Thanksgiving)',
  ])
})

test('times are written as the locale does, until midnight too', () => {
  expect(timeText('07:30', 'de-DE')).toBe('07:30')
  expect(timeText('00:05', 'en-US').replaceAll('\u202f', ' ')).toBe('12:05 am')
  expect(timeText('24:00', 'en-US').replaceAll('\u202f', ' ')).toBe('12:00 am')
  expect(timeText('24:00', 'de-DE')).toBe('00:00')
  expect(linesOf({}, 'de-DE')[0]).toBe('Mon to Fri, 07:30 to 18:00')
})

test('the date is that of the time zone', () => {
  const at = new Date('2026-11-26T04:30:00Z')
  expect(dateIn('UTC', at)).toBe('2026-11-26')
  expect(dateIn('America/New_York', at)).toBe('2026-11-25')
  expect(dateIn('Pacific/Auckland', at)).toBe('2026-11-26')
})
