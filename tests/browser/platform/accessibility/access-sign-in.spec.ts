import type { Page } from '@playwright/test'
import { expect, mailedLink, newNumber, test, textedCode } from '../../people/sign-in/every-method.ts'
import { addApp, addPhone, makePerson } from '../../people/sign-in/second-factor-accounts.ts'
import { field, newEmail } from '../../story.ts'
import { expectAccessible } from './access.ts'

const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()

test.describe.configure({ timeout: 180_000 })

test('the login page and the page of a mailed link are accessible', {
  tag: '@long',
}, async ({ page, browser, baseURL }) => {
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Use my phone' })).toBeEnabled()
  await expectAccessible(page, 'Login with every sign-in method')
  const email = newEmail('access')
  await press(page, 'Email me a sign-in link')
  await field(page, 'Email').fill(email)
  await press(page, 'Send the link')
  await expect(page.getByText('is on its way')).toBeVisible()
  await expectAccessible(page, 'Login after a link was sent')
  const other = await browser.newPage({ baseURL })
  await other.goto(await mailedLink(page.request, email))
  await field(other, 'Email').fill(newEmail('another.person'))
  await press(other, 'Login')
  await expect(other.getByRole('main').getByRole('alert')).toBeVisible()
  await expectAccessible(other, 'the page of a mailed link')
  await other.close()
})

test('sign-in by phone and the form for the missing address are accessible', { tag: '@long' }, async ({
  page,
}) => {
  const number = newNumber()
  await page.goto('/login')
  await press(page, 'Use my phone')
  await press(page, 'Text me a code')
  await expect(page.getByText('Phone is required')).toBeVisible()
  await expectAccessible(page, 'Login without a phone number')
  await field(page, 'Phone').fill(number)
  await press(page, 'Text me a code')
  await expect(field(page, 'Six-digit code')).toBeVisible()
  await press(page, 'Login')
  await expect(page.getByText('Code is required')).toBeVisible()
  await expectAccessible(page, 'Login without the texted code')
  await field(page, 'Six-digit code').fill(await textedCode(page.request, number))
  await press(page, 'Login')
  await expect(page.getByRole('heading', { name: 'Your email' })).toBeVisible()
  await expectAccessible(page, 'the page that asks for an address')
})

test('the second factor is accessible', { tag: '@long' }, async ({ page }) => {
  const person = await makePerson(page.request, 'Axel Zweifach')
  const { idToken } = await addApp(page.request, person)
  await addPhone(page.request, { idToken })
  await page.goto('/login')
  await field(page, 'Email').fill(person.email)
  await field(page, 'Password').fill(person.password)
  await press(page, 'Login')
  await expect(field(page, 'Six-digit code')).toBeVisible()
  await press(page, 'Confirm')
  await expect(page.getByText('Code is required')).toBeVisible()
  await expectAccessible(page, 'the second factor by an app')
  await page.getByRole('radio', { name: /Text message/ }).check()
  await press(page, 'Text me a code')
  await expect(page.getByText('A text message with a code is on its way.')).toBeVisible()
  await expectAccessible(page, 'the second factor by phone')
  await press(page, 'Use a recovery code')
  await field(page, 'Recovery code').fill('NONE-SUCH-CODE')
  await press(page, 'Confirm')
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await expectAccessible(page, 'a recovery code')
})
