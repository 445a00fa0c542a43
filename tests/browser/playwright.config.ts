import { defineConfig } from '@playwright/test'
import { findFreePort } from '#database/postgres/free-port.ts'
import { isLong } from '#tests/support/thoroughness.ts'
import { findBrowser } from '#tools/browser.ts'
import { hasMemorySpace } from '#tools/temporary-folder.mjs'

const { executablePath, args, env } = await findBrowser()
// By default Playwright keeps the browser's shared memory in files, since containers often have too little of it.
const ignoreDefaultArgs = hasMemorySpace() ? ['--disable-dev-shm-usage'] : []
// The workers read this file again, and must use the same port.
process.env.BROWSER_STORES_PORT ??= String(await findFreePort())
const PORT = process.env.BROWSER_STORES_PORT

export default defineConfig({
  // These tests need the built store, with or without a browser; vitest runs all others.
  projects: [
    // These tests run one after the other, so they begin first.
    { name: 'faults', testDir: '../faults', testMatch: '*.spec.ts' },
    { name: 'browser', testDir: '.' },
  ],
  outputDir: '../../test-results/browser',
  // On two processors a third worker makes the run longer, since the browsers evict one another from the
  // caches.
  workers: 2,
  fullyParallel: true,
  // Only `npm run test:long` runs the tests with this tag.
  ...(isLong ? {} : { grepInvert: /@long/ }),
  retries: 0,
  timeout: 120_000,
  // Playwright's own intervals grow to a second.
  expect: { timeout: 20_000, toPass: { intervals: [50] } },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: '../../test-results/browser.json' }]],
  use: {
    launchOptions: { executablePath, args, env, ignoreDefaultArgs },
    locale: 'en-US',
    timezoneId: 'UTC',
    // 'only-on-failure' takes one before every context closes: a third of the run's processor time
    screenshot: process.env.SCREENSHOTS ? 'only-on-failure' : 'off',
    // Each frame of an animation costs processor time; tests of animations enable them.
    reducedMotion: 'reduce',
  },
  webServer: {
    command: `"${process.execPath}" tests/browser/stores.ts`,
    cwd: '../..',
    url: `http://localhost:${PORT}`,
    env: { PORT },
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
})
