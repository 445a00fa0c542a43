import { expect, test } from 'vitest'
import { programFlags, storeEnvironment } from './runtime-flags.mjs'

test('the store runs in production mode with limited memory', () => {
  const { NODE_ENV, NODE_OPTIONS } = storeEnvironment({})
  expect(NODE_ENV).toBe('production')
  expect(NODE_OPTIONS).toMatch(/--max-semi-space-size=\d+ --max-old-space-size=\d+/)
})

test('Node options, compile cache and malloc threshold that are set already stay', () => {
  const own = {
    NODE_OPTIONS: '--max-old-space-size=4096',
    NODE_COMPILE_CACHE: '/another/folder',
    MALLOC_MMAP_THRESHOLD_: '65536',
  }
  expect(storeEnvironment(own)).toMatchObject(own)
})

test('the commands import and export have a flag, admin has none', () => {
  for (const program of ['server/programs/import.ts', 'server/programs/export.ts'])
    expect(programFlags(program)).toEqual([expect.stringMatching(/^--max-semi-space-size=\d+$/)])
  expect(programFlags('server/programs/admin.ts')).toEqual([])
})

test('the store has a flag of V8 that NODE_OPTIONS does not accept', () => {
  expect(programFlags('demo/main.ts')).toEqual(['--no-allocation-site-pretenuring'])
})
