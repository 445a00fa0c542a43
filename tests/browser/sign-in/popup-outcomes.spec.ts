import { expect, type Page } from '@playwright/test'
import { clickToClose, test } from '../story.ts'

const google = (page: Page) => page.getByRole('button', { name: 'Continue with Google' })
const told = (page: Page) => page.getByRole('main').getByRole('alert')

/** Opens the sign-in window by a click, as people do. */
async function openWindow(page: Page): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), google(page).click()])
  return popup
}

test('a window that is closed, or given up in itself, says so; its code is kept for support', async ({
  page,
}) => {
  await page.goto('/login')
  const closed = await openWindow(page)
  await closed.close()
  await expect(told(page)).toHaveText('The sign-in window was closed before the sign-in was finished.')
  await expect(told(page)).toHaveAttribute('data-code', 'auth/popup-closed-by-user')
  const left = await openWindow(page)
  await expect(told(page)).toHaveCount(0)
  await clickToClose(left, 'Cancel')
  await expect(told(page)).toHaveAttribute('data-code', 'auth/user-cancelled')
})

test('a second window takes the place of the first, which closes and tells nothing', async ({ page }) => {
  await page.goto('/login')
  const first = await openWindow(page)
  const closing = first.waitForEvent('close')
  const second = await openWindow(page)
  await closing
  await second.getByRole('button', { name: /Max Practice/ }).click()
  await expect(page.getByRole('button', { name: 'Account: Max Practice' })).toBeVisible()
})

test('the window is 500 by 600, and the page asks it for the name and the picture', async ({ page }) => {
  await page.goto('/login')
  const popup = await openWindow(page)
  expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([500, 600])
  const { searchParams } = new URL(popup.url())
  expect([searchParams.get('providerId'), searchParams.get('scopes')]).toEqual(['google.com', 'profile'])
  await popup.close()
})
