import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { findFreePort } from '#database/postgres/free-port.ts'
import { findBrowser } from '#tools/browser.ts'

const { executablePath, args, env } = await findBrowser()
// The workers read this file again, and must find the same store.
for (const name of ['STORE_PORT', 'EMULATOR_PORT', 'GOOGLE_PORT']) {
  process.env[name] ??= String(await findFreePort())
}
process.env.STORE_FOLDER ??= mkdtempSync(path.join(tmpdir(), 'partsline-emulator-'))
const { STORE_FOLDER, STORE_PORT = '', EMULATOR_PORT = '', GOOGLE_PORT = '' } = process.env
const origin = `http://localhost:${STORE_PORT}`

export default defineConfig({
  testMatch: '*.spec.ts',
  outputDir: '../../test-results/auth-emulator',
  workers: 1,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    baseURL: origin,
    launchOptions: { executablePath, args, env },
    locale: 'en-US',
    timezoneId: 'UTC',
    trace: 'retain-on-failure',
  },
  webServer: {
    command: `"${process.execPath}" tests/auth-emulator/store.ts`,
    cwd: '../..',
    url: `${origin}/readyz`,
    env: { STORE_FOLDER, PORT: STORE_PORT, EMULATOR_PORT, GOOGLE_PORT },
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
})
