import { readPlaywright, toCount } from './counts.mjs'
import { pinnedNode } from './pinned-node.mjs'
import { run } from './process.mjs'
import { testEnvironment } from './temporary-folder.mjs'

const PLAYWRIGHT = [
  'node_modules/@playwright/test/cli.js',
  'test',
  '-c',
  'tests/browser/playwright.config.ts',
]
const REPORT = 'test-results/browser.json'

/** Runs what needs the built store, in a browser or without one, and counts it. @param {Record<string, string>} env */
export async function testInBrowser(env = {}) {
  const code = await run(pinnedNode(), PLAYWRIGHT, { env: { ...testEnvironment(), ...env } })
  return toCount(code, readPlaywright(REPORT))
}
