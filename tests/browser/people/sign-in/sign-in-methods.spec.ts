import type { Locator, Page } from '@playwright/test'
import { field, logOut, newEmail, openPopup } from '../../story.ts'
import { expect, mailedLink, newNumber, test, textedCode } from './every-method.ts'

const main = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).click()
const account = (page: Page, name: string): Locator => page.getByRole('button', { name: `Account: ${name}` })
const token = (page: Page) => page.evaluate(() => localStorage.getItem('accessToken'))

/** Signs in with a demo account in the popup that a button opens. */
async function signInByPopup(page: Page, button: string, person: RegExp): Promise<void> {
  const popup = await openPopup(page, () => press(page, button))
  await popup.getByRole('button', { name: person }).click()
}

test('the login page names sign-in methods, and shows one form at a time', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/login')
  const names = ['Login', 'Continue with Google', 'Continue with Facebook', 'Continue with GitHub']
  for (const name of [...names, 'Continue with Twitter', 'Email me a sign-in link', 'Use my phone']) {
    await expect(main(page).getByRole('button', { name, exact: true })).toBeVisible()
  }
  await press(page, 'Use my phone')
  await expect(field(page, 'Phone')).toBeFocused()
  await expect(field(page, 'Password')).toHaveCount(0)
  await press(page, 'Use a password')
  await expect(field(page, 'Email')).toBeFocused()
})

for (const [provider, person] of [
  ['GitHub', 'Gil Practice'],
  ['OpenID', 'Cam Practice'],
] as const) {
  test(`a visitor signs in with ${provider} and returns to the page that required it`, {
    tag: '@long',
  }, async ({ page }) => {
    await page.goto('/dashboard/orders')
    await expect(page).toHaveURL(/\/login/)
    await signInByPopup(page, `Continue with ${provider}`, new RegExp(person))
    await expect(page).toHaveURL('/dashboard/orders')
    await expect(account(page, person)).toBeVisible()
  })
}

test('a mailed link signs in once and returns to the remembered page', async ({ page }) => {
  const email = newEmail('linda')
  await page.goto('/dashboard/review')
  await expect(page).toHaveURL(/\/login/)
  await press(page, 'Email me a sign-in link')
  await press(page, 'Send the link')
  await expect(page.getByText('Email is Required')).toBeVisible()
  await field(page, 'Email').fill(email)
  await press(page, 'Send the link')
  await expect(page.getByText(`A sign-in link for ${email} is on its way.`)).toBeVisible()
  const link = await mailedLink(page.request, email)
  await page.goto(link)
  await expect(page).toHaveURL('/dashboard/review')
  await expect(account(page, email)).toBeVisible()
  await page.goto(link)
  await field(page, 'Email').fill(email)
  await press(page, 'Login')
  await expect(page.getByRole('alert').getByText('This link was used already')).toBeVisible()
})

test('another browser asks for the address of the link, and shows an error for a wrong one', {
  tag: '@long',
}, async ({ page, browser, baseURL }) => {
  const email = newEmail('lars')
  await page.goto('/login')
  await press(page, 'Email me a sign-in link')
  await field(page, 'Email').fill(email)
  await press(page, 'Send the link')
  await expect(page.getByText('is on its way')).toBeVisible()
  const other = await browser.newPage({ baseURL })
  await other.goto(await mailedLink(page.request, email))
  await expect(main(other).getByText('To which address was this link sent?')).toBeVisible()
  await field(other, 'Email').fill(newEmail('eve'))
  await press(other, 'Login')
  await expect(other.getByRole('alert').getByText('This link was sent to another address.')).toBeVisible()
  await field(other, 'Email').fill(email)
  await press(other, 'Login')
  await expect(account(other, email)).toBeVisible()
  await other.close()
})

test('a phone signs in by its code, and must add an address by a mailed link', { tag: '@long' }, async ({
  page,
  context,
}) => {
  const number = newNumber()
  const email = newEmail('phil')
  await page.goto('/dashboard/orders')
  await expect(page).toHaveURL(/\/login/)
  await press(page, 'Use my phone')
  await field(page, 'Phone').fill('555 0100')
  await press(page, 'Text me a code')
  await expect(page.getByText('Start with + and the country code')).toBeVisible()
  await field(page, 'Phone').fill(number)
  await press(page, 'Text me a code')
  await expect(page.getByText('A text message with a code is on its way.')).toBeVisible()
  await expect(field(page, 'Six-digit code')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Text me another code' })).toBeFocused()
  const code = await textedCode(page.request, number)
  await field(page, 'Six-digit code').fill(code === '000000' ? '111111' : '000000')
  await press(page, 'Login')
  await expect(page.getByRole('alert').getByText('This code is not right.')).toBeVisible()
  await field(page, 'Six-digit code').fill(code)
  await press(page, 'Login')

  await expect(page.getByRole('heading', { name: 'Your email' })).toBeVisible()
  expect(await token(page)).toBeNull()
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/add-email?from=%2Fdashboard')
  await field(page, 'Email').fill(email)
  await press(page, 'Send the link')
  await expect(page.getByText(`A link for ${email} is on its way.`)).toBeVisible()
  expect(await token(page)).toBeNull()

  const opened = await context.newPage()
  await opened.goto(await mailedLink(page.request, email))
  await expect(opened).toHaveURL('/dashboard')
  await expect(opened.getByRole('heading', { name: 'My Profile' })).toBeVisible()
  await expect(field(opened, 'Email')).toHaveValue(email)
  // The tab that requested the link continues by itself.
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
})

test('a Twitter account without an address must add one; its link asks another browser to log in', {
  tag: '@long',
}, async ({ page, browser, baseURL }) => {
  const email = newEmail('tom')
  await page.goto('/login')
  await signInByPopup(page, 'Continue with Twitter', /Tom Practice/)
  await expect(page.getByRole('heading', { name: 'Your email' })).toBeVisible()
  await field(page, 'Email').fill(email)
  await press(page, 'Send the link')
  await expect(page.getByText(`A link for ${email} is on its way.`)).toBeVisible()
  const link = await mailedLink(page.request, email)
  const other = await browser.newPage({ baseURL })
  await other.goto(link)
  await expect(other.getByRole('alert').getByText('Log in first, the way you did')).toBeVisible()
  await other.close()
  await page.goto(link)
  await expect(page).toHaveURL('/')
  await expect(account(page, 'Tom Practice')).toBeVisible()
})

test('a popup’s account is linked to the account of its address after an earlier method signed in', {
  tag: '@long',
}, async ({ page }) => {
  const email = 'fay.practice@example.net'
  await page.goto('/register')
  await field(page, 'Name').fill('Fay Practice')
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill('a-good-password')
  await press(page, 'Register')
  await expect(account(page, 'Fay Practice')).toBeVisible()
  await logOut(page, 'Fay Practice')

  await page.goto('/login')
  await signInByPopup(page, 'Continue with Facebook', /Fay Practice/)
  await expect(page.getByText(`Log in as ${email} the way you did before`)).toBeVisible()
  expect(await token(page)).toBeNull()
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  await expect(field(page, 'Email')).toHaveValue(email)
  await field(page, 'Password').fill('a-good-password')
  await press(page, 'Login')
  await expect(page.getByText('From now on Facebook signs you in, too.')).toBeVisible()
  await logOut(page, 'Fay Practice')

  await page.goto('/login')
  await signInByPopup(page, 'Continue with Facebook', /Fay Practice/)
  await expect(account(page, 'Fay Practice')).toBeVisible()
})

test('a popup’s account is not linked after the offer is declined, nor to another address', {
  tag: '@long',
}, async ({ page }) => {
  const email = 'ada.practice@example.net'
  await page.goto('/register')
  await field(page, 'Name').fill('Ada Own')
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill('a-good-password')
  await press(page, 'Register')
  await expect(account(page, 'Ada Own')).toBeVisible()
  await logOut(page, 'Ada Own')

  const offer = page.getByText(`Log in as ${email} the way you did before`)
  await page.goto('/login')
  await signInByPopup(page, 'Continue with GitHub', /Ada Practice/)
  await expect(offer).toBeVisible()
  await press(page, 'Do not add it')
  await expect(offer).toHaveCount(0)
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill('a-good-password')
  await press(page, 'Login')
  await expect(account(page, 'Ada Own')).toBeVisible()
  await logOut(page, 'Ada Own')

  // It was not linked, so it is offered again, and another person's sign-in does not link it.
  await page.goto('/login')
  await signInByPopup(page, 'Continue with GitHub', /Ada Practice/)
  await expect(offer).toBeVisible()
  await signInByPopup(page, 'Continue with Google', /Max Practice/)
  await expect(account(page, 'Max Practice')).toBeVisible()
  // Not a waiting assertion: a message would be shown already, and would disappear by itself.
  expect(await page.getByText(/From now on GitHub|GitHub could not be added/).count()).toBe(0)
  await logOut(page, 'Max Practice')
  await page.goto('/login')
  await signInByPopup(page, 'Continue with GitHub', /Ada Practice/)
  await expect(offer).toBeVisible()
})
