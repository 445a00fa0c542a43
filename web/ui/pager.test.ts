import { expect, test } from 'vitest'
import { continueTrail, readTrail } from './pager.tsx'

test('the trail of the next page ends with the page before it', () => {
  const second = continueTrail([], '/list')
  const third = continueTrail(readTrail(second), '/list?after=a')
  expect(readTrail(third)).toEqual(['/list', '/list?after=a'])
})

test('a trail keeps the last 200 pages', () => {
  const { trail } = continueTrail(
    Array.from({ length: 200 }, (_, page) => `/list?after=${page}`),
    '/last',
  )
  expect([trail.length, trail[0], trail.at(-1)]).toEqual([200, '/list?after=1', '/last'])
})

test.each([
  null,
  undefined,
  'trail',
  {},
  { trail: 'x' },
  { trail: [7, null, '//other.example', 'https://other.example'] },
])('a history state without valid paths has no trail: %j', (state) => {
  expect(readTrail(state)).toEqual([])
})
