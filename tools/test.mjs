// `npm test`: all checks and tests; the last line counts them.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { testInBrowser } from './browser-tests.mjs'
import { build } from './build.mjs'
import { check } from './check.mjs'
import { inWords, total } from './counts.mjs'
import { install } from './install.mjs'
import { exitWith, ROOT } from './process.mjs'

exitWith(async () => {
  await install()
  // a report of an earlier run must not be counted
  rmSync(path.join(ROOT, 'test-results'), { recursive: true, force: true })
  const checked = await check()
  await build()
  console.log('Browser tests …')
  const count = total([checked, await testInBrowser()])
  console.log(inWords(count))
  return count.failed === 0 ? 0 : 1
})
