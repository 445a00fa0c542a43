import type { Page } from '@playwright/test'
import {
  expectSignIn,
  logOut,
  newcomer,
  openAccount,
  proof,
  proveByPassword,
  sayYes,
  section,
} from './account-page.ts'
import { expect, mailedLink, newestMail, newNumber, test, textedCode } from './every-method.ts'
import { makePerson } from './second-step-people.ts'
import { field, newEmail, register, signIn } from './story.ts'

// the store refuses what a sign-in that has ended asks for
test.use({ provokes: [400, 401] })

test('a new password is set after the old one is given; it ends every other sign-in', async ({
  page,
  browser,
  baseURL,
}) => {
  const person = await newcomer(page, 'Paula Wechsel')
  const elsewhere = await (await browser.newContext({ baseURL })).newPage()
  await expectSignIn(elsewhere, person)

  const password = section(page, 'Password')
  await password.getByRole('button', { name: 'Change password' }).click()
  await expect(field(page, 'New password')).toBeFocused()
  await field(page, 'New password').fill('12345')
  await password.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Must be 6 characters or longer', { exact: true })).toBeVisible()
  await field(page, 'New password').fill('a-newer-password')
  await password.getByRole('button', { name: 'Save password' }).click()

  await proveByPassword(page, { password: 'not-the-password' })
  await expect(proof(page).getByRole('alert').getByText('Email or password is not right.')).toBeVisible()
  await proof(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(field(page, 'New password')).toHaveValue('a-newer-password')
  await password.getByRole('button', { name: 'Save password' }).click()
  await proveByPassword(page, person)
  await expect(page.getByText('Your password is changed. Every other device is logged out.')).toBeVisible()
  await expect(password.getByRole('button', { name: 'Change password' })).toBeFocused()

  await page.goto('/dashboard/orders')
  await expect(page.getByRole('heading', { name: 'My Orders', level: 1 })).toBeVisible()
  await elsewhere.goto('/dashboard/orders')
  await expect(elsewhere.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await expectSignIn(elsewhere, { ...person, password: 'a-newer-password' })
  await elsewhere.context().close()
})

test('a new address counts from its mailed link on, and the old one is told', async ({ page }) => {
  const person = await newcomer(page, 'Eva Umzug')
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
  await proveByPassword(page, person)
  await expect(email.getByRole('status').getByText(`If ${newAddress} is free`)).toBeVisible()

  await page.goto(await mailedLink(page.request, newAddress))
  await expect(page.getByText('Your new email is verified. Log in with it.')).toBeVisible()
  expect(await newestMail(page.request, person.email)).toContain(`is now ${newAddress}`)
  await expectSignIn(page, { ...person, email: newAddress })
  await openAccount(page)
  await expect(section(page, 'Email').getByText(newAddress)).toBeVisible()
})

test('an address that is not verified gets its link again, and then a second step', async ({ page }) => {
  const { email } = await register(page, 'Uwe Neu')
  await openAccount(page)
  await expect(section(page, 'Email').getByText('Not verified')).toBeVisible()
  await expect(section(page, 'Second step').getByText('Verify your email first')).toBeVisible()
  await section(page, 'Email').getByRole('button', { name: 'Send the link again' }).click()
  await expect(page.getByText('A link is on its way to your mailbox.')).toBeVisible()
  await page.goto(await mailedLink(page.request, email))
  await expect(page.getByText('Your email is verified.')).toBeVisible()
  await openAccount(page)
  await expect(section(page, 'Email').getByText('Verified', { exact: true })).toBeVisible()
  await expect(
    section(page, 'Second step').getByRole('button', { name: 'Add an authenticator app' }),
  ).toBeVisible()
})

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
  await expect(page.getByText('Your password is changed.')).toBeVisible()

  await ways.getByRole('button', { name: 'Unlink Google' }).click()
  await sayYes(page, 'Unlink')
  await expect(page.getByText('Google no longer leads to your account.')).toBeVisible()
  await logOut(page, person)
  await expectSignIn(page, { ...person, password: 'a-second-password' })
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

test('a phone becomes a way in by a texted code', async ({ page }) => {
  await newcomer(page, 'Fona Kabel')
  const ways = section(page, 'Ways to log in')
  const number = newNumber()
  await ways.getByRole('button', { name: 'Link Phone' }).click()
  await expect(field(page, 'Phone number')).toBeFocused()
  await field(page, 'Phone number').fill('555 014 7731')
  await ways.getByRole('button', { name: 'Text me a code' }).click()
  await expect(ways.getByText('Start with + and the country code')).toBeVisible()
  await field(page, 'Phone number').fill(number)
  await ways.getByRole('button', { name: 'Text me a code' }).click()
  await field(page, 'Six-digit code').fill(await codeFor(page, number))
  await ways.getByRole('button', { name: 'Add this phone' }).click()
  await expect(page.getByText('Phone is linked to your account.')).toBeVisible()
  await expect(ways.getByRole('button', { name: 'Unlink Phone' })).toBeEnabled()
})

test('a stale sign-in is asked for a proof; whoever cannot give it logs in again and comes back', async ({
  page,
}) => {
  const person = await makePerson(page.request, 'Stella Lange')
  await page.clock.install()
  await signIn(page, person)
  await openAccount(page)
  await page.clock.fastForward('10:00')
  await section(page, 'Second step').getByRole('button', { name: 'Add an authenticator app' }).click()
  await proof(page).getByRole('button', { name: 'Log in again' }).click()
  await expect(page.getByRole('heading', { name: 'Login', level: 1 })).toBeVisible()
  await field(page, 'Email').fill(person.email)
  await field(page, 'Password').fill(person.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/dashboard/account')
})

/** The text message is sent before the page shows the field for its code. */
async function codeFor(page: Page, number: string): Promise<string> {
  await expect(field(page, 'Six-digit code')).toBeVisible()
  return textedCode(page.request, number)
}

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
