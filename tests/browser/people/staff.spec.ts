import type { Page } from '@playwright/test'
import type { Role } from '#contract/platform/auth/roles.ts'
import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { clearSession, createAccount, signInAsNewUser, signInDirectly } from '../direct-sign-in.ts'
import { apiOfPage, orderPart, payOrder, signInToApi } from '../store-api.ts'
import { expect, newEmail, signIn, test } from '../story.ts'

const menu = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

/** A new member of staff, who has not signed in yet in the browser. */
async function newStaff(page: Page, displayName: string, role: Role) {
  const person = { email: newEmail(displayName.toLowerCase().replace(' ', '.')), password: 'a-good-password' }
  await createAccount(page.request, { ...person, displayName })
  await signInToApi(page.request, person)
  const admin = await signInToApi(page.request, sampleAdmin)
  await admin.setRole({ params: { email: person.email }, body: { role, confirmUnverified: true } })
  return person
}

test('a member of staff for orders works on orders, sees nothing else, and is signed out by Make Admin', async ({
  page,
}) => {
  const buyer = await signInAsNewUser(page, 'Lena Fischer')
  await orderPart(await apiOfPage(page), buyer.email, 'BR-2804-22')
  await clearSession(page)
  const clerk = await newStaff(page, 'Olga Orders', 'orders')
  await signIn(page, clerk)
  await page.goto('/dashboard')
  for (const name of ['My Profile', 'Manage Orders', 'Estimates', 'Subscribers'])
    await expect(menu(page).getByRole('link', { name, exact: true })).toBeVisible()
  for (const name of [
    'Add Product',
    'Manage Product',
    'Make Admin',
    'Import Parts',
    'Reviews',
    'Failed Jobs',
  ])
    await expect(menu(page).getByRole('link', { name, exact: true })).toHaveCount(0)

  await menu(page).getByRole('link', { name: 'Manage Orders' }).click()
  const row = page.getByRole('row', { name: new RegExp(buyer.email) })
  await row.getByRole('combobox').selectOption({ label: 'Shift' })
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
  await dialog.getByRole('button', { name: 'Yes, shift it' }).click()
  await expect(row.getByRole('combobox')).toHaveValue('Shift')

  for (const path of ['addProduct', 'manageProduct', 'importParts', 'reviews', 'failedMails', 'failedJobs']) {
    await page.goto(`/dashboard/${path}`)
    await expect(heading(page, 'Not part of your role')).toBeVisible()
    await expect(page.getByRole('main').getByRole('row')).toHaveCount(0)
  }
  await page.goto('/dashboard/makeAdmin')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
})

test.describe('a role taken away', () => {
  test.use({ expectedErrorStatuses: [403] })
  test('the open page of a clerk whose role is taken away does nothing more', async ({ page }) => {
    const buyer = await signInAsNewUser(page, 'Bo Buyer')
    await orderPart(await apiOfPage(page), buyer.email, 'BR-2804-22')
    await clearSession(page)
    const clerk = await newStaff(page, 'Former Clerk', 'orders')
    await signInDirectly(page, clerk)
    await page.goto('/dashboard/manageOrders')
    const status = page.getByRole('row', { name: new RegExp(buyer.email) }).getByRole('combobox')
    await expect(status).toHaveValue('Pending')
    const admin = await signInToApi(page.request, sampleAdmin)
    await admin.setRole({ params: { email: clerk.email }, body: { role: 'user' } })
    await status.selectOption({ label: 'Shift' })
    await page.getByRole('button', { name: 'Yes, shift it' }).click()
    await expect(heading(page, 'Admins only')).toBeVisible()
    const { items } = await admin.listAllOrders({ query: { email: buyer.email } })
    expect(items).toMatchObject([{ status: 'pending' }])
  })
})

test('an admin finds a person, gives a role after a question, filters by it, and takes it back', async ({
  page,
}) => {
  const person = { email: newEmail('wilma.zander'), password: 'a-good-password' }
  await createAccount(page.request, { ...person, displayName: 'Wilma Zander' })
  await signInToApi(page.request, person)
  await signInDirectly(page, sampleAdmin)
  await page.goto('/dashboard/makeAdmin')
  await page.getByRole('searchbox', { name: 'Search accounts by name or email' }).fill('zander wil')
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
  const rows = page.getByRole('table', { name: 'Accounts' }).getByRole('row')
  await expect(rows).toHaveCount(2)
  const role = page.getByRole('combobox', { name: `Role of ${person.email}` })
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
  await role.selectOption('Accounts')
  await expect(dialog.getByText('You want to give the role Accounts?')).toBeVisible()
  await expect(dialog.getByText(/This address is not verified/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(role).toHaveValue('user')
  await role.selectOption('Accounts')
  await dialog.getByRole('button', { name: 'Yes, give the role' }).click()
  await expect(page.getByText('The role is now Accounts.')).toBeVisible()
  await expect(role).toHaveValue('accounts')

  // the search of the back office leads to the roles of staff, and to the orders of a customer
  const find = page.getByRole('combobox', { name: 'Search orders, people and parts' })
  const foundIn = page.getByRole('option', { name: /Wilma Zander/ })
  await find.fill(person.email)
  await foundIn.click()
  await expect(page).toHaveURL(`/dashboard/makeAdmin?q=${encodeURIComponent(person.email)}`)

  const filter = page.getByRole('navigation', { name: 'Role' })
  await filter.getByRole('link', { name: 'Viewer' }).click()
  await expect(page.getByText('Nobody found')).toBeVisible()
  await filter.getByRole('link', { name: 'Accounts' }).click()
  await expect(page).toHaveURL(/\?q=wilma[^&]+&role=accounts$/)
  await role.selectOption('Customer')
  await expect(dialog.getByText('You want to take the role Accounts back?')).toBeVisible()
  await expect(dialog.getByText(/This address is not verified/)).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Yes, take it back' }).click()
  await expect(page.getByText('The role Accounts is taken back.')).toBeVisible()
  await expect(page.getByText('Nobody found')).toBeVisible()
  await find.fill(person.email)
  await foundIn.click()
  await expect(page).toHaveURL(`/dashboard/manageOrders?email=${encodeURIComponent(person.email)}`)
  await page.goto('/dashboard/makeAdmin')

  // one's own row
  const own = page.getByRole('row', { name: new RegExp(sampleAdmin.email) })
  await expect(own).toContainText('you')
  await expect(own.getByRole('combobox')).toHaveCount(0)
  await expect(own.getByRole('button', { name: 'Remove' })).toBeDisabled()
})

test('the table of roles says what each may do', async ({ page }) => {
  await signInDirectly(page, sampleAdmin)
  await page.goto('/dashboard/makeAdmin')
  const table = page.getByRole('table', { name: 'What each role may do' })
  await expect(table.getByRole('columnheader')).toHaveText([
    'Task',
    'Admin',
    'Catalogue',
    'Orders',
    'Accounts',
    'Viewer',
  ])
  const cells = (task: string) => table.getByRole('row', { name: new RegExp(`^${task}`) }).getByRole('cell')
  await expect(cells('Refund payments')).toHaveText(['yes', '·no', '·no', 'yes', '·no'])
  await expect(cells('Add, edit and delete parts')).toHaveText(['yes', 'yes', '·no', '·no', '·no'])
  await expect(cells('Give and take roles')).toHaveText(['yes', '·no', '·no', '·no', '·no'])
})

test('a viewer sees orders, requests and failed jobs, and no control that would change them', {
  tag: '@long',
}, async ({ page }) => {
  const buyer = await signInAsNewUser(page, 'Vera Buyer')
  await orderPart(await apiOfPage(page), buyer.email, 'BR-2804-22')
  await page.request.post('/api/estimate', { data: { name: 'Vera Asks', email: buyer.email } })
  await page.request.post('/api/newsletter', { data: { email: buyer.email } })
  await clearSession(page)
  await signInDirectly(page, await newStaff(page, 'Vic Viewer', 'viewer'))
  const row = page.getByRole('row').filter({ hasText: buyer.email })
  await page.goto('/dashboard/manageOrders')
  await expect(row.getByText('Pending', { exact: true })).toBeVisible()
  await expect(page.getByRole('table').getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('table').getByRole('combobox')).toHaveCount(0)
  await page.goto('/dashboard/estimates')
  await expect(page.getByRole('link', { name: 'Answer Vera Asks by email' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete the request of Vera Asks' })).toHaveCount(0)
  await page.goto('/dashboard/subscribers')
  await expect(row).toBeVisible()
  await expect(page.getByRole('button', { name: `Delete ${buyer.email}` })).toHaveCount(0)
  for (const [path, name] of [
    ['failedMails', 'Failed Mails'],
    ['failedJobs', 'Failed Jobs'],
  ] as const) {
    await page.goto(`/dashboard/${path}`)
    await expect(heading(page, name)).toBeVisible()
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  }
})

test('accounts refund a payment, and neither ship nor delete', { tag: '@long' }, async ({ page }) => {
  const buyer = await signInAsNewUser(page, 'Paula Paid')
  const api = await apiOfPage(page)
  const order = await orderPart(api, buyer.email, 'BR-2804-22')
  await payOrder(page.request, api, order)
  await clearSession(page)
  await signInDirectly(page, await newStaff(page, 'Ada Accounts', 'accounts'))
  await page.goto('/dashboard/manageOrders')
  const row = page.getByRole('row', { name: new RegExp(buyer.email) })
  await expect(row.getByRole('combobox')).toHaveCount(0)
  await expect(row.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await row.getByRole('button', { name: 'Refund' }).click()
  await page
    .getByRole('dialog', { name: 'Refund this order' })
    .getByRole('button', { name: 'Give back' })
    .click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0)
  const admin = await signInToApi(page.request, sampleAdmin)
  const { items } = await admin.listAllOrders({ query: { email: buyer.email } })
  expect(items).toMatchObject([{ refunded: order.total }])
})
