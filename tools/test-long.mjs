// `npm run test:long`: the tests that take too long for every change, and the browser tests with all their cases; the last
// line counts them. Arguments go to vitest, which then runs alone.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { testInBrowser } from './browser-tests.mjs'
import { build } from './build.mjs'
import { inWords, readVitest, toCount, total } from './counts.mjs'
import { install } from './install.mjs'
import { pinnedNode } from './pinned-node.mjs'
import { exitWith, ROOT, run } from './process.mjs'
import { testEnvironment } from './temporary-folder.mjs'

const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.long.config.ts']
const REPORT = 'test-results/long.json'

exitWith(async () => {
  await install()
  await build()
  rmSync(path.join(ROOT, 'test-results'), { recursive: true, force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`]
  const only = process.argv.slice(2)
  const code = await run(pinnedNode(), [...VITEST, ...reporters, ...only], { env: testEnvironment() })
  const counts = [toCount(code, readVitest(REPORT))]
  if (only.length === 0) counts.push(await testInBrowser({ TEST_LONG: '1' }))
  const count = total(counts)
  console.log(inWords(count))
  return count.failed === 0 ? 0 : 1
})
