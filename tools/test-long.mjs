// `npm run test:long`: the tests that take too long for every change; the last line counts them. Arguments go to vitest.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { build } from './build.mjs'
import { inWords, readVitest, toCount } from './counts.mjs'
import { install } from './install.mjs'
import { pinnedNode } from './pinned-node.mjs'
import { exitWith, ROOT, run } from './process.mjs'

const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.long.config.ts']
const REPORT = 'test-results/long.json'

exitWith(async () => {
  await install()
  await build()
  // a report of an earlier run must not be counted
  rmSync(path.join(ROOT, REPORT), { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`]
  const code = await run(pinnedNode(), [...VITEST, ...reporters, ...process.argv.slice(2)])
  const count = toCount(code, readVitest(REPORT))
  console.log(inWords(count))
  return count.failed === 0 ? 0 : 1
})
