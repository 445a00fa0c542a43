import type { Browser, Page } from '@playwright/test'
import { expect, test } from '../sign-in/every-method.ts'
import type { Person } from '../sign-in/second-factor-accounts.ts'
import { confirmAction, expectSignIn, openAsNewUser, section } from './account-page.ts'

// A device that was logged out gets 401 for its next call.
test.use({ expectedErrorStatuses: [400, 401] })

const devices = (page: Page) => section(page, 'Where you are logged in')
const rows = (page: Page) => devices(page).getByRole('rowgroup').last().getByRole('row')

test('a device that another one logs out is signed out at its next call', { tag: '@long' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const person = await openAsNewUser(page, 'Dirk Fern')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).getByText('This device')).toBeVisible()
  await expect(devices(page).getByText('No other device is logged in.')).toBeVisible()

  const other = await signInOnOtherDevice(browser, { baseURL, person })
  await page.reload()
  await expect(rows(page)).toHaveCount(2)
  await rows(page).getByRole('button', { name: 'Log out Firefox on Windows' }).click()
  await confirmAction(page, 'Log it out')
  await expect(page.getByText('The device is logged out.')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await other.goto('/dashboard')
  await expect(other.getByRole('heading', { name: 'Login', level: 1 })).toBeVisible()
  await other.context().close()
})

test('one button logs out all other devices, and this one stays logged in', { tag: '@long' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const person = await openAsNewUser(page, 'Olga Immerda')
  const others = [
    await signInOnOtherDevice(browser, { baseURL, person }),
    await signInOnOtherDevice(browser, { baseURL, person }),
  ]
  await page.reload()
  await expect(rows(page)).toHaveCount(3)
  await devices(page).getByRole('button', { name: 'Log out all others' }).click()
  await confirmAction(page, 'Log them out')
  await expect(page.getByText('Every other device is logged out.')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  for (const other of others) {
    await other.goto('/dashboard')
    await expect(other.getByRole('heading', { name: 'Login', level: 1 })).toBeVisible()
    await other.context().close()
  }
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
})

type OtherDevice = { baseURL: string | undefined; person: Person }

/** Signs the same person in with another user agent and its own storage. */
async function signInOnOtherDevice(browser: Browser, { baseURL, person }: OtherDevice): Promise<Page> {
  const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const context = await browser.newContext({ ...(baseURL && { baseURL }), userAgent })
  const page = await context.newPage()
  await expectSignIn(page, person)
  return page
}
