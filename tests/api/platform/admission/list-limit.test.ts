import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStore, type TestStore } from '../../../support/store.ts'

let store: TestStore

beforeAll(async () => {
  store = await openTestStore({ env: { LONG_LISTS_PER_HOUR: '3' }, start: new Date('2026-11-23T10:00:00Z') })
})
afterAll(() => store.close())

const read = async (query: string, remoteAddress = '203.0.113.7') =>
  store.call({ url: `/api/service?${query}`, remoteAddress })

test('lists of more than 100 rows are limited by IP address, shorter ones are not', async () => {
  for (const limit of ['101', '1000', '500']) expect((await read(`limit=${limit}`)).statusCode).toBe(200)
  const refused = await read('limit=101')
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests'])
  expect(refused.headers['retry-after']).toBe('3600')
  expect((await store.call({ url: '/api/review?limit=1000', remoteAddress: '203.0.113.7' })).statusCode).toBe(
    429,
  )
  expect((await read('limit=100')).statusCode).toBe(200)
  expect((await read('limit=101', '203.0.113.8')).statusCode).toBe(200)
  expect((await read('limit=101', '127.0.0.1')).statusCode).toBe(200)
  store.clock.advance(3600_000)
  expect((await read('limit=101')).statusCode).toBe(200)
})
