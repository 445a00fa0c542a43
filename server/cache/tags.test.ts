import { expect, test } from 'vitest'
import fc from '#tests/support/fast-check.ts'
import { createInvalidationLog, type Invalidation, readPayload, writePayloads } from './tags.ts'

const invalidation = fc.oneof(
  fc.constantFrom<Invalidation>('config', 'products', 'reviews', 'product:*', 'review-of:*', '*'),
  fc.uuid().map((id): Invalidation => `product:${id}`),
)

test('every payload fits a notification and names its sender, and together they have all tags', () => {
  fc.assert(
    fc.property(fc.array(invalidation, { maxLength: 600 }), (tags) => {
      const payloads = writePayloads(tags, 'instance-1')
      for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8000)
      const read = payloads.map(readPayload)
      expect(read.flatMap((payload) => payload.tags)).toEqual(tags)
      expect(read.every(({ from }) => from === 'instance-1')).toBe(true)
    }),
    { numRuns: 50 },
  )
})

test.each(['', 'orders', 'products orders', 'product:', '@instance-1', '@instance-1 ', 'product:a\tb'])(
  'the payload %j, without a tag or with an unknown word, invalidates everything',
  (payload) => {
    expect(readPayload(payload).tags).toEqual(['*'])
  },
)

test('an operator may omit the sender', () => {
  expect(readPayload('products product:*')).toEqual({ tags: ['products', 'product:*'], from: undefined })
})

test('an invalidation affects responses that began before it, and none that began after', () => {
  const log = createInvalidationLog()
  const before = log.tick()
  log.record(['product:a'])
  const after = log.tick()
  expect(log.isValidSince(before, ['product:a'])).toBe(false)
  expect(log.isValidSince(before, ['product:b', 'products'])).toBe(true)
  expect(log.isValidSince(after, ['product:a'])).toBe(true)
  expect([log.latest() > before, log.latest() > after]).toEqual([true, false])
})

test.each([
  ['product:*', ['product:a'], false],
  ['product:*', ['products'], true],
  ['product:*', ['review-of:a'], true],
  ['review-of:*', ['review-of:a'], false],
  ['*', ['reviews'], false],
  ['*', [], false],
] as const)('whether an invalidation of %s leaves %j valid is %s', (tag, tags, isValid) => {
  const log = createInvalidationLog()
  const before = log.tick()
  log.record([tag])
  expect(log.isValidSince(before, tags)).toBe(isValid)
})

test('a response older than the log counts as invalidated', () => {
  const log = createInvalidationLog({ max: 3 })
  const oldest = log.tick()
  log.record(['product:a'])
  const old = log.tick()
  log.record(['product:b', 'product:c', 'product:d'])
  expect(log.isValidSince(oldest, ['product:a'])).toBe(false)
  expect(log.isValidSince(oldest, ['reviews'])).toBe(false)
  expect(log.isValidSince(old, ['reviews'])).toBe(true)
  expect(log.isValidSince(old, ['product:b'])).toBe(false)
})

test('more tags than the log holds invalidate everything before', () => {
  const log = createInvalidationLog({ max: 2 })
  const before = log.tick()
  log.record(['product:a', 'product:b', 'product:c'])
  const after = log.tick()
  for (const tag of ['product:a', 'product:b', 'product:c', 'reviews'] as const) {
    expect(log.isValidSince(before, [tag])).toBe(false)
    expect(log.isValidSince(after, [tag])).toBe(true)
  }
})

test('invalidateAll invalidates everything before', () => {
  const log = createInvalidationLog()
  const before = log.tick()
  log.invalidateAll()
  expect(log.isValidSince(before, [])).toBe(false)
  expect(log.isValidSince(log.tick(), ['products'])).toBe(true)
})
