// `npm run test:long`: the tests that take too long for every change, all cases of those that `npm test` shortens, and all
// Playwright tests; the last line has the counts. With arguments, which go to vitest, Playwright does not run.
import { build } from './build.mjs'
import { exitWithCounts, runPlaywright, runVitest } from './test-runs.mjs'

exitWithCounts(async () => {
  await build()
  const only = process.argv.slice(2)
  const counts = [await runVitest(['--config', 'vitest.long.config.ts', ...only])]
  if (only.length === 0) counts.push(await runPlaywright({ TEST_LONG: '1' }))
  return counts
})
