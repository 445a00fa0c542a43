// `npm test`: all checks and tests; the last line counts them.
import { build } from './build.mjs'
import { check } from './check.mjs'
import { exitWithCounts, runPlaywright } from './test-runs.mjs'

exitWithCounts(async () => {
  const checked = await check()
  await build()
  console.log('Browser tests …')
  return [checked, await runPlaywright()]
})
