import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browserApi, ConnectionError, setTokenSource } from './browser-api.ts'

/** The `Authorization` headers of the calls that reached the store. */
let sent: (string | null)[]
let renewals: number

beforeEach(() => {
  sent = []
  renewals = 0
})
afterEach(() => {
  setTokenSource(undefined)
  vi.unstubAllGlobals()
})

/** A store that accepts only the token `valid`, and a session that holds `current` and can get `renewed`. */
function stubStore({ current = 'old', renewed }: { current?: string; renewed: string | null }) {
  vi.stubGlobal('fetch', async (_path: string, { headers }: RequestInit) => {
    const token = new Headers(headers).get('authorization')
    sent.push(token)
    return token === 'Bearer valid'
      ? Response.json([])
      : Response.json({ code: 'unauthenticated' }, { status: 401 })
  })
  setTokenSource({
    current: async () => current,
    async renew() {
      renewals += 1
      return renewed
    },
  })
}

test('a call that is refused with 401 is repeated once with a renewed token', async () => {
  stubStore({ renewed: 'valid' })
  expect((await browserApi.listOrders()).items).toEqual([])
  expect([sent, renewals]).toEqual([['Bearer old', 'Bearer valid'], 1])
})

test('a call that is refused with the renewed token, too, fails without a third attempt', async () => {
  stubStore({ renewed: 'refused' })
  await expect(browserApi.listOrders()).rejects.toMatchObject({ status: 401, code: 'unauthenticated' })
  expect([sent, renewals]).toEqual([['Bearer old', 'Bearer refused'], 1])
})

test('without a renewed token a refused call is not repeated', async () => {
  stubStore({ renewed: null })
  await expect(browserApi.listOrders()).rejects.toMatchObject({ status: 401 })
  expect([sent, renewals]).toEqual([['Bearer old'], 1])
})

test('a call that the store accepts renews nothing', async () => {
  stubStore({ current: 'valid', renewed: 'valid' })
  await browserApi.listOrders()
  expect([sent, renewals]).toEqual([['Bearer valid'], 0])
})

test('a call that gets no response is a lost connection, and is not repeated', async () => {
  const fetch = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('fetch', fetch)
  setTokenSource({ current: async () => 'valid', renew: async () => 'valid' })
  await expect(browserApi.listOrders()).rejects.toBeInstanceOf(ConnectionError)
  expect(fetch).toHaveBeenCalledTimes(1)
})
