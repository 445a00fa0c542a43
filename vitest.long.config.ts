import { defineConfig, mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

const HOURS = 3_600_000

/** The tests of `npm run test:long`: as many cases as a night has time for, one file at a time. */
const config = mergeConfig(base, defineConfig({ test: { maxWorkers: 1, testTimeout: 4 * HOURS } }))
export default {
  ...config,
  test: { ...config.test, include: ['tests/long/*.test.ts'], exclude: ['**/node_modules/**'] },
}
