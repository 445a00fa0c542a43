// `npm test`: every check and every test there is; the last line counts them.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { build } from './build.mjs'
import { check } from './check.mjs'
import { inWords, readPlaywright, toCount, total } from './counts.mjs'
import { install } from './install.mjs'
import { pinnedNode } from './pinned-node.mjs'
import { exitWith, ROOT, run } from './process.mjs'

const PLAYWRIGHT = [
  'node_modules/@playwright/test/cli.js',
  'test',
  '-c',
  'tests/browser/playwright.config.ts',
]
const REPORT = 'test-results/browser.json'

exitWith(async () => {
  await install()
  // a report of an earlier run must not be counted
  rmSync(path.join(ROOT, 'test-results'), { recursive: true, force: true })
  const checked = await check()
  await build()
  console.log('Browser tests …')
  const code = await run(pinnedNode(), PLAYWRIGHT)
  const count = total([checked, toCount(code, readPlaywright(REPORT))])
  console.log(inWords(count))
  return count.failed === 0 ? 0 : 1
})
