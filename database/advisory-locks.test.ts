import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { advisoryLocks } from './advisory-locks.ts'

test('the keys of advisory locks are unique', () => {
  const keys = Object.values(advisoryLocks)
  expect(new Set(keys).size).toBe(keys.length)
})

test('of these keys the functions of the database use only those of counts', () => {
  const folder = path.join(import.meta.dirname, 'migrations')
  const used = readdirSync(folder).flatMap((file) =>
    [...readFileSync(path.join(folder, file), 'utf8').matchAll(/advisory_\w+\((\d+)/g)].map(([, key]) => key),
  )
  expect(new Set(used)).toEqual(
    new Set([String(advisoryLocks.searchCounts), String(advisoryLocks.facetValues)]),
  )
})
