import { expect, test } from 'vitest'
import { idPattern } from '#contract/platform/fields.ts'
import { newId } from './uuid.ts'

test('ids are UUIDs of version 7 that contain the time and increase strictly', () => {
  const before = Date.now()
  const ids = Array.from({ length: 20_000 }, newId)
  for (const id of ids) {
    expect(id).toMatch(idPattern)
    expect(id).toMatch(/^.{14}7.{4}[89ab]/)
  }
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  const first = Number.parseInt((ids[0] ?? '').replace('-', '').slice(0, 12), 16)
  expect(first).toBeGreaterThanOrEqual(before)
  expect(first).toBeLessThan(before + 1000)
})
