import type { Page } from '@playwright/test'
import { expect, field, logOut, newEmail, openPopup, test } from '../../story.ts'
import { newestMail } from '../sign-in/every-method.ts'
import { makePerson } from '../sign-in/second-factor-accounts.ts'
import {
  confirmAction,
  expectSignIn,
  openAsNewUser,
  reauthenticationDialog,
  section,
} from './account-page.ts'

test('Google is linked, used to re-authenticate and unlinked; the last sign-in method stays', {
  tag: '@long',
}, async ({ page }) => {
  const person = await openAsNewUser(page, 'Gerd Zweitweg')
  const methods = section(page, 'Ways to log in')
  await expect(methods.getByRole('button', { name: 'Unlink Email and password' })).toBeDisabled()
  await expect(methods.getByText('The last way in stays.')).toBeVisible()
  const google = newEmail('greta.google')
  await signInToDemoAccount(page, google, () => methods.getByRole('button', { name: 'Link Google' }).click())
  await expect(page.getByText('Google is linked to your account.')).toBeVisible()
  await expect(methods.getByRole('button', { name: 'Unlink Google' })).toBeEnabled()

  await methods.getByRole('button', { name: 'Unlink Email and password' }).click()
  await confirmAction(page, 'Unlink')
  await expect(page.getByText('Email and password no longer leads to your account.')).toBeVisible()
  await expect(methods.getByRole('button', { name: 'Unlink Google' })).toBeDisabled()
  await expect(section(page, 'Password').getByText('Your account has no password.')).toBeVisible()

  // Without a password the popup re-authenticates.
  await section(page, 'Password').getByRole('button', { name: 'Set a password' }).click()
  await field(page, 'New password').fill('a-second-password')
  await section(page, 'Password').getByRole('button', { name: 'Save password' }).click()
  await expect(reauthenticationDialog(page).getByLabel('Your password')).toHaveCount(0)
  const confirm = reauthenticationDialog(page).getByRole('button', { name: 'Confirm with Google' })
  await signInToDemoAccount(page, google, () => confirm.click())
  await expect(page.getByText('Your password is saved.')).toBeVisible()

  await methods.getByRole('button', { name: 'Unlink Google' }).click()
  await confirmAction(page, 'Unlink')
  await expect(page.getByText('Google no longer leads to your account.')).toBeVisible()
  await logOut(page, person.displayName)
  await expectSignIn(page, { ...person, password: 'a-second-password' })
})

test('a Google account with the address of another account is not linked; the page shows an error', {
  tag: '@long',
}, async ({ page }) => {
  const other = await makePerson(page.request, 'Ada Vergeben')
  await openAsNewUser(page, 'Nele Spaet')
  const methods = section(page, 'Ways to log in')
  await signInToDemoAccount(page, other.email, () =>
    methods.getByRole('button', { name: 'Link Google' }).click(),
  )
  await expect(methods.getByRole('alert')).toBeVisible()
  await expect(methods.getByRole('alert')).toContainText('already')
  await expect(methods.getByRole('button', { name: 'Link Google' })).toBeVisible()
})

test('a closed popup links nothing, and the page shows a message', { tag: '@long' }, async ({ page }) => {
  await openAsNewUser(page, 'Karl Abbruch')
  const methods = section(page, 'Ways to log in')
  const link = methods.getByRole('button', { name: 'Link Google' })
  await (await openPopup(page, () => link.click())).close()
  await expect(methods.getByRole('alert').getByText('The sign-in window was closed')).toBeVisible()
  await expect(methods.getByRole('button', { name: 'Link Google' })).toBeVisible()
})

/** Creates a demo account with this address in the popup that the click opens, and signs in to it. */
async function signInToDemoAccount(page: Page, email: string, click: () => Promise<void>): Promise<void> {
  const popup = await openPopup(page, click)
  await popup.getByText('Use another account').click()
  await popup.getByLabel('Name').fill('Greta Google')
  await popup.getByLabel('Email').fill(email)
  await popup.getByRole('button', { name: 'Send me a code' }).click()
  await expect(popup.getByLabel('Six-digit code')).toBeVisible()
  const code = /Type (\d{6})/.exec(await newestMail(page.request, email))?.[1] ?? ''
  await popup.getByLabel('Six-digit code').fill(code)
  await popup.getByRole('button', { name: 'Sign in', exact: true }).click()
}
