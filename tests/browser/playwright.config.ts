import { defineConfig } from '@playwright/test'
import { findBrowser } from '#tools/browser.ts'
import { freePort } from '#tools/free-port.ts'

const { executablePath, args, env } = await findBrowser()
// the workers read this file again, and must find the same store
process.env.BROWSER_TEST_PORT ??= String(await freePort())
const origin = `http://localhost:${process.env.BROWSER_TEST_PORT}`

export default defineConfig({
  // what needs the built store runs here, with or without a browser; the rest is vitest's
  testDir: '..',
  testMatch: ['browser/**/*.{test,spec}.ts', 'faults/**/*.spec.ts'],
  outputDir: '../../test-results/browser',
  workers: 1,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: '../../test-results/browser.json' }]],
  use: {
    baseURL: origin,
    launchOptions: { executablePath, args, env },
    locale: 'en-US',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    // the recorded pages say as much as a film of them
    trace: { mode: 'retain-on-failure', screenshots: false },
  },
  webServer: {
    command: `"${process.execPath}" tests/browser/store.ts`,
    cwd: '../..',
    url: `${origin}/readyz`,
    env: { PORT: process.env.BROWSER_TEST_PORT },
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
})
