import { globSync, readFileSync } from 'node:fs'
import { defineConfig, mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

const HOUR_MS = 3_600_000

/** Files of which `npm test` runs a part of the tests or cases, measures fewer times, or fills a smaller catalogue. */
const shortened = globSync(
  '{tests,server,embedded,database,demo,drawings,contract,tools,web}/**/*.test.ts',
).filter((file) =>
  /support\/thoroughness\.ts'|large-catalogue\.ts'|compareTimes|tags: 'long'/.test(
    readFileSync(file, 'utf8'),
  ),
)

/** The vitest part of `npm run test:long`: tests/long and all cases of the files above, one file at a time. */
const config = mergeConfig(
  base,
  defineConfig({ test: { maxWorkers: 1, testTimeout: 4 * HOUR_MS, env: { TEST_LONG: '1' } } }),
)
export default {
  ...config,
  test: {
    ...config.test,
    include: ['tests/long/*.test.ts', ...shortened],
    exclude: ['**/node_modules/**'],
  },
}
