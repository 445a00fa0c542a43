import { defineConfig } from '@playwright/test'
import { findBrowser } from '#tools/browser.ts'
import { freePort } from '#tools/free-port.ts'

const { executablePath, args, env } = await findBrowser()
const WORKERS = 2
// the workers read this file again, and must find the same stores
process.env.BROWSER_TEST_PORTS ??= (await Promise.all(Array.from({ length: WORKERS }, freePort))).join()
const ports = process.env.BROWSER_TEST_PORTS.split(',')
const originAt = (port = '') => `http://localhost:${port}`

export default defineConfig({
  // what needs the built store runs here, with or without a browser; the rest is vitest's
  testDir: '..',
  testMatch: ['browser/**/*.{test,spec}.ts', 'faults/**/*.spec.ts'],
  outputDir: '../../test-results/browser',
  workers: WORKERS,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: '../../test-results/browser.json' }]],
  use: {
    // each worker has a store to itself: files that run at the same time do not meet in its lists
    baseURL: originAt(ports[Number(process.env.TEST_PARALLEL_INDEX ?? 0)]),
    launchOptions: { executablePath, args, env },
    locale: 'en-US',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
  },
  webServer: ports.map((PORT) => ({
    command: `"${process.execPath}" tests/browser/store.ts`,
    cwd: '../..',
    url: `${originAt(PORT)}/readyz`,
    env: { PORT },
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  })),
})
