import pg from 'pg'
import { expect, test } from 'vitest'
import { readTime } from './read-values.ts'

const parseWithDriver: (text: string) => unknown = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)

test.each([
  '2026-11-22 01:30:04+00',
  '2026-11-22 01:30:04.8+00',
  '2026-11-22 01:30:04.82+00',
  '2026-11-22 01:30:04.826+00',
  '2026-11-22 01:30:04.826123+00',
  '2026-11-22 07:00:04.826+05:30',
  '1999-12-31 23:59:59.999-08',
  '0099-01-01 00:00:00+00',
  '12026-01-01 00:00:00+00',
  '0044-03-15 00:00:00+00 BC',
  'infinity',
  '-infinity',
])('%s is parsed to the same time as by the driver', (text) => {
  expect(readTime(text)).toEqual(parseWithDriver(text))
})
