import type { Page } from '@playwright/test'
import {
  openAccount,
  reauthenticationDialog,
  section,
  startSignIn,
} from '../../people/account/account-page.ts'
import { expect, test } from '../../people/sign-in/every-method.ts'
import { addApp, makePerson, nextCode } from '../../people/sign-in/second-factor-accounts.ts'
import { field } from '../../story.ts'
import { expectAccessible } from './access.ts'

test('the actions of the account page are accessible', { tag: '@long' }, async ({ page }) => {
  // Each state is checked at two widths in both themes, and its sizes at two more.
  test.setTimeout(240_000)
  const person = await makePerson(page.request, 'Barbara Freifrau von Langenfeld zu Breitenstein')
  const { secret } = await addApp(page.request, person)
  await startSignIn(page, person)
  await field(page, 'Six-digit code').fill(nextCode(secret))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL('/')
  await openAccount(page)
  const factors = section(page, 'Second step')
  await checkAction(page, 'Change email', field(page, 'New email'))
  await checkAction(page, 'Change password', field(page, 'New password'))
  await checkAction(page, 'Link Phone', field(page, 'Phone number'))
  await checkAction(page, 'Add a phone', field(page, 'Phone number'))
  await checkAction(page, 'Add an authenticator app', factors.getByRole('img', { name: /QR code/ }))
  await checkAction(page, 'Make recovery codes', factors.getByRole('list', { name: 'Recovery codes' }))
  await checkAction(page, 'Delete my account', page.getByRole('heading', { name: 'What goes' }))
  await checkAction(page, 'Delete it for good', reauthenticationDialog(page))
})

async function checkAction(page: Page, action: string, shown: ReturnType<Page['getByRole']>): Promise<void> {
  await page.getByRole('button', { name: action, exact: true }).click()
  await expect(shown).toBeVisible()
  // At the top, where the sticky header covers nothing.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessible(page, action)
}
