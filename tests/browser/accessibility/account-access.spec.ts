import type { Page } from '@playwright/test'
import { openAccount, reauthentication, section, startSignIn } from '../account/account-page.ts'
import { expect, test } from '../sign-in/every-method.ts'
import { addApp, makePerson, nextCode } from '../sign-in/second-factor-accounts.ts'
import { field } from '../story.ts'
import { expectAccess } from './access.ts'

test('every action of the account page is accessible', { tag: '@long' }, async ({ page }) => {
  // Each state is checked in both themes and at four widths.
  test.setTimeout(240_000)
  const person = await makePerson(page.request, 'Barbara Freifrau von Langenfeld zu Breitenstein')
  const { secret } = await addApp(page.request, person)
  await startSignIn(page, person)
  await field(page, 'Six-digit code').fill(nextCode(secret))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL('/')
  await openAccount(page)
  const step = section(page, 'Second step')
  await look(page, 'Change email', field(page, 'New email'))
  await look(page, 'Change password', field(page, 'New password'))
  await look(page, 'Link Phone', field(page, 'Phone number'))
  await look(page, 'Add a phone', field(page, 'Phone number'))
  await look(page, 'Add an authenticator app', step.getByRole('img', { name: /QR code/ }))
  await look(page, 'Make recovery codes', step.getByRole('list', { name: 'Recovery codes' }))
  await look(page, 'Delete my account', page.getByRole('heading', { name: 'What goes' }))
  await look(page, 'Delete it for good', reauthentication(page))
})

async function look(page: Page, act: string, shown: ReturnType<Page['getByRole']>): Promise<void> {
  await page.getByRole('button', { name: act, exact: true }).click()
  await expect(shown).toBeVisible()
  // At the top, where the sticky header covers nothing.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccess(page, act)
}
