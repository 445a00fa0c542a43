import { expect, test } from 'vitest'
import { createAnswer } from './answer.ts'
import { createAnswerCache } from './answer-cache.ts'
import type { Tag } from './tags.ts'

const MAX_BYTES = 4 * 1024 * 1024

function openCache() {
  const cache = createAnswerCache({ maxBytes: MAX_BYTES })
  const read = (key: string, { bytes = 2000, tags = ['products'] as Tag[] } = {}) =>
    cache.get(key, async () => ({
      answer: createAnswer({ status: 200, headers: {}, body: Buffer.alloc(bytes, 'x') }),
      tags: new Set(tags),
    }))
  const misses = async (keys: string[]) => {
    const before = cache.stats().misses
    for (const key of keys) await read(key)
    return cache.stats().misses - before
  }
  return { cache, read, misses }
}

test('100,000 addresses that nobody repeats stay within the bytes and push out nothing that is asked for', async () => {
  const { cache, read, misses } = openCache()
  const hot = Array.from({ length: 500 }, (_, n) => `/parts/${n}`)
  for (const key of [...hot, ...hot]) await read(key)
  let most = 0
  for (let n = 0; n < 100_000; n += 1) {
    await read(`/parts?q=${n}`, { tags: ['products', `product:${n}`] })
    most = Math.max(most, cache.stats().bytes)
  }
  expect(most).toBeLessThanOrEqual(MAX_BYTES)
  expect(most).toBeGreaterThan(MAX_BYTES / 4)
  expect(await misses(hot)).toBe(0)
})

test('addresses that are asked for twice push out only what has not been asked for longest', async () => {
  const { cache, read, misses } = openCache()
  const hot = Array.from({ length: 20 }, (_, n) => `/parts/${n}`)
  for (let n = 0; n < 20_000; n += 1) {
    await read(`/parts?q=${n}`)
    await read(`/parts?q=${n}`)
    if (n % 100 === 0) for (const key of hot) await read(key)
  }
  expect(cache.stats().bytes).toBeLessThanOrEqual(MAX_BYTES)
  expect(await misses(hot)).toBe(0)
})

test('long addresses and added encodings count', async () => {
  const { cache, read } = openCache()
  for (let n = 0; n < 2000; n += 1) await read(`/${n}${'x'.repeat(15_000)}`, { bytes: 4 })
  expect(cache.stats().bytes).toBeLessThanOrEqual(MAX_BYTES)
  expect(cache.stats().entries).toBeLessThan(100)
  const { answer } = await read('/grown')
  const before = cache.stats().bytes
  answer?.grew(1000)
  expect(cache.stats().bytes - before).toBe(1000)
  answer?.grew(MAX_BYTES)
  expect(cache.stats().bytes).toBeLessThanOrEqual(MAX_BYTES)
})

test('what is too large for its shelf is not kept, and leaves the others where they are', async () => {
  const { cache, read, misses } = openCache()
  await read('/small')
  await read('/large', { bytes: MAX_BYTES / 4 })
  expect(await misses(['/small', '/large'])).toBe(1)
  expect(cache.stats().bytes).toBeLessThanOrEqual(MAX_BYTES)
})

test('what is dropped leaves nothing behind', async () => {
  const { cache, read } = openCache()
  for (let n = 0; n < 200; n += 1) await read(`/${n}`, { tags: [`product:${n}`, 'reviews'] })
  cache.change(['product:*'])
  expect(cache.stats()).toMatchObject({ entries: 0, bytes: 0 })
})
