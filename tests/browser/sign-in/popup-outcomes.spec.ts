import { expect, type Page } from '@playwright/test'
import { clickToClose, test } from '../story.ts'

const google = (page: Page) => page.getByRole('button', { name: 'Continue with Google' })
const alertOf = (page: Page) => page.getByRole('main').getByRole('alert')

/** Opens the popup by a click. */
async function openWindow(page: Page): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), google(page).click()])
  return popup
}

test('after a closed or cancelled popup the page shows a message with the code for support', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/login')
  const closed = await openWindow(page)
  await closed.close()
  await expect(alertOf(page)).toHaveText('The sign-in window was closed before the sign-in was finished.')
  await expect(alertOf(page)).toHaveAttribute('data-code', 'auth/popup-closed-by-user')
  const left = await openWindow(page)
  await expect(alertOf(page)).toHaveCount(0)
  await clickToClose(left, 'Cancel')
  await expect(alertOf(page)).toHaveAttribute('data-code', 'auth/user-cancelled')
})

test('a second popup replaces the first, which closes without an error', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/login')
  const first = await openWindow(page)
  const closing = first.waitForEvent('close')
  const second = await openWindow(page)
  await closing
  await second.getByRole('button', { name: /Max Practice/ }).click()
  await expect(page.getByRole('button', { name: 'Account: Max Practice' })).toBeVisible()
})

test('the popup is 500 by 600, and asks the provider for name and picture', async ({ page }) => {
  await page.goto('/login')
  const popup = await openWindow(page)
  expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([500, 600])
  const { searchParams } = new URL(popup.url())
  expect([searchParams.get('providerId'), searchParams.get('scopes')]).toEqual(['google.com', 'profile'])
  await popup.close()
})
