import { expect, test } from 'vitest'
import fc from '#tests/support/fast-check.ts'
import { type Change, readNotice, writeNotices } from './tags.ts'

const change = fc.oneof(
  fc.constantFrom<Change>('config', 'products', 'reviews', 'product:*', 'review-of:*', '*'),
  fc.uuid().map((id): Change => `product:${id}`),
)

test('every payload fits a notification, names its sender, and together they say what was to be said', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 600 }), (tags) => {
      const payloads = writeNotices(tags, 'instance-1')
      for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8000)
      const notices = payloads.map(readNotice)
      expect(notices.flatMap((notice) => notice.tags)).toEqual(tags)
      expect(notices.every(({ from }) => from === 'instance-1')).toBe(true)
    }),
    { numRuns: 50 },
  )
})

test.each(['', 'orders', 'products orders', 'product:', '@instance-1', '@instance-1 ', 'product:a\tb'])(
  'where the words are not ours, everything may have changed: %j',
  (payload) => {
    expect(readNotice(payload).tags).toEqual(['*'])
  },
)

test('an operator needs to name no sender', () => {
  expect(readNotice('products product:*')).toEqual({ tags: ['products', 'product:*'], from: undefined })
})
