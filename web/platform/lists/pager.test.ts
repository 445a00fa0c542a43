import { expect, test } from 'vitest'
import { readPage } from './list-page.tsx'
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

const noRows = async () => ({ items: [], next: null })

test('a page behind a cursor whose rows are gone leads to the first page with its filters', async () => {
  const request = new Request(
    'https://parts.example/dashboard/manageOrders?status=Shift&status=pending&after=abc',
  )
  const redirected = await readPage(request, noRows).catch((thrown: unknown) => thrown)
  if (!(redirected instanceof Response)) throw redirected
  expect([redirected.status, redirected.headers.get('location')]).toEqual([
    302,
    '/dashboard/manageOrders?status=Shift&status=pending',
  ])
})

test('an empty first page is shown', async () => {
  const request = new Request('https://parts.example/dashboard/manageOrders?status=Shift')
  expect(await readPage(request, noRows)).toEqual({ rows: [], next: null, after: undefined })
})
