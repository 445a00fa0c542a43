import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['**/*.test.ts', '**/*.test.tsx', '**/*.test.mjs'],
    exclude: ['**/node_modules/**', 'dist/**', 'data/**', 'tests/browser/**', 'tests/long/**'],
    globalSetup: ['tests/support/database/postgres.ts'],
    // a worker loads each module once, not for every file: this saves a third of the run's processor time
    isolate: false,
    // on two cores a third worker runs while the others wait for PostgreSQL and timers
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // variants of what other tests show: `npm test` and `npm run check` leave them out
    tags: [{ name: 'long' }],
    // on a busy machine a test takes several times as long
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
  },
})
