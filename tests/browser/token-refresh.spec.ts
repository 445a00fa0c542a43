import type { Page } from '@playwright/test'
import { expect, register, test } from './story.ts'

// a lost connection is what these stories are about
test.use({ provokes: [0] })

const MINUTE = 60
const TOKEN_CALLS = '**/identity/v1/token*'

/** Lets the page's own clock jump ahead. */
const pass = (page: Page, seconds: number) => page.clock.fastForward(seconds * 1000)

/** A person signed in on a page whose clock only these tests move. */
async function signedIn(page: Page): Promise<void> {
  await page.clock.install({ time: Date.now() })
  await register(page, 'Uta Uhr')
}

/** What the page had begun is done when an answer of the store has come back to it. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => (await fetch('/healthz')).text())
}

test('an ID token is renewed five minutes before its end, and again an hour later, with nobody there', async ({
  page,
}) => {
  await signedIn(page)
  let renewals = 0
  page.on('requestfinished', (request) => {
    if (request.url().includes('/identity/v1/token')) renewals += 1
  })
  // the tests' machine takes its time to sign in, which counts, too
  await pass(page, 54 * MINUTE)
  await settle(page)
  expect(renewals).toBe(0)
  await pass(page, 1 * MINUTE + 1)
  await expect.poll(() => renewals).toBe(1)
  await settle(page)
  await pass(page, 54 * MINUTE)
  await settle(page)
  expect(renewals).toBe(1)
  await pass(page, 1 * MINUTE + 1)
  await expect.poll(() => renewals).toBe(2)
})

test('without a connection the renewal is tried again after 30 s, then twice as long each time up to 16 minutes', async ({
  page,
}) => {
  let tries = 0
  await signedIn(page)
  await page.route(TOKEN_CALLS, (route) => {
    tries += 1
    return route.abort('internetdisconnected')
  })
  await pass(page, 55 * MINUTE + 1)
  await expect.poll(() => tries).toBe(1)
  for (const [index, wait] of [30, 60, 120, 240, 480, 960, 960].entries()) {
    await settle(page)
    await pass(page, wait - 1)
    await settle(page)
    expect(tries, `before ${wait} s`).toBe(index + 1)
    await pass(page, 1)
    await expect.poll(() => tries, `after ${wait} s`).toBe(index + 2)
  }
  await page.unroute(TOKEN_CALLS)
  await settle(page)
  // the connection is back, and nobody was signed out
  const renewed = page.waitForResponse(TOKEN_CALLS)
  await pass(page, 16 * MINUTE)
  expect((await renewed).status()).toBe(200)
  await expect(page.getByRole('button', { name: 'Account: Uta Uhr' })).toBeVisible()
})
