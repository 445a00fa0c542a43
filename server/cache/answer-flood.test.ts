import { expect, test } from 'vitest'
import { createAnswer } from './answer.ts'
import { createAnswerCache } from './answer-cache.ts'
import type { Tag } from './tags.ts'

const MAX_BYTES = 4 * 1024 * 1024

function openCache() {
  const cache = createAnswerCache({ maxBytes: MAX_BYTES })
  const read = (key: string, { bytes = 2000, tags = ['products'] as Tag[] } = {}) =>
    cache.get(key, async () => ({
      answer: createAnswer({ status: 200, headers: {}, body: Buffer.from('x'.repeat(bytes)) }),
      tags: new Set(tags),
    }))
  const misses = async (keys: string[]) => {
    const before = cache.stats().misses
    for (const key of keys) await read(key)
    return cache.stats().misses - before
  }
  return { cache, read, misses }
}

test('100,000 addresses that nobody repeats stay within the bytes and add nothing to what is asked for', async () => {
  const { cache, read, misses } = openCache()
  const hot = Array.from({ length: 500 }, (_, n) => `/parts/${n}`)
  for (const key of [...hot, ...hot]) await read(key)
  const before = cache.stats()
  for (let n = 0; n < 100_000; n += 1) {
    await read(`/parts?q=${n}`, { tags: ['products', `product:${n}`] })
  }
  // a mark may be taken for another's, now and then
  expect(cache.stats().entries - before.entries).toBeLessThan(20)
  expect(cache.stats().bytes).toBeLessThanOrEqual(MAX_BYTES)
  expect(await misses(hot)).toBe(0)
})

test('addresses that are asked for twice push out only what has not been asked for longest', async () => {
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

test('what has not been fresh for long makes room, though nobody asks for it again', async () => {
  let time = 0
  const cache = createAnswerCache({ maxBytes: MAX_BYTES, now: () => time, stockMs: 5000, staleMs: 0 })
  const keep = async (key: string, tag: Tag) => {
    for (let asked = 0; asked < 2; asked += 1)
      await cache.get(key, async () => ({
        answer: createAnswer({ status: 200, headers: {}, body: Buffer.from('x') }),
        tags: new Set([tag]),
      }))
  }
  await keep('/blogs', 'reviews')
  for (let n = 0; n < 50; n += 1) await keep(`/parts/${n}`, `product:${n}`)
  expect(cache.stats().entries).toBe(51)
  time = 5000
  await keep('/parts/in-time', 'products')
  expect(cache.stats().entries).toBe(52)
  time = 10_000
  await keep('/parts/late', 'products')
  // the reviews stay, whose every change is announced
  expect(cache.stats().entries).toBe(3)
})

test('long addresses and added encodings count', async () => {
  const { cache, read } = openCache()
  const long = Array.from({ length: 300 }, (_, n) => `/${n}${'x'.repeat(15_000)}`)
  for (const key of [...long, ...long]) await read(key, { bytes: 4 })
  expect(cache.stats().bytes).toBeLessThanOrEqual(MAX_BYTES)
  expect(cache.stats().entries).toBeLessThan(150)
  await read('/grown')
  const { answer } = await read('/grown')
  const before = cache.stats().bytes
  answer?.grew(1000)
  expect(cache.stats().bytes - before).toBe(1000)
  answer?.grew(MAX_BYTES)
  expect(cache.stats().bytes).toBeLessThanOrEqual(MAX_BYTES)
})

test('what would take too much of the room is not kept, and leaves the others where they are', async () => {
  const { cache, read, misses } = openCache()
  for (const key of ['/small', '/small', '/large', '/large'])
    await read(key, { bytes: key === '/large' ? MAX_BYTES / 4 : 1 })
  expect(await misses(['/small', '/large'])).toBe(1)
  expect(cache.stats().bytes).toBeLessThanOrEqual(MAX_BYTES)
})

test('what changed leaves nothing behind once it is swept', async () => {
  let time = 0
  const cache = createAnswerCache({ maxBytes: MAX_BYTES, now: () => time, stockMs: 5000, staleMs: 1000 })
  const keep = async (key: string, tag: Tag) => {
    const body = Buffer.from('x'.repeat(2000))
    for (let asked = 0; asked < 2; asked += 1)
      await cache.get(key, async () => ({
        answer: createAnswer({ status: 200, headers: {}, body }),
        tags: new Set([tag]),
      }))
  }
  await keep('/blogs', 'reviews')
  const alone = cache.stats()
  for (let n = 0; n < 200; n += 1) await keep(`/parts/${n}`, `product:${n}`)
  expect(cache.stats().entries).toBe(201)
  cache.change(['product:*'])
  time = 5000
  await keep('/blogs/late', 'reviews')
  expect(cache.stats().entries).toBe(2)
  expect(cache.stats().bytes).toBeLessThan(2.1 * alone.bytes)
})

test('what is kept holds on to its own bytes alone', async () => {
  const { cache, read } = openCache()
  await read('/small')
  const { answer } = await read('/small')
  expect(cache.stats().entries).toBe(1)
  expect(answer?.copies.identity?.body.buffer.byteLength).toBe(answer?.copies.identity?.body.length)
})
