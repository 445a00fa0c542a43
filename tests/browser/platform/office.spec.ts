import type { Page } from '@playwright/test'
import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { createAccount, signInAsNewUser, signInDirectly } from '../direct-sign-in.ts'
import { orderPart, signInToApi } from '../store-api.ts'
import { expect, hold, newEmail, test } from '../story.ts'
import { expectAccessible } from './accessibility/access.ts'

// 0: a lost connection
test.use({ expectedErrorStatuses: [0, 400, 402, 500] })

const field = (page: Page) => page.getByRole('combobox', { name: 'Search orders, people and parts' })
const results = (page: Page) => page.getByRole('listbox', { name: 'Results' })
const chosen = (page: Page) => page.getByRole('listbox').getByRole('option', { selected: true })
const menu = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' })

/** An order of a customer with a name that no other test uses. */
async function placeOrder(page: Page, name: string) {
  const person = { email: newEmail('found'), password: 'a-good-password', displayName: name }
  await createAccount(page.request, person)
  const api = await signInToApi(page.request, person)
  const order = await orderPart(api, person.email, 'BR-2804-22')
  return { order, email: person.email }
}

test('an admin finds an order, its buyer and all their orders from any page by keyboard alone', async ({
  page,
}) => {
  const name = `Quilla ${Date.now()}`
  const { order, email } = await placeOrder(page, name)
  await signInDirectly(page, sampleAdmin)
  await page.goto('/dashboard/subscribers')
  await expect(page.getByRole('heading', { name: 'Subscribers', level: 1 })).toBeVisible()
  // the page is shown a moment before it listens to keys
  await page.waitForLoadState('networkidle')

  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(order._id.slice(0, 18))
  await expect(chosen(page)).toHaveAttribute('href', `/dashboard/orders/${order.number}`)
  await page.keyboard.press('Escape')
  await expect(results(page)).toBeHidden()
  await page.keyboard.press('ArrowDown')
  await expect(chosen(page)).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/dashboard/orders/${order.number}`)
  await expect(field(page)).toHaveValue('')
  // the focus goes to the page that was opened
  await expect(field(page)).not.toBeFocused()

  // the account of the buyer, by the number in its name
  await page.keyboard.press('/')
  await page.keyboard.type(name.toLowerCase())
  await expect(page.getByRole('status').filter({ hasText: /^1 result$/ })).toHaveCount(1)
  await expect(chosen(page)).toContainText(email)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/dashboard/manageOrders?email=${encodeURIComponent(email)}`)
  await expect(page.getByRole('main').getByText(email).first()).toBeVisible()
})

test('up and down go round the results, from an order by its part to the parts, and a typed slash stays a slash', {
  tag: '@long',
}, async ({ page }) => {
  await placeOrder(page, 'Round Trip')
  await signInDirectly(page, sampleAdmin)
  await page.goto('/dashboard/overview')
  await field(page).fill('front brake disc')
  const groups = results(page).getByRole('group')
  await expect(groups).toHaveCount(3)
  await expect(groups.first()).toHaveAccessibleName('Orders')
  const options = results(page).getByRole('option')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await expect(chosen(page)).toHaveText('All parts with “front brake disc”')
  await page.keyboard.press('ArrowUp')
  await expect(chosen(page)).toHaveText('All orders with “front brake disc”')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.type('/')
  await expect(field(page)).toHaveValue('front brake disc/')
  await options.last().click()
  await expect(page).toHaveURL(/\/dashboard\/manageProduct\?q=front\+brake\+disc/)
  await field(page).fill('front brake')
  await page.getByRole('option', { name: 'All orders with “front brake”' }).click()
  await expect(page).toHaveURL('/dashboard/manageOrders?q=front+brake')
  await expect(page.getByText('Orders with “front brake”')).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Search orders', exact: true })).toHaveValue('front brake')
  await expect(page.getByRole('table', { name: 'Manage Orders' }).getByRole('row')).not.toHaveCount(1)
})

test('what a scanner types is opened at once, also before its results are there', async ({ page }) => {
  const { order } = await placeOrder(page, 'Scanned Parcel')
  await signInDirectly(page, sampleAdmin)
  await page.goto('/dashboard/overview')
  await expect(field(page)).toBeVisible()
  const release = await hold(page, '**/api/find?*')
  await field(page).fill(order._id)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Loading').first()).toBeVisible()
  release()
  await expect(page).toHaveURL(`/dashboard/orders/${order.number}`)
  // a word is not opened unseen
  await field(page).fill('brake')
  await page.keyboard.press('Enter')
  await expect(results(page)).toBeVisible()
  await expect(page).toHaveURL(`/dashboard/orders/${order.number}`)
})

test('a lost connection, a fault and nothing found are said, and Retry asks again', async ({ page }) => {
  await signInDirectly(page, sampleAdmin)
  await page.goto('/dashboard/overview')
  await page.route('**/api/find?*', (route) => route.abort('internetdisconnected'))
  await field(page).fill('zzqq')
  const status = page.getByRole('search', { name: 'Search orders, people and parts' }).getByRole('status')
  await expect(status).toContainText('The store could not be reached.')
  await page.unroute('**/api/find?*')
  await page.route('**/api/find?*', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'internal', requestId: 'r' }),
    }),
  )
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(status).not.toContainText('could not be reached')
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await page.unroute('**/api/find?*')
  await field(page).press('Enter')
  await expect(status).toContainText('Nothing found for “zzqq”.')
  await expect(results(page).getByRole('option')).toHaveCount(0)
})

test('staff see the menu, the pages and the results of their permissions only', async ({ page }) => {
  const { order } = await placeOrder(page, 'Hidden Buyer')
  const person = await signInAsNewUser(page, 'Cora Catalogue')
  const admin = await signInToApi(page.request, sampleAdmin)
  const params = { email: person.email }
  await admin.setRole({ params, body: { role: 'catalogue', confirmUnverified: true } })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
  await expect(menu(page).getByRole('link')).toHaveText([
    'Overview',
    'Add Product',
    'Manage Product',
    'Import Parts',
    'Reviews',
    'Categories',
    'Part Types',
    'Attributes',
    'My Profile',
    'Account',
  ])
  await field(page).fill('brake disc')
  await expect(results(page).getByRole('group')).toHaveCount(2)
  await expect(results(page).getByRole('group').first()).toHaveAccessibleName('Parts')
  await field(page).fill(order._id)
  await expect(page.getByText(/^Nothing found/).first()).toBeVisible()
  await page.goto('/dashboard/manageOrders')
  await expect(page.getByRole('heading', { name: 'Not part of your role' })).toBeVisible()
  await expect(menu(page).getByRole('link', { name: 'Manage Product' })).toBeVisible()

  // a customer again: the dashboard and the header as they were
  await admin.setRole({ params, body: { role: 'user' } })
  await page.goto('/dashboard')
  await expect(menu(page).getByRole('link', { name: 'My Orders' })).toBeVisible()
  await expect(field(page)).toHaveCount(0)
  await page.keyboard.press('/')
  await expect(page.getByRole('contentinfo')).toBeVisible()
})

test('the menu is a rail on a tablet and a bar with More on a phone, and the links of the shop are in the drawer', async ({
  page,
}) => {
  await signInDirectly(page, sampleAdmin)
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto('/dashboard')
  await menu(page).getByRole('link', { name: 'Manage Product' }).click()
  await expect(page).toHaveURL('/dashboard/manageProduct')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await page.getByRole('button', { name: 'Open menu' }).click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect(drawer.getByRole('link', { name: 'Portfolio' })).toBeVisible()
  await drawer.getByRole('link', { name: 'Estimates' }).click()
  await expect(page).toHaveURL('/dashboard/estimates')
  await expect(drawer).toBeHidden()

  await page.setViewportSize({ width: 360, height: 780 })
  const bar = page.getByRole('navigation', { name: 'Quick' })
  await expect(menu(page)).toBeHidden()
  await bar.getByRole('link', { name: 'Overview' }).click()
  await expect(page).toHaveURL('/dashboard/overview')
  await expect(bar.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page')
  await bar.getByRole('button', { name: 'More' }).click()
  await drawer.getByRole('link', { name: 'My Profile' }).click()
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
  // the last field of the page is not under the bar when it gets the focus
  await page.getByRole('main').getByRole('button', { name: 'Save' }).focus()
  const isCovered = await page
    .getByRole('main')
    .getByRole('button', { name: 'Save' })
    .evaluate((button) => {
      const { left, bottom } = button.getBoundingClientRect()
      return document.elementFromPoint(left + 4, bottom - 4) !== button
    })
  expect(isCovered).toBe(false)

  await page.setViewportSize({ width: 1440, height: 900 })
  const header = page.getByRole('banner')
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
    'Home',
    'Dashboard',
    'Portfolio',
    'Blogs',
  ])
  expect((await header.boundingBox())?.height).toBe(65)
})

test('the results, a message of the search and the menu of phones are accessible', async ({ page }) => {
  test.setTimeout(120_000)
  await placeOrder(page, 'Axe Tester')
  await signInDirectly(page, sampleAdmin)
  await page.goto('/dashboard/account')
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()
  await field(page).fill('brake')
  await expect(results(page).getByRole('group').first()).toBeVisible()
  await expectAccessible(page, 'the results of the search', [1440, 768, 360])
  await field(page).fill('zzqq')
  await expect(page.getByText(/^Nothing found/).first()).toBeVisible()
  await expectAccessible(page, 'a search that found nothing')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 360, height: 780 })
  await page.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await expectAccessible(page, 'the menu of a phone', [360])
})
