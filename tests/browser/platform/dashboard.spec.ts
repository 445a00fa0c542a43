import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { clearSession, signInAsNewUser, signInDirectly } from '../direct-sign-in.ts'
import { apiOfPage, orderPart, payOrder } from '../store-api.ts'
import { expect, hold, newEmail, POLL_OFTEN, test } from '../story.ts'

const main = (page: Page) => page.getByRole('main')

test('an estimate requested on Home reaches the admin with a link to answer by email', async ({ page }) => {
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
  await signInDirectly(page, sampleAdmin)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Estimates' }).click()
  const row = page.getByRole('row', { name: new RegExp(name) })
  await expect(row.getByText('Soon, please.')).toBeVisible()
  await expect(row.getByRole('link', { name: `Answer ${name} by email` })).toHaveAttribute(
    'href',
    'mailto:lena%40example.com?subject=Your%20estimate%3A%20Alternator%20%26%20belt',
  )
})

test('an admin deletes an estimate request and a subscriber, after a question, and exports the others', async ({
  page,
}) => {
  const name = `Gone ${Date.now()}`
  const email = newEmail('gone')
  const other = newEmail('stays')
  await page.request.post('/api/estimate', { data: { name, email } })
  for (const address of [other, email])
    await page.request.post('/api/newsletter', { data: { email: address } })
  await signInDirectly(page, sampleAdmin)
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
  const rowOf = (text: string) => page.getByRole('row', { name: new RegExp(text) })

  await page.goto('/dashboard/estimates')
  await page.getByRole('button', { name: `Delete the request of ${name}` }).click()
  await expect(dialog.getByText('You want to delete this estimate request?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(rowOf(name)).toBeVisible()
  await page.getByRole('button', { name: `Delete the request of ${name}` }).click()
  await dialog.getByRole('button', { name: 'Delete request' }).click()
  await expect(page.getByText('The estimate request has been deleted!')).toBeVisible()
  await expect(rowOf(name)).toHaveCount(0)

  await page.goto('/dashboard/subscribers')
  await page.getByRole('button', { name: `Delete ${email}` }).click()
  await expect(dialog.getByText('You want to delete this subscriber?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete subscriber' }).click()
  await expect(page.getByText('The subscriber has been deleted!')).toBeVisible()
  await expect(rowOf(email)).toHaveCount(0)
  await expect(rowOf(other)).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export subscribers' }).click()
  const lines = readFileSync(await (await download).path(), 'utf8').split('\r\n')
  const link = lines.find((line) => line.startsWith(other))?.split(',')[2] ?? ''
  await page.goto(new URL(link).pathname + new URL(link).search)
  await expect(page.getByRole('heading', { name: 'Leave the newsletter' })).toBeVisible()
  await page.getByRole('button', { name: 'Leave the newsletter' }).click()
  await expect(page.getByRole('heading', { name: 'You left the newsletter.' })).toBeVisible()
  await page.goto('/dashboard/subscribers')
  await expect(rowOf(other)).toHaveCount(0)
})

test('a review is hidden and shown again by keyboard, also on Home', { tag: '@long' }, async ({ page }) => {
  await signInAsNewUser(page, 'Rude Person')
  const name = `Reviewer ${Date.now()}`
  await (await apiOfPage(page)).createReview({ body: { name, description: 'Not nice.', img: null } })
  await clearSession(page)
  await signInDirectly(page, sampleAdmin)
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
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName), POLL_OFTEN).not.toBe('BODY')
  expect(await (await page.request.get('/')).text()).toContain(name)
})

test('a paid order prints as a receipt with seller, order number, buyer, total and transaction id', {
  tag: '@long',
}, async ({ page }) => {
  const { email } = await signInAsNewUser(page, 'Ines Ferreira')
  const api = await apiOfPage(page)
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
  // The column of buttons is not printed.
  await expect(page.getByRole('columnheader', { name: 'Action' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('columnheader', { name: 'Action' })).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('link', { name: `Receipt of order ${order.number}, Front brake disc` }).click()
  await expect(page).toHaveURL(`/dashboard/orders/${order.number}`)
  await expect(page).toHaveTitle(`Receipt of order ${order.number}, Front brake disc, drilled: Partsline`)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const receipt = page.getByRole('article')
  for (const text of [
    'Partsline',
    String(order.number),
    email,
    '44 Harbour Road',
    '$129.80',
    transactionId,
  ]) {
    await expect(receipt.getByText(text, { exact: true }).first()).toBeVisible()
  }
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Print' })).toHaveCount(0)
  // Printed text is dark in both themes.
  const textColor = () => page.evaluate(() => getComputedStyle(document.body).color)
  expect(await textColor()).toBe('rgb(26, 24, 21)')
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  await page.getByRole('button', { name: 'Dark theme' }).click()
  expect(await textColor()).toBe('rgb(236, 239, 233)')
  await page.emulateMedia({ media: 'print' })
  expect(await textColor()).toBe('rgb(26, 24, 21)')
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed')
})

test.describe('another person’s order', () => {
  test.use({ expectedErrorStatuses: [400, 404] })
  test('another customer’s order is not found, while an admin may open it', { tag: '@long' }, async ({
    page,
  }) => {
    const owner = await signInAsNewUser(page, 'Order Owner')
    const order = await orderPart(await apiOfPage(page), owner.email, 'BR-2804-22')
    await clearSession(page)
    await signInAsNewUser(page, 'Curious Person')
    for (const name of [order._id, order.number]) {
      await page.goto(`/dashboard/orders/${name}`)
      await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible()
    }
    await clearSession(page)
    await signInDirectly(page, sampleAdmin)
    for (const name of [order._id, order.number]) {
      await page.goto(`/dashboard/orders/${name}`)
      await expect(page.getByRole('heading', { name: `Order ${order.number}` })).toBeVisible()
    }
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText('Not paid yet. This sheet is no receipt.')).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
    await expect(main(page).getByRole('link', { name: 'Manage Orders' })).toHaveCount(2)
  })
})

test('orders are deleted by keys, and the focus moves to the next row, the last one or the content', {
  tag: '@long',
}, async ({ page }) => {
  const { email } = await signInAsNewUser(page, 'Keyboard User')
  const api = await apiOfPage(page)
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
  // Escape cancels, and the focus returns to the button.
  await rows.nth(2).getByRole('button', { name: 'Delete' }).press('Enter')
  await page.keyboard.press('Escape')
  await expect(rows.nth(2).getByRole('button', { name: 'Delete' })).toBeFocused()
  await remove(2)
  await expect(rows).toHaveCount(3)
  // The focus moves to the next row, and at the end to the last one.
  await expect(rows.nth(2).getByRole('link').first()).toBeFocused()
  await remove(2)
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1).getByRole('link').first()).toBeFocused()
  await remove(1)
  await expect(page.getByText('No orders yet')).toBeVisible()
  await expect(main(page)).toBeFocused()
})

test('after a click outside the content the focus does not move when the deleted row disappears', {
  tag: '@long',
}, async ({ page }) => {
  const { email } = await signInAsNewUser(page, 'Quick Pointer')
  const api = await apiOfPage(page)
  for (const part of ['BR-2804-22', 'WT-1775-05']) await orderPart(api, email, part)
  await page.goto('/dashboard/orders')
  const rows = main(page).getByRole('row')
  await expect(rows).toHaveCount(3)
  const release = await hold(page, '**/api/order/*')
  await rows.nth(1).getByRole('button', { name: 'Delete' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
  await dialog.getByRole('button', { name: 'Remove order' }).press('Enter')
  await expect(dialog).toBeHidden()
  // outside the main content, which a click on it would focus
  await page.getByRole('complementary', { name: 'Demo' }).click({ position: { x: 2, y: 2 } })
  const focused = () => page.evaluate(() => document.activeElement?.tagName)
  expect(await focused()).toBe('BODY')
  release()
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1).getByRole('button', { name: 'Delete' })).toBeEnabled()
  expect(await focused()).toBe('BODY')
})

test('a customer sees no links to four pages of admins, and “Admins only” on them', { tag: '@long' }, async ({
  page,
}) => {
  await signInAsNewUser(page, 'Plain Customer')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
  for (const name of ['Overview', 'Reviews', 'Estimates', 'Subscribers']) {
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
    await page.goto(`/dashboard/${name.toLowerCase()}`)
    await expect(page.getByRole('heading', { name: 'Admins only' })).toBeVisible()
  }
})

test('Edit Profile keeps the dashboard menu and shows that payments are tests', {
  tag: '@long',
}, async ({ page }) => {
  await signInAsNewUser(page, 'Menu Keeper')
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Edit Profile' }).click()
  await expect(page.getByRole('heading', { name: 'Edit Profile' })).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Demo' })).toHaveText(/Payments are tests/)
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'My Orders' }).click()
  await expect(page).toHaveURL('/dashboard/orders')
})
