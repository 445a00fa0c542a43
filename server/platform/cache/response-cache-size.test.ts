import { expect, test } from 'vitest'
import { someRuns } from '#tests/support/thoroughness.ts'
import { createResponse } from './response.ts'
import { createResponseCache, type Tag } from './response-cache.ts'

const MAX_BYTES = 4 * 1024 * 1024

function openCache() {
  // With a fixed clock no response expires, however slow the machine is.
  const cache = createResponseCache({ maxBytes: MAX_BYTES, now: () => 0 })
  const read = (key: string, { bytes = 2000, tags = ['products'] as Tag[] } = {}) =>
    cache.get(key, async () => ({ response: respond(bytes), tags: new Set(tags) }))
  const misses = async (keys: string[]) => {
    const before = cache.stats().misses
    for (const key of keys) await read(key)
    return cache.stats().misses - before
  }
  return { cache, read, misses }
}

const respond = (bytes: number) =>
  createResponse({ status: 200, headers: {}, body: Buffer.from('x'.repeat(bytes)) })

const ADDRESSES = someRuns(100_000, 5)

test(`${ADDRESSES} addresses that are requested once stay within the limit and evict nothing`, async () => {
  const { cache, read, misses } = openCache()
  const hot = Array.from({ length: 500 }, (_, n) => `/parts/${n}`)
  for (const key of [...hot, ...hot]) await read(key)
  const before = cache.stats()
  for (let n = 0; n < ADDRESSES; n += 1) {
    await read(`/parts?q=${n}`, { tags: ['products', `product:${n}`] })
  }
  // The filter sometimes mistakes one address for another.
  expect(cache.stats().entries - before.entries).toBeLessThan(20)
  expect(cache.stats().bytes).toBeLessThanOrEqual(MAX_BYTES)
  expect(await misses(hot)).toBe(0)
})

test('addresses that are requested twice do not evict those requested more often', {
  tags: 'long',
}, async () => {
  const { cache, read, misses } = openCache()
  const hot = Array.from({ length: 20 }, (_, n) => `/parts/${n}`)
  for (const key of [...hot, ...hot]) await read(key)
  let lost = 0
  for (let n = 0; n < 20_000; n += 1) {
    await read(`/parts?q=${n}`)
    await read(`/parts?q=${n}`)
    if (n % 100 === 0) lost += await misses(hot)
    expect(cache.stats().bytes).toBeLessThanOrEqual(MAX_BYTES)
  }
  expect(cache.stats().bytes).toBeGreaterThan(MAX_BYTES * 0.9)
  expect(lost).toBe(0)
})

test('long addresses count towards the size', async () => {
  const { cache, read } = openCache()
  const long = Array.from({ length: 300 }, (_, n) => `/${n}${'x'.repeat(15_000)}`)
  for (const key of [...long, ...long]) await read(key, { bytes: 4 })
  expect(cache.stats().bytes).toBeLessThanOrEqual(MAX_BYTES)
  expect(cache.stats().entries).toBeLessThan(150)
})

test('an added encoding counts towards the size', async () => {
  const { cache, read } = openCache()
  await read('/grown')
  const { response } = await read('/grown')
  const before = cache.stats().bytes
  const body = 'x'.repeat(1000)
  Object.assign(response?.compressed ?? {}, { gzip: { headers: {}, rawHeaders: [], body } })
  response?.onGrow()
  expect(cache.stats()).toMatchObject({ entries: 1, bytes: before + 1000 })
  Object.assign(response?.compressed ?? {}, {
    br: { headers: {}, rawHeaders: [], body: 'x'.repeat(MAX_BYTES) },
  })
  response?.onGrow()
  expect(cache.stats()).toMatchObject({ entries: 0, bytes: 0 })
})

test('a response that is too large is not stored and evicts nothing', async () => {
  const { cache, read, misses } = openCache()
  for (const key of ['/small', '/small', '/large', '/large'])
    await read(key, { bytes: key === '/large' ? MAX_BYTES / 4 : 1 })
  expect(await misses(['/small', '/large'])).toBe(1)
  expect(cache.stats().bytes).toBeLessThanOrEqual(MAX_BYTES)
})
