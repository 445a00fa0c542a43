import type { Page } from '@playwright/test'
import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { createAccount } from '../../direct-sign-in.ts'
import { signInToApi } from '../../store-api.ts'
import { expect, field, logOut, newEmail, POLL_OFTEN, register, signIn, test } from '../../story.ts'

// A lost connection, a rejected sign-in, a call of a sign-in that has ended.
test.use({ expectedErrorStatuses: [0, 400, 401] })

const account = (page: Page, name: string) => page.getByRole('button', { name: `Account: ${name}` })
/** Types into the footer's newsletter form, which keeps a draft. */
const typeDraft = (page: Page) => page.getByRole('contentinfo').getByRole('textbox').fill('typed@example.com')
const draftCount = (page: Page) =>
  page.evaluate(() => Object.keys(JSON.parse(sessionStorage.getItem('drafts') ?? '{}')).length)
const token = (page: Page) => page.evaluate(() => localStorage.getItem('accessToken'))

test('a sign-in survives a reload, applies to the next tab, and ends in both with its drafts', async ({
  page,
  context,
}) => {
  await register(page, 'Ria Zweig')
  await page.reload()
  await expect(account(page, 'Ria Zweig')).toBeVisible()
  await typeDraft(page)
  expect(await draftCount(page)).toBeGreaterThan(0)
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(other.getByRole('heading', { name: 'My Profile' })).toBeVisible()
  await logOut(other, 'Ria Zweig')
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  expect(await draftCount(page)).toBe(0)
  // The user ended it: no message says that it has ended.
  await expect(page.getByText('Your sign-in has ended.')).toHaveCount(0)
  expect(await token(page)).toBeNull()
})

test('logging out ends the sign-in at the store and removes drafts', { tag: '@long' }, async ({ page }) => {
  const { email } = await register(page, 'Lia Ende')
  const headers = { authorization: `Bearer ${await token(page)}` }
  const read = async () => (await page.request.get(`/api/user/${email}`, { headers })).status()
  expect(await read()).toBe(200)
  await typeDraft(page)
  await logOut(page, 'Lia Ende')
  expect(await draftCount(page)).toBe(0)
  await expect.poll(read, POLL_OFTEN).toBe(401)
})

test('a sign-in in one tab signs in the other, whose login page navigates on', { tag: '@long' }, async ({
  page,
  context,
}) => {
  const person = await register(page, 'Zoe Paar')
  await logOut(page, 'Zoe Paar')
  await page.goto('/login?from=%2Fdashboard%2Freview')
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/login')
  await field(other, 'Email').fill(person.email)
  await field(other, 'Password').fill(person.password)
  await other.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(other).toHaveURL('/')
  await expect(page).toHaveURL('/dashboard/review')
  await expect(account(page, 'Zoe Paar')).toBeVisible()
})

test('when another tab signs in as another person, this tab shows that person and has the new token', {
  tag: '@long',
}, async ({ page, context }) => {
  const next = { email: newEmail('ida.zwei'), password: 'a-good-password', displayName: 'Ida Zwei' }
  await createAccount(page.request, next)
  await register(page, 'Uwe Eins')
  const other = await context.newPage()
  await other.goto('/')
  await logOut(other, 'Uwe Eins')
  await signIn(other, next)
  await expect(account(other, 'Ida Zwei')).toBeVisible()
  await expect(account(page, 'Ida Zwei')).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page.getByRole('main').getByText(next.email).first()).toBeVisible()
  expect(await token(page)).toBe(await token(other))
  expect(await token(page)).not.toBeNull()
})

test('a start without a connection to the identity provider keeps the sign-in', { tag: '@long' }, async ({
  page,
}) => {
  await register(page, 'Olga Funk')
  await page.route('**/identity/**', (route) => route.abort('internetdisconnected'))
  await page.reload()
  await expect(account(page, 'Olga Funk')).toBeVisible()
  // The store's own token is still valid.
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
  await page.unroute('**/identity/**')
  await page.reload()
  await expect(account(page, 'Olga Funk')).toBeVisible()
})

test('a login without a connection shows an error, keeps typed text and works at the next try', {
  tag: '@long',
}, async ({ page }) => {
  const person = await register(page, 'Nele Netz')
  await logOut(page, 'Nele Netz')
  await page.goto('/login')
  await field(page, 'Email').fill(person.email)
  await field(page, 'Password').fill(person.password)
  await page.route('**/identity/v1/accounts*', (route) => route.abort('internetdisconnected'))
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toHaveText(/Sign-in could not be reached/)
  await expect(alert).toHaveAttribute('data-code', 'auth/network-request-failed')
  await page.unroute('**/identity/v1/accounts*')
  await expect(field(page, 'Password')).toHaveValue(person.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(account(page, 'Nele Netz')).toBeVisible()
})

test('a removed user is signed out at the next call, and a login shows that the account is disabled', {
  tag: '@long',
}, async ({ page }) => {
  const person = await register(page, 'Dirk Aus')
  const admin = await signInToApi(page.request, sampleAdmin)
  const { items } = await admin.listUsers({ query: {} })
  const found = items.find(({ email }) => email === person.email)
  await admin.removeUser({ params: { id: found?._id ?? '' } })
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText('Your sign-in has ended. Log in again.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  expect(await token(page)).toBeNull()
  await field(page, 'Email').fill(person.email)
  await field(page, 'Password').fill(person.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toHaveText('This account has been disabled. Contact the store.')
  await expect(alert).toHaveAttribute('data-code', 'auth/user-disabled')
})

test('a tab whose sign-in another one ended removes its drafts at the next call, and returns after a login', {
  tag: '@long',
}, async ({ page }) => {
  const person = await register(page, 'Petra Neu')
  const otherSignIn = await signInToApi(page.request, person)
  await otherSignIn.endOtherSignIns({})
  await typeDraft(page)
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page).toHaveURL('/login?from=%2Fdashboard')
  await expect(page.getByText('Your sign-in has ended. Log in again.')).toBeVisible()
  expect(await token(page)).toBeNull()
  expect(await draftCount(page)).toBe(0)
  // The address changes before the page: Home has a field of this name, too.
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  await field(page, 'Email').fill(person.email)
  await field(page, 'Password').fill(person.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(account(page, 'Petra Neu')).toBeVisible()
})
