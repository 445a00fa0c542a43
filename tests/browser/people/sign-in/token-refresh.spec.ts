import type { Page } from '@playwright/test'
import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { signInToApi } from '../../store-api.ts'
import { expect, field, POLL_OFTEN, register, test } from '../../story.ts'

// A lost connection, and a renewal that is rejected.
test.use({ expectedErrorStatuses: [0, 400] })

const MINUTE = 60
const TOKEN_CALLS = '**/identity/v1/token*'

/** Advances the clock of the page. */
const advance = (page: Page, seconds: number) => page.clock.fastForward(seconds * 1000)

/** Registers a user, then moves the page's clock on by a minute and pauses it. */
async function registerEarlier(page: Page): Promise<{ email: string }> {
  await page.clock.install({ time: Date.now() })
  const person = await register(page, 'Uta Uhr')
  await page.clock.pauseAt(await page.evaluate((ahead) => Date.now() + ahead, MINUTE * 1000))
  return person
}

/** Lets earlier responses arrive, and waits until the SDK has stored them. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await fetch('/healthz')
    await new Promise<void>((resolve) => {
      const opening = indexedDB.open('firebaseLocalStorageDb')
      opening.onsuccess = () => {
        const database = opening.result
        // Waits for the writes that were requested before.
        const reading = database
          .transaction('firebaseLocalStorage')
          .objectStore('firebaseLocalStorage')
          .count()
        reading.onsuccess = () => {
          database.close()
          resolve()
        }
      }
    })
    await fetch('/healthz')
  })
}

test('an idle page renews each of two ID tokens five minutes before its end', {
  tag: '@long',
}, async ({ page }) => {
  await registerEarlier(page)
  let renewals = 0
  page.on('requestfinished', (request) => {
    if (request.url().includes('/identity/v1/token')) renewals += 1
  })
  await advance(page, 52 * MINUTE)
  await settle(page)
  expect(renewals).toBe(0)
  await advance(page, 3 * MINUTE)
  await expect.poll(() => renewals, POLL_OFTEN).toBe(1)
  await settle(page)
  await advance(page, 55 * MINUTE - 1)
  await settle(page)
  expect(renewals).toBe(1)
  await advance(page, 1)
  await expect.poll(() => renewals, POLL_OFTEN).toBe(2)
})

test('a token that expires while a form is filled in is renewed, and the form is saved', async ({ page }) => {
  await registerEarlier(page)
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await field(page, 'Location').fill('Graz')
  // As after a night in which the machine slept: the clock jumps, and no timer has run.
  await page.clock.setSystemTime(Date.now() + 9 * 60 * MINUTE * 1000)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your profile is saved.')).toBeVisible()
  await expect(field(page, 'Location')).toHaveValue('Graz')
})

test('without a connection the renewal is retried after 30 s, then with doubled delays up to 16 minutes', {
  tag: '@long',
}, async ({ page }) => {
  let attempts = 0
  await registerEarlier(page)
  await page.route(TOKEN_CALLS, (route) => {
    attempts += 1
    return route.abort('internetdisconnected')
  })
  await advance(page, 55 * MINUTE + 1)
  await expect.poll(() => attempts, POLL_OFTEN).toBe(1)
  for (const [index, wait] of [30, 60, 120, 240, 480, 960, 960].entries()) {
    await settle(page)
    await advance(page, wait - 1)
    await settle(page)
    expect(attempts, `before ${wait} s`).toBe(index + 1)
    await advance(page, 1)
    await expect.poll(() => attempts, { ...POLL_OFTEN, message: `after ${wait} s` }).toBe(index + 2)
  }
  await page.unroute(TOKEN_CALLS)
  await settle(page)
  // The connection is back, and the user is still signed in.
  const renewed = page.waitForResponse(TOKEN_CALLS)
  await advance(page, 16 * MINUTE)
  expect((await renewed).status()).toBe(200)
  await expect(page.getByRole('button', { name: 'Account: Uta Uhr' })).toBeVisible()
})

test('an idle page of a removed user is signed out at the next renewal', { tag: '@long' }, async ({
  page,
}) => {
  const { email } = await registerEarlier(page)
  const admin = await signInToApi(page.request, sampleAdmin)
  const { items } = await admin.listUsers({ query: {} })
  await admin.removeUser({ params: { id: items.find((user) => user.email === email)?._id ?? '' } })
  await advance(page, 55 * MINUTE + 1)
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
})
