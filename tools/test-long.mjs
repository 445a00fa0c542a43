// `npm run test:long`: the tests that take too long for every change, and the browser tests with all their cases; the last
// line counts them. Arguments go to vitest, which then runs alone.
import { build } from './build.mjs'
import { exitWithCounts, runPlaywright, runVitest } from './test-runs.mjs'

exitWithCounts(async () => {
  await build()
  const only = process.argv.slice(2)
  const counts = [await runVitest(['--config', 'vitest.long.config.ts', ...only])]
  if (only.length === 0) counts.push(await runPlaywright({ TEST_LONG: '1' }))
  return counts
})
