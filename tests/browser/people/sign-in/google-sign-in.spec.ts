import type { Page } from '@playwright/test'
import { popupTexts } from '#contract/people/sign-in/identity-texts.ts'
import { signInTexts } from '#contract/people/sign-in/texts.ts'
import { clickToClose, expect, openPopup, testWithoutConsoleCheck as test } from '../../story.ts'

/** Clicks the Google button of the login page and returns the popup. */
async function openGooglePopup(page: Page): Promise<Page> {
  await page.goto('/login')
  return openPopup(page, () => page.getByRole('button', { name: signInTexts.continueWith('Google') }).click())
}

async function expectSignedIn(page: Page): Promise<void> {
  await expect(page).not.toHaveURL(/login/)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('accessToken'))).toBeTruthy()
}

test('a visitor signs in with a prepared demo account by one click in the popup', async ({ page }) => {
  const popup = await openGooglePopup(page)
  await expect(popup).toHaveTitle(popupTexts.title('Google'))
  expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([500, 600])
  await popup.getByRole('button', { name: 'Ada Practice' }).click()
  await expectSignedIn(page)
})

test('a visitor creates a demo account with the code from the outbox', { tag: '@long' }, async ({
  page,
  context,
}) => {
  const email = `nora.${Date.now()}@example.com`
  const popup = await openGooglePopup(page)
  await popup.getByText(popupTexts.another).click()
  await popup.getByRole('button', { name: popupTexts.sendCode }).click()
  await expect(popup.getByRole('alert')).toHaveText(popupTexts.fieldsMissing)
  await popup.getByLabel(popupTexts.name).fill('Nora New')
  await popup.getByLabel(popupTexts.email).fill(email)
  await popup.getByRole('button', { name: popupTexts.sendCode }).click()
  const opened = context.waitForEvent('page')
  await popup.getByRole('link', { name: popupTexts.openOutbox }).click()
  const outbox = await opened
  const mail = outbox.getByRole('article').filter({ hasText: email })
  const code = (await mail.getByRole('heading').innerText()).slice(0, 6)
  await outbox.close()
  await popup.getByLabel(popupTexts.code).fill(code === '000000' ? '111111' : '000000')
  await popup.getByRole('button', { name: popupTexts.signIn, exact: true }).click()
  await expect(popup.getByRole('alert')).toHaveText(popupTexts.codeWrong)
  await popup.getByLabel(popupTexts.code).fill(code)
  await popup.getByRole('button', { name: popupTexts.signIn, exact: true }).click()
  await expectSignedIn(page)
})

test('a visitor who cancels stays on the login page, signed out', { tag: '@long' }, async ({ page }) => {
  const popup = await openGooglePopup(page)
  await clickToClose(popup, popupTexts.cancel)
  await expect(page.getByRole('button', { name: signInTexts.continueWith('Google') })).toBeEnabled()
  await expect(page).toHaveURL(/login/)
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
})

test('in the popup the keyboard alone is enough to sign in', { tag: '@long' }, async ({ page }) => {
  const popup = await openGooglePopup(page)
  const account = popup.getByRole('button', { name: 'Ada Practice' })
  await expect(account).toBeVisible()
  await popup.keyboard.press('Tab')
  await expect(account).toBeFocused()
  // The popup may close before the key is released.
  await Promise.all([popup.waitForEvent('close'), popup.keyboard.press('Enter').catch(() => {})])
  await expectSignedIn(page)
})
