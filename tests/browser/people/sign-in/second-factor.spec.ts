import type { Page } from '@playwright/test'
import { field, logOut } from '../../story.ts'
import { startSignIn } from '../account/account-page.ts'
import { expect, test, textedCode } from './every-method.ts'
import { addApp, addPhone, identityOf, makePerson, nextCode, type Person } from './second-factor-accounts.ts'

const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm' }).click()
const account = (page: Page, { displayName }: Person) =>
  page.getByRole('button', { name: `Account: ${displayName}` })

test('an account with an app must enter its code before it is signed in', async ({ page }) => {
  const person = await makePerson(page.request, 'Tova Lindqvist')
  const { secret } = await addApp(page.request, person)
  await startSignIn(page, person)
  await expect(field(page, 'Six-digit code')).toBeFocused()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  await confirm(page)
  await expect(page.getByText('Code is required')).toBeVisible()
  const code = nextCode(secret)
  const wrong = code === '000000' ? '111111' : '000000'
  await field(page, 'Six-digit code').fill(wrong)
  await confirm(page)
  await expect(page.getByRole('alert').getByText('This code is not right.')).toBeVisible()
  const stored = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
  expect(stored).not.toContain(wrong)
  expect(stored).not.toContain(person.password)
  await field(page, 'Six-digit code').fill(nextCode(secret))
  await confirm(page)
  await expect(page).toHaveURL('/')
  await expect(account(page, person)).toBeVisible()
})

test('a phone as second factor gets a code by text message', { tag: '@long' }, async ({ page }) => {
  const person = await makePerson(page.request, 'Phil Marlow')
  const { number } = await addPhone(page.request, person)
  await startSignIn(page, person)
  await expect(page.getByRole('button', { name: 'Text me a code' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('A text message with a code is on its way.')).toBeVisible()
  await field(page, 'Six-digit code').fill(await textedCode(page.request, number))
  await confirm(page)
  await expect(account(page, person)).toBeVisible()
})

test('one of two second factors is chosen, and Back returns to the first factor', { tag: '@long' }, async ({
  page,
}) => {
  const person = await makePerson(page.request, 'Dora Zwei')
  const { secret, idToken } = await addApp(page.request, person)
  const { number } = await addPhone(page.request, { idToken })
  await startSignIn(page, person)
  const choice = page.getByRole('group', { name: 'Where the code comes from' })
  await expect(choice.getByRole('radio', { name: 'Authenticator app: My app' })).toBeChecked()
  await choice.getByRole('radio', { name: `Text message: My phone, +*******${number.slice(-4)}` }).check()
  await expect(page.getByRole('button', { name: 'Text me a code' })).toBeVisible()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  await startSignIn(page, person)
  await field(page, 'Six-digit code').fill(nextCode(secret))
  await confirm(page)
  await expect(account(page, person)).toBeVisible()
})

test('a recovery code replaces the app, once', { tag: '@long' }, async ({ page }) => {
  const person = await makePerson(page.request, 'Rosa Rest')
  const { idToken } = await addApp(page.request, person)
  const post = await identityOf(page.request)
  const { recoveryCodes } = await post('v2/accounts/recoveryCodes:generate', { idToken })
  await startSignIn(page, person)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await expect(field(page, 'Recovery code')).toBeFocused()
  await field(page, 'Recovery code').fill('123 456')
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('123 456')
  await confirm(page)
  await expect(page.getByText('This is not a recovery code')).toBeVisible()
  await field(page, 'Recovery code').fill(recoveryCodes[0])
  await confirm(page)
  await expect(account(page, person)).toBeVisible()

  await logOut(page, person.displayName)
  await startSignIn(page, person)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await field(page, 'Recovery code').fill(recoveryCodes[0])
  await confirm(page)
  await expect(page.getByRole('main').getByRole('alert')).toHaveAttribute(
    'data-code',
    'auth/invalid-verification-code',
  )
})
