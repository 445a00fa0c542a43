import { expect, test } from 'vitest'
import { storeEnvironment } from './store-environment.mjs'

test('the store runs for production in little memory', () => {
  const { NODE_ENV, NODE_OPTIONS } = storeEnvironment({})
  expect(NODE_ENV).toBe('production')
  expect(NODE_OPTIONS).toMatch(/--max-semi-space-size=\d+ --max-old-space-size=\d+/)
})

test('what the owner of the machine has set stays', () => {
  const own = {
    NODE_OPTIONS: '--max-old-space-size=4096',
    NODE_COMPILE_CACHE: '/elsewhere',
    MALLOC_ARENA_MAX: '8',
    MALLOC_MMAP_THRESHOLD_: '65536',
    MALLOC_TRIM_THRESHOLD_: '1',
  }
  expect(storeEnvironment(own)).toMatchObject(own)
})
