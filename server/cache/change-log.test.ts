import { expect, test } from 'vitest'
import { createChangeLog } from './change-log.ts'

test('what began before a change of what it shows has missed it, and what began after has not', () => {
  const log = createChangeLog()
  const before = log.tick()
  log.record(['product:a'])
  const after = log.tick()
  expect(log.isUnchangedSince(before, ['product:a'])).toBe(false)
  expect(log.isUnchangedSince(before, ['product:b', 'products'])).toBe(true)
  expect(log.isUnchangedSince(after, ['product:a'])).toBe(true)
  expect([log.isQuietSince(before), log.isQuietSince(after)]).toEqual([false, true])
})

test.each([
  ['product:*', ['product:a'], false],
  ['product:*', ['products'], true],
  ['product:*', ['review-of:a'], true],
  ['review-of:*', ['review-of:a'], false],
  ['*', ['reviews'], false],
  ['*', [], false],
] as const)('a change of %s is one of %j: %s', (change, tags, isUnchanged) => {
  const log = createChangeLog()
  const before = log.tick()
  log.record([change])
  expect(log.isUnchangedSince(before, tags)).toBe(isUnchanged)
})

test('what is older than the log remembers may have changed', () => {
  const log = createChangeLog({ most: 3 })
  const oldest = log.tick()
  log.record(['product:a'])
  const old = log.tick()
  log.record(['product:b', 'product:c', 'product:d'])
  expect(log.isUnchangedSince(oldest, ['product:a'])).toBe(false)
  expect(log.isUnchangedSince(oldest, ['reviews'])).toBe(false)
  expect(log.isUnchangedSince(old, ['reviews'])).toBe(true)
  expect(log.isUnchangedSince(old, ['product:b'])).toBe(false)
})

test('a change of more than the log holds is forgotten safely', () => {
  const log = createChangeLog({ most: 2 })
  const before = log.tick()
  log.record(['product:a', 'product:b', 'product:c'])
  const after = log.tick()
  for (const tag of ['product:a', 'product:b', 'product:c', 'reviews'] as const) {
    expect(log.isUnchangedSince(before, [tag])).toBe(false)
    expect(log.isUnchangedSince(after, [tag])).toBe(true)
  }
})

test('after a cut nothing that began before counts', () => {
  const log = createChangeLog()
  const before = log.tick()
  log.cut()
  expect(log.isUnchangedSince(before, [])).toBe(false)
  expect(log.isUnchangedSince(log.tick(), ['products'])).toBe(true)
})
