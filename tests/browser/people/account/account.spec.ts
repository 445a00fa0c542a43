import type { Page } from '@playwright/test'
import { field, newEmail, register, signIn } from '../../story.ts'
import { expect, mailedLink, newestMail, newNumber, test, textedCode } from '../sign-in/every-method.ts'
import { makePerson } from '../sign-in/second-factor-accounts.ts'
import {
  expectSignIn,
  openAccount,
  openAsNewUser,
  reauthenticateByPassword,
  reauthenticationDialog,
  section,
} from './account-page.ts'

// Some tests submit a wrong password or go on with a sign-in that has ended.
test.use({ expectedErrorStatuses: [400, 401] })

test('a new password requires the old one and ends the sign-in of another browser', { tag: '@long' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const person = await openAsNewUser(page, 'Paula Wechsel')
  const otherPage = await (await browser.newContext({ baseURL })).newPage()
  await expectSignIn(otherPage, person)

  const password = section(page, 'Password')
  await password.getByRole('button', { name: 'Change password' }).click()
  await expect(field(page, 'New password')).toBeFocused()
  await field(page, 'New password').fill('12345')
  await password.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Must be 6 characters or longer', { exact: true })).toBeVisible()
  await field(page, 'New password').fill('a-newer-password')
  await password.getByRole('button', { name: 'Save password' }).click()

  await reauthenticateByPassword(page, { password: 'not-the-password' })
  await expect(
    reauthenticationDialog(page).getByRole('alert').getByText('Email or password is not right.'),
  ).toBeVisible()
  await reauthenticationDialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(field(page, 'New password')).toHaveValue('a-newer-password')
  await password.getByRole('button', { name: 'Save password' }).click()
  await reauthenticateByPassword(page, person)
  await expect(page.getByText('Your password is saved. Every other device is logged out.')).toBeVisible()
  await expect(password.getByRole('button', { name: 'Change password' })).toBeFocused()

  await page.goto('/dashboard/orders')
  await expect(page.getByRole('heading', { name: 'My Orders', level: 1 })).toBeVisible()
  await otherPage.goto('/dashboard/orders')
  await expect(otherPage.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await expectSignIn(otherPage, { ...person, password: 'a-newer-password' })
  await otherPage.context().close()
})

test('a new address replaces the old one once its mailed link is confirmed; the old one gets a mail', {
  tag: '@long',
}, async ({ page }) => {
  const person = await openAsNewUser(page, 'Eva Umzug')
  const newAddress = newEmail('eva.new')
  const email = section(page, 'Email')
  await expect(email.getByText(person.email)).toBeVisible()
  await expect(email.getByText('Verified', { exact: true })).toBeVisible()
  await email.getByRole('button', { name: 'Change email' }).click()
  await field(page, 'New email').fill(person.email)
  await email.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('This is your email already.')).toBeVisible()
  await field(page, 'New email').fill(newAddress)
  await email.getByRole('button', { name: 'Send the link' }).click()
  await reauthenticateByPassword(page, person)
  await expect(email.getByRole('status').getByText(`If ${newAddress} is free`)).toBeVisible()

  await page.goto(await mailedLink(page.request, newAddress))
  await page.getByRole('button', { name: 'It was me', exact: true }).click()
  await expect(page.getByText('Your new email is verified. Log in with it.')).toBeVisible()
  expect(await newestMail(page.request, person.email)).toContain(`is now ${newAddress}`)
  await expectSignIn(page, { ...person, email: newAddress })
  await openAccount(page)
  await expect(section(page, 'Email').getByText(newAddress)).toBeVisible()
})

test('an unverified address gets another link, and once verified allows a second factor', {
  tag: '@long',
}, async ({ page }) => {
  const { email } = await register(page, 'Uwe Neu')
  await openAccount(page)
  await expect(section(page, 'Email').getByText('Not verified')).toBeVisible()
  await expect(section(page, 'Second step').getByText('Verify your email first')).toBeVisible()
  await section(page, 'Email').getByRole('button', { name: 'Send the link again' }).click()
  await expect(page.getByText('A link is on its way to your mailbox.')).toBeVisible()
  await page.goto(await mailedLink(page.request, email))
  await page.getByRole('button', { name: 'It was me', exact: true }).click()
  await expect(page.getByText('Your email is verified.')).toBeVisible()
  await openAccount(page)
  await expect(section(page, 'Email').getByText('Verified', { exact: true })).toBeVisible()
  await expect(
    section(page, 'Second step').getByRole('button', { name: 'Add an authenticator app' }),
  ).toBeVisible()
})

test('a phone becomes a sign-in method by a texted code', { tag: '@long' }, async ({ page }) => {
  await openAsNewUser(page, 'Fona Kabel')
  const methods = section(page, 'Ways to log in')
  const number = newNumber()
  await methods.getByRole('button', { name: 'Link Phone' }).click()
  await expect(field(page, 'Phone number')).toBeFocused()
  await field(page, 'Phone number').fill('555 014 7731')
  await methods.getByRole('button', { name: 'Text me a code' }).click()
  await expect(methods.getByText('Start with + and the country code')).toBeVisible()
  await field(page, 'Phone number').fill(number)
  await methods.getByRole('button', { name: 'Text me a code' }).click()
  await field(page, 'Six-digit code').fill(await codeFor(page, number))
  await methods.getByRole('button', { name: 'Add this phone' }).click()
  await expect(page.getByText('Phone is linked to your account.')).toBeVisible()
  await expect(methods.getByRole('button', { name: 'Unlink Phone' })).toBeEnabled()
})

test('an account created by a sign-in link sets its first password without re-authentication', {
  tag: '@long',
}, async ({ page }) => {
  const email = newEmail('lina.link')
  await page.goto('/login')
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
  await field(page, 'Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('is on its way')).toBeVisible()
  await page.goto(await mailedLink(page.request, email))
  await expect(page.getByRole('button', { name: `Account: ${email}` })).toBeVisible()
  await openAccount(page)
  const methods = section(page, 'Ways to log in')
  await expect(methods.getByText('Open to everyone who can read your mailbox')).toBeVisible()
  const password = section(page, 'Password')
  await expect(password.getByText('Your account has no password.')).toBeVisible()
  await methods.getByRole('button', { name: 'Link Email and password' }).click()
  await expect(field(page, 'New password')).toBeFocused()
  await field(page, 'New password').fill('a-first-password')
  await password.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Your password is saved.')).toBeVisible()
  await expect(methods.getByRole('button', { name: 'Unlink Email and password' })).toBeEnabled()
})

test('an old sign-in must re-authenticate, and Log in again returns to the account page', {
  tag: '@long',
}, async ({ page }) => {
  const person = await makePerson(page.request, 'Stella Lange')
  await page.clock.install()
  await signIn(page, person)
  await openAccount(page)
  await page.clock.fastForward('10:00')
  await section(page, 'Second step').getByRole('button', { name: 'Add an authenticator app' }).click()
  await reauthenticationDialog(page).getByRole('button', { name: 'Log in again' }).click()
  await expect(page.getByRole('heading', { name: 'Login', level: 1 })).toBeVisible()
  await field(page, 'Email').fill(person.email)
  await field(page, 'Password').fill(person.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/dashboard/account')
})

/** Returns the texted code, once the page shows its field: the message is sent before that. */
async function codeFor(page: Page, number: string): Promise<string> {
  await expect(field(page, 'Six-digit code')).toBeVisible()
  return textedCode(page.request, number)
}
