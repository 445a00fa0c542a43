import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['**/*.test.ts', '**/*.test.tsx', '**/*.test.mjs'],
    exclude: ['**/node_modules/**', 'dist/**', 'data/**', 'tests/browser/**', 'tests/long/**'],
    globalSetup: ['tests/support/database/postgres.ts'],
    // left alone, vitest keeps one of two cores to itself
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // an API test may wait for password hashing on a busy machine
    testTimeout: 20_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
  },
})
