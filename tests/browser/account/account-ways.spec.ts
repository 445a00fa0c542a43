import type { Page } from '@playwright/test'
import { newestMail } from '../sign-in/every-method.ts'
import { makePerson } from '../sign-in/second-step-people.ts'
import { expect, field, newEmail, test } from '../story.ts'
import { expectSignIn, logOut, newcomer, proof, sayYes, section } from './account-page.ts'

test('Google is linked, leads in, and is unlinked; the last way in stays', async ({ page }) => {
  const person = await newcomer(page, 'Gerd Zweitweg')
  const ways = section(page, 'Ways to log in')
  await expect(ways.getByRole('button', { name: 'Unlink Email and password' })).toBeDisabled()
  await expect(ways.getByText('The last way in stays.')).toBeVisible()
  const google = newEmail('greta.google')
  await practise(page, google, () => ways.getByRole('button', { name: 'Link Google' }).click())
  await expect(page.getByText('Google is linked to your account.')).toBeVisible()
  await expect(ways.getByRole('button', { name: 'Unlink Google' })).toBeEnabled()

  await ways.getByRole('button', { name: 'Unlink Email and password' }).click()
  await sayYes(page, 'Unlink')
  await expect(page.getByText('Email and password no longer leads to your account.')).toBeVisible()
  await expect(ways.getByRole('button', { name: 'Unlink Google' })).toBeDisabled()
  await expect(section(page, 'Password').getByText('Your account has no password.')).toBeVisible()

  // without a password the window proves who is there
  await section(page, 'Password').getByRole('button', { name: 'Set a password' }).click()
  await field(page, 'New password').fill('a-second-password')
  await section(page, 'Password').getByRole('button', { name: 'Save password' }).click()
  await expect(proof(page).getByLabel('Your password')).toHaveCount(0)
  const confirm = proof(page).getByRole('button', { name: 'Confirm with Google' })
  await practise(page, google, () => confirm.click())
  await expect(page.getByText('Your password is saved.')).toBeVisible()

  await ways.getByRole('button', { name: 'Unlink Google' }).click()
  await sayYes(page, 'Unlink')
  await expect(page.getByText('Google no longer leads to your account.')).toBeVisible()
  await logOut(page, person)
  await expectSignIn(page, { ...person, password: 'a-second-password' })
})

test('an outside account that leads to somebody else is not linked, and that is said', async ({ page }) => {
  const other = await makePerson(page.request, 'Ada Vergeben')
  await newcomer(page, 'Nele Spaet')
  const ways = section(page, 'Ways to log in')
  await practise(page, other.email, () => ways.getByRole('button', { name: 'Link Google' }).click())
  await expect(ways.getByRole('alert')).toBeVisible()
  await expect(ways.getByRole('alert')).toContainText('already')
  await expect(ways.getByRole('button', { name: 'Link Google' })).toBeVisible()
})

test('a window that is closed links nothing, and says so', async ({ page }) => {
  await newcomer(page, 'Karl Abbruch')
  const ways = section(page, 'Ways to log in')
  const opened = page.waitForEvent('popup')
  await ways.getByRole('button', { name: 'Link Google' }).click()
  await (await opened).close()
  await expect(ways.getByRole('alert').getByText('The sign-in window was closed')).toBeVisible()
  await expect(ways.getByRole('button', { name: 'Link Google' })).toBeVisible()
})

/** The practice account of an address, in the window that the click opens. */
async function practise(page: Page, email: string, click: () => Promise<void>): Promise<void> {
  const opened = page.waitForEvent('popup')
  await click()
  const popup = await opened
  await popup.getByText('Use another account').click()
  await popup.getByLabel('Name').fill('Greta Google')
  await popup.getByLabel('Email').fill(email)
  await popup.getByRole('button', { name: 'Send me a code' }).click()
  await expect(popup.getByLabel('Six-digit code')).toBeVisible()
  const code = /Type (\d{6})/.exec(await newestMail(page.request, email))?.[1] ?? ''
  await popup.getByLabel('Six-digit code').fill(code)
  await popup.getByRole('button', { name: 'Sign in', exact: true }).click()
}
