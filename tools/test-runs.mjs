import { rmSync } from 'node:fs'
import path from 'node:path'
import { lastLine, readPlaywright, readVitest, toCount, total } from './checks/counts.mjs'
import { install } from './install.mjs'
import { pinnedNode } from './pinned-node.mjs'
import { exitWith, ROOT, run } from './process.mjs'
import { testEnvironment } from './temporary-folder.mjs'

const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json']
const PLAYWRIGHT = [
  'node_modules/@playwright/test/cli.js',
  'test',
  '-c',
  'tests/browser/playwright.config.ts',
]

/** @typedef {import('./checks/counts.mjs').Count} Count */

/** Runs the tests that vitest selects by `options`; returns their counts. @param {string[]} options */
export async function runVitest(options) {
  const report = 'test-results/vitest.json'
  const args = [...VITEST, `--outputFile.json=${report}`, ...options]
  const code = await run(pinnedNode(), args, { env: testEnvironment() })
  return toCount(code, readVitest(report))
}

/** Runs the tests that need the built store, with a browser or without; returns their counts. @param {Record<string, string>} env */
export async function runPlaywright(env = {}) {
  const code = await run(pinnedNode(), PLAYWRIGHT, { env: { ...testEnvironment(), ...env } })
  return toCount(code, readPlaywright('test-results/browser.json'))
}

/** Installs, runs the tests, prints the counts as the last line and exits with 1 after a failure. @param {() => Promise<Count[]>} runAll */
export function exitWithCounts(runAll) {
  return exitWith(async () => {
    await install()
    // a report of an earlier run must not be counted
    rmSync(path.join(ROOT, 'test-results'), { recursive: true, force: true })
    const count = total(await runAll())
    console.log(lastLine(count))
    return count.failed === 0 ? 0 : 1
  })
}
