import type { Page } from '@playwright/test'
import { sampleAdmin } from '#contract/sample-admin.ts'
import { apiFor, apiOf, orderPart, payOrder } from './api-of.ts'
import { expect, field, newEmail, register, signIn, test } from './story.ts'

const main = (page: Page) => page.getByRole('main')

test('the admin sees the shop at a glance, and goes on from there', async ({ page }) => {
  const part = `Timing chain ${Date.now()}`
  await page.request.post('/api/estimate', { data: { name: 'Kofi', email: 'kofi@example.com', part } })
  await signIn(page, sampleAdmin)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  const chart = main(page).getByRole('img', { name: /^Sales per day, .+: \$[\d,.]+ in all, highest \$/ })
  await expect(chart).toBeVisible()
  await main(page).getByText('As a table').click()
  const figures = main(page).getByRole('table', { name: 'Sales per day' })
  await expect(figures.getByRole('row')).toHaveCount(15)
  await expect(main(page).getByRole('listitem').filter({ hasText: 'Kofi' }).getByText(part)).toBeVisible()

  const low = main(page).getByRole('region', { name: 'Low stock' }).getByRole('link').first()
  const name = await low.innerText()
  await low.click()
  await expect(page).toHaveURL(/\/dashboard\/manageProduct\?q=/)
  await expect(main(page).getByRole('heading', { name, exact: true })).toBeVisible()

  await page.goBack()
  await main(page).getByRole('link', { name: 'Shift' }).click()
  await expect(page).toHaveURL('/dashboard/manageOrders?status=Shift')
  await expect(main(page).getByRole('combobox').first()).toHaveValue('Shift')
})

test('a part below its minimum order is said to be, in a word', async ({ page, request }) => {
  const admin = await apiFor(request, sampleAdmin)
  const productName = `Scarce relay ${Date.now()}`
  const shelf = { price: 5, minimumOrder: 1200, availableQuantity: 2, img: '/drawings/relay.svg' }
  const { _id } = await admin.createProduct({ body: { ...shelf, productName } })
  await signIn(page, sampleAdmin)
  await page.goto('/dashboard/overview')
  const low = main(page).getByRole('region', { name: 'Low stock' })
  await expect(low.getByRole('listitem').filter({ hasText: productName })).toContainText(
    'below minimum 1,200',
  )
  await admin.deleteProduct({ params: { id: _id } })
})

test('a shop without anything yet says so on its overview', async ({ page }) => {
  await signIn(page, sampleAdmin)
  await page.route('**/api/overview', async (route) => {
    const overview = await (await route.fetch()).json()
    const lists = { lowStock: [], newestReviews: [], newestEstimates: [], strayPayments: [] }
    const ordersByStatus = { pendingUnpaid: 0, pendingPaid: 0, shifted: 0, expired: 0 }
    const salesPerDay = overview.salesPerDay.map((day: object) => ({ ...day, total: 0, orders: 0 }))
    await route.fulfill({ json: { ...overview, ...lists, ordersByStatus, salesPerDay } })
  })
  await page.goto('/dashboard/overview')
  for (const words of [
    'No sales in these two weeks.',
    'No orders yet.',
    'Every shelf holds more than ten pieces.',
    'Nobody has written a review yet.',
    'Nobody has asked for an estimate yet.',
  ]) {
    await expect(main(page).getByText(words)).toBeVisible()
  }
  await expect(main(page).getByRole('heading', { name: 'Stray payments' })).toHaveCount(0)
})

test.describe('while the store is away', () => {
  test.use({ provokes: [400, 503] })
  test('the overview says so, shows strays when it is back, and the menu stays usable', async ({ page }) => {
    await signIn(page, sampleAdmin)
    let isAway = true
    await page.route('**/api/overview', async (route) => {
      if (isAway) return route.fulfill({ status: 503, json: { code: 'database_unavailable' } })
      const overview = await (await route.fetch()).json()
      const stray = { transactionId: 'pi_lost', orderId: 'gone', amount: 700, currency: 'jpy' }
      const strayPayments = [{ ...stray, refunded: false, createdAt: '2026-01-02T03:04:05.000Z' }]
      return route.fulfill({ json: { ...overview, strayPayments } })
    })
    await page.goto('/dashboard/overview')
    await expect(page.getByRole('heading', { name: 'This page did not load' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Manage Orders' })).toBeVisible()
    isAway = false
    await page.getByRole('button', { name: 'Retry' }).click()
    const stray = main(page).getByRole('row', { name: /pi_lost/ })
    await expect(stray.getByText('¥700')).toBeVisible()
    await expect(stray.getByText('being refunded')).toBeVisible()
  })
})

test('what a visitor asks on Home reaches the admin, who answers by email', async ({ page }) => {
  await page.goto('/')
  const name = `Lena ${Date.now()}`
  for (const [label, text] of [
    ['Name', name],
    ['Email', 'lena@example.com'],
    ['Part', 'Alternator & belt'],
    ['Note', 'Soon, please.'],
  ] as const) {
    await main(page).getByRole('textbox', { name: label, exact: true }).fill(text)
  }
  await page.getByRole('button', { name: 'Get a Quote' }).click()
  await expect(page.getByText('Thank you. We answer by email within one working day.')).toBeVisible()
  await signIn(page, sampleAdmin)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Estimates' }).click()
  const row = page.getByRole('row', { name: new RegExp(name) })
  await expect(row.getByText('Soon, please.')).toBeVisible()
  await expect(row.getByRole('link', { name: `Answer ${name} by email` })).toHaveAttribute(
    'href',
    'mailto:lena%40example.com?subject=Your%20estimate%3A%20Alternator%20%26%20belt',
  )
})

test('a list of many pages goes forth and back, and the keyboard goes with it', async ({ page }) => {
  const emails = Array.from({ length: 205 }, () => newEmail('reader'))
  for (const email of emails) await page.request.post('/api/newsletter', { data: { email } })
  const [newest = '', older = '', oldest = ''] = [emails[204], emails[100], emails[0]]
  await signIn(page, sampleAdmin)
  await page.goto('/dashboard/subscribers')
  const rowOf = (email: string) => page.getByRole('row', { name: new RegExp(email) })
  const go = (name: string) => page.getByRole('link', { name, exact: true })
  await expect(rowOf(newest)).toBeVisible()
  await expect(go('First page')).toHaveCount(0)
  await go('Next page').press('Enter')
  await expect(rowOf(older)).toBeVisible()
  await expect(main(page)).toBeFocused()
  await go('Next page').press('Enter')
  await expect(rowOf(oldest)).toBeVisible()
  await page.reload()
  await expect(rowOf(oldest)).toBeVisible()
  await go('Previous page').press('Enter')
  await expect(rowOf(older)).toBeVisible()
  await go('Previous page').press('Enter')
  await expect(rowOf(newest)).toBeVisible()
  await expect(page).toHaveURL('/dashboard/subscribers')
})

test('a review is hidden and shown again by keyboard, and Home follows', async ({ page }) => {
  await register(page, 'Rude Person')
  const name = `Reviewer ${Date.now()}`
  await (await apiOf(page)).createReview({ body: { name, description: 'Not nice.', img: null } })
  await leave(page)
  await signIn(page, sampleAdmin)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Reviews', exact: true }).click()
  const row = page.getByRole('row', { name: new RegExp(name) })
  await row.getByRole('button', { name: `Hide the review of ${name}` }).press('Enter')
  await expect(page.getByText('The review is hidden.')).toBeVisible()
  await expect(row.getByText('hidden', { exact: true })).toBeVisible()
  const show = row.getByRole('button', { name: `Show the review of ${name}` })
  await expect(show).toBeFocused()
  const home = await page.request.get('/')
  expect(await home.text()).not.toContain(name)

  await page.getByRole('link', { name: 'Hidden', exact: true }).click()
  await show.press('Enter')
  await expect(page.getByText('The review is shown again.')).toBeVisible()
  await expect(row).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  expect(await (await page.request.get('/')).text()).toContain(name)
})

test('a paid order prints as a receipt: seller, number, line, total, payment and date', async ({ page }) => {
  const { email } = await register(page, 'Ines Ferreira')
  const api = await apiOf(page)
  const order = await orderPart(api, email, 'BR-2804-22')
  const transactionId = await payOrder(page.request, api, order)
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await page.goto('/dashboard/orders')
  await page
    .getByRole('row', { name: /Front brake disc/ })
    .getByText('History')
    .click()
  await expect(page.getByRole('listitem').filter({ hasText: /^Paid/ })).toBeVisible()
  // paper has nothing to press
  await expect(page.getByRole('columnheader', { name: 'Action' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('columnheader', { name: 'Action' })).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('link', { name: /^Receipt of Front brake disc/ }).click()
  await expect(page).toHaveURL(`/dashboard/orders/${order._id}`)
  await expect(page).toHaveTitle('Receipt of Front brake disc, drilled: Partsline')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const sheet = page.getByRole('article')
  for (const text of ['Partsline', order._id, email, '44 Harbour Road', '$129.80', transactionId]) {
    await expect(sheet.getByText(text, { exact: true }).first()).toBeVisible()
  }
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Print' })).toHaveCount(0)
  // dark ink on white, whatever the screen shows, be it by system or by choice
  const ink = () => page.evaluate(() => getComputedStyle(document.body).color)
  expect(await ink()).toBe('rgb(26, 24, 21)')
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  await page.getByRole('button', { name: 'Switch theme' }).click()
  expect(await ink()).toBe('rgb(236, 239, 233)')
  await page.emulateMedia({ media: 'print' })
  expect(await ink()).toBe('rgb(26, 24, 21)')
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed')
})

test.describe('somebody else’s order', () => {
  test.use({ provokes: [400, 404] })
  test('is not found, while an admin may print any', async ({ page }) => {
    const owner = await register(page, 'Order Owner')
    const order = await orderPart(await apiOf(page), owner.email, 'BR-2804-22')
    await leave(page)
    await register(page, 'Curious Person')
    await page.goto(`/dashboard/orders/${order._id}`)
    await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible()
    await leave(page)
    await signIn(page, sampleAdmin)
    await page.goto(`/dashboard/orders/${order._id}`)
    await expect(page.getByRole('heading', { name: 'Order sheet' })).toBeVisible()
    await expect(page.getByText('Not paid yet. This sheet is no receipt.')).toBeVisible()
    await expect(main(page).getByRole('link', { name: 'Manage Orders' })).toHaveCount(2)
  })
})

test('orders are deleted by keyboard alone, which always knows where it is', async ({ page }) => {
  const { email } = await register(page, 'Keyboard User')
  const api = await apiOf(page)
  for (const part of ['BR-2804-22', 'WT-1775-05', 'EN-7696-20']) await orderPart(api, email, part)
  await page.goto('/dashboard/orders')
  const rows = main(page).getByRole('row')
  await expect(rows).toHaveCount(4)
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
  const remove = async (row: number) => {
    await rows.nth(row).getByRole('button', { name: 'Delete' }).press('Enter')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
  }
  // Escape is no, and the keyboard is back on its button
  await rows.nth(2).getByRole('button', { name: 'Delete' }).press('Enter')
  await page.keyboard.press('Escape')
  await expect(rows.nth(2).getByRole('button', { name: 'Delete' })).toBeFocused()
  await remove(2)
  await expect(rows).toHaveCount(3)
  // the row that moved up, and then the last
  await expect(rows.nth(2).getByRole('link').first()).toBeFocused()
  await remove(2)
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1).getByRole('link').first()).toBeFocused()
  await remove(1)
  await expect(page.getByText('No orders yet')).toBeVisible()
  await expect(main(page)).toBeFocused()
})

test('the admin finds a part by shelf and words, restocks it, and is back at its button', async ({
  page,
}) => {
  const admin = await apiFor(page.request, sampleAdmin)
  const productName = `Ball joint ${Date.now()}`
  const part = { price: 9.5, minimumOrder: 1, availableQuantity: 4, img: '/drawings/ball-joint.svg' }
  const { _id } = await admin.createProduct({ body: { ...part, productName, category: 'suspension' } })
  await signIn(page, sampleAdmin)
  await page.goto('/dashboard/manageProduct')
  await field(page, 'Category').selectOption('Engine Parts')
  await field(page, 'Search these parts').fill(productName)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nothing found')).toBeVisible()
  await expect(field(page, 'Search these parts')).toBeFocused()
  await field(page, 'Category').selectOption('Suspension Parts')
  await page.getByRole('button', { name: 'Search' }).click()
  const card = main(page).getByRole('listitem').filter({ hasText: productName })
  const edit = card.getByRole('button', { name: 'Edit' })
  await edit.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Edit part' })
  await dialog.getByLabel('Price').fill('11.25')
  await dialog.getByLabel('Add pieces').fill('20')
  await dialog.getByLabel('Brand').fill('Steinbrekk')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The part is saved.')).toBeVisible()
  await expect(card.getByText('$11.25')).toBeVisible()
  await expect(card.getByText('24', { exact: true })).toBeVisible()
  await expect(edit).toBeFocused()
  await page.goto('/dashboard/manageProduct?category=nothing')
  await expect(field(page, 'Category')).toHaveValue('')
  await admin.deleteProduct({ params: { id: _id } })
})

test('a customer sees neither the admin’s additions nor their pages', async ({ page }) => {
  await register(page, 'Plain Customer')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
  for (const name of ['Overview', 'Reviews', 'Estimates', 'Subscribers']) {
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
    await page.goto(`/dashboard/${name.toLowerCase()}`)
    await expect(page.getByRole('heading', { name: 'Admins only' })).toBeVisible()
  }
})

test('editing the profile keeps the dashboard’s menu, and every page says that payments are tests', async ({
  page,
}) => {
  await register(page, 'Menu Keeper')
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Edit Profile' }).click()
  await expect(page.getByRole('heading', { name: 'Edit Profile' })).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Demo' })).toHaveText(/Payments are tests/)
  await expect(page.getByRole('navigation', { name: 'Catalogue' })).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'My Orders' }).click()
  await expect(page).toHaveURL('/dashboard/orders')
})

/** Signs out without the questions. */
async function leave(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear())
  await page.evaluate(() => indexedDB.deleteDatabase('firebaseLocalStorageDb'))
}
