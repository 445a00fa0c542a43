import { expect, test } from 'vitest'
import { sharedBuffers } from './embedded-postgres.ts'

const MB = 1024 ** 2

test.each([
  ['a very small machine', 256, 128],
  ['a small one', 1_000, 250],
  ['one of 4 GB', 4_096, 1_024],
  ['a large one', 65_536, 2_048],
])('%s with %s MB has %s MB of shared buffers', (_, memory, buffers) => {
  expect(sharedBuffers(memory * MB)).toBe(buffers * MB)
})
