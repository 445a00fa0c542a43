import { expect, type Page } from '@playwright/test'
import { clickToClose, openPopup, test } from '../../story.ts'

const google = (page: Page) => page.getByRole('button', { name: 'Continue with Google' })
const alertOf = (page: Page) => page.getByRole('main').getByRole('alert')

const openGooglePopup = (page: Page) => openPopup(page, () => google(page).click())

test('after a closed or cancelled popup the page shows an error with its code', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/login')
  const closed = await openGooglePopup(page)
  await closed.close()
  await expect(alertOf(page)).toHaveText('The sign-in window was closed before the sign-in was finished.')
  await expect(alertOf(page)).toHaveAttribute('data-code', 'auth/popup-closed-by-user')
  const cancelled = await openGooglePopup(page)
  await expect(alertOf(page)).toHaveCount(0)
  await clickToClose(cancelled, 'Cancel')
  await expect(alertOf(page)).toHaveAttribute('data-code', 'auth/user-cancelled')
})

test('a second popup replaces the first, which closes', { tag: '@long' }, async ({ page }) => {
  await page.goto('/login')
  const first = await openGooglePopup(page)
  const closing = first.waitForEvent('close')
  const second = await openGooglePopup(page)
  await closing
  await second.getByRole('button', { name: /Max Practice/ }).click()
  await expect(page.getByRole('button', { name: 'Account: Max Practice' })).toBeVisible()
})

test('the popup opens with the click, before the provider responds', async ({ page }) => {
  await page.goto('/login', { waitUntil: 'networkidle' })
  await expect(google(page)).toBeEnabled()
  const { promise, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/identity/v1/**', async (route) => {
    await promise
    await route.continue().catch(() => {})
  })
  const popup = await openGooglePopup(page)
  await popup.close()
  release()
})

test('the popup is 500 by 600, and requests the scope `profile`', { tag: '@long' }, async ({ page }) => {
  await page.goto('/login')
  const popup = await openGooglePopup(page)
  expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([500, 600])
  const { searchParams } = new URL(popup.url())
  expect([searchParams.get('providerId'), searchParams.get('scopes')]).toEqual(['google.com', 'profile'])
  await popup.close()
})
