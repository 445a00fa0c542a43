import { globSync, readFileSync } from 'node:fs'
import { defineConfig, mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

const HOURS = 3_600_000

/** Of these `npm test` runs a part of the tests, of the cases, or of the times that are compared. */
const shortened = globSync(
  '{tests,server,embedded,database,demo,drawings,contract,tools,web}/**/*.test.ts',
).filter((file) =>
  /support\/thoroughness\.ts'|large-catalogue\.ts'|compareTimes|tags: 'long'/.test(
    readFileSync(file, 'utf8'),
  ),
)

/** The tests of `npm run test:long`: all cases, and those that a night has time for, one file at a time. */
const config = mergeConfig(
  base,
  defineConfig({ test: { maxWorkers: 1, testTimeout: 4 * HOURS, env: { TEST_LONG: '1' } } }),
)
export default {
  ...config,
  test: {
    ...config.test,
    include: ['tests/long/*.test.ts', ...shortened],
    exclude: ['**/node_modules/**'],
  },
}
