// `npm test`: the checks, and all tests but the long ones; the last line has the counts.
import { build } from './build.mjs'
import { check } from './check.mjs'
import { exitWithCounts, runPlaywright } from './test-runs.mjs'

exitWithCounts(async () => {
  const checked = await check()
  await build()
  console.log('Tests of the built store …')
  return [checked, await runPlaywright()]
})
