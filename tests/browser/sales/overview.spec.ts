import type { Page } from '@playwright/test'
import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { partBody } from '../../support/products/example-part.ts'
import { test } from '../people.ts'
import { expectAccessible } from '../platform/accessibility/access.ts'
import { signInToApi } from '../store-api.ts'
import { expect } from '../story.ts'

test.use({ who: 'admin' })

const main = (page: Page) => page.getByRole('main')

test('the admin sees the key figures, and two of their links lead to lists', { tag: '@long' }, async ({
  page,
}) => {
  const part = `Timing chain ${Date.now()}`
  await page.request.post('/api/estimate', { data: { name: 'Kofi', email: 'kofi@example.com', part } })
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  const chart = main(page).getByRole('img', { name: /^Sales per day, .+: \$[\d,.]+ in all, highest \$/ })
  await expect(chart).toBeVisible()
  await main(page).getByText('As a table').click()
  const table = main(page).getByRole('table', { name: 'Sales per day' })
  await expect(table.getByRole('row')).toHaveCount(15)
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

test('a part below its minimum order is labelled', { tag: '@long' }, async ({ page, request }) => {
  const admin = await signInToApi(request, sampleAdmin)
  const productName = `Scarce relay ${Date.now()}`
  const { _id } = await admin.createProduct({
    body: partBody({ productName, minimumOrder: 1200, available: 2 }),
  })
  await page.goto('/dashboard/overview')
  const low = main(page).getByRole('region', { name: 'Low stock' })
  await expect(low.getByRole('listitem').filter({ hasText: productName })).toContainText(
    'below minimum 1,200',
  )
  await admin.deleteProduct({ params: { id: _id } })
})

test('an overview without data shows a message for each list and no orphaned payments', {
  tag: '@long',
}, async ({ page }) => {
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
    'There are more than ten of every part.',
    'No reviews yet.',
    'No estimate requests yet.',
  ]) {
    await expect(main(page).getByText(words)).toBeVisible()
  }
  await expect(main(page).getByRole('heading', { name: 'Orphaned payments' })).toHaveCount(0)
})

test('the overview warns if little disk space is free', { tag: '@long' }, async ({ page }) => {
  let freeBytes = 123_400_000
  await page.route('**/api/overview', async (route) => {
    const overview = await (await route.fetch()).json()
    await route.fulfill({ json: { ...overview, storage: { freeBytes, isLow: freeBytes < 1e9 } } })
  })
  await page.goto('/dashboard/overview')
  const warning = main(page).getByRole('alert')
  await expect(warning).toContainText('Only 123 MB are free')
  freeBytes = 5e9
  await page.reload()
  await expect(main(page).getByRole('heading', { name: 'Low stock' })).toBeVisible()
  await expect(warning).toHaveCount(0)
})

test('ledger mismatches show amounts of store and provider, or both orders', { tag: '@long' }, async ({
  page,
}) => {
  const paid = '01998000-0000-7000-8000-000000000001'
  const other = '01998000-0000-7000-8000-000000000002'
  const payment = { orderId: paid, currency: 'usd', store: 25, provider: 25 }
  const differences = [
    { ...payment, kind: 'charge', id: 'pi_yen', currency: 'jpy', providerCurrency: 'usd', store: 2500 },
    { ...payment, kind: 'misplaced', id: 'pi_yen', otherOrderId: other },
    { ...payment, kind: 'unknown', id: 'pi_lost', store: null },
  ]
  await page.route('**/api/overview', async (route) => {
    const overview = await (await route.fetch()).json()
    const at = new Date().toISOString()
    const ledgerCheck = { at, since: at, until: at, payments: 3, refunds: 0, disputes: 0, differences }
    await route.fulfill({ json: { ...overview, ledgerCheck } })
  })
  await page.goto('/dashboard/overview')
  const ledgerRows = main(page).getByRole('region', { name: 'Ledger' }).getByRole('row')
  await expect(ledgerRows.filter({ hasText: '¥2,500' })).toContainText(/^Payment.*\$25\.00/)
  await expect(ledgerRows.filter({ hasText: 'entered for another order' })).toContainText(
    `also named: ${other}`,
  )
  await expect(ledgerRows.filter({ hasText: 'the store does not know' })).toContainText(/–.*\$25\.00/)
})

test.describe('while the overview is unavailable', () => {
  test.use({ expectedErrorStatuses: [400, 503] })
  test('its page shows an error and the menu, and after Retry orphaned payments', {
    tag: '@long',
  }, async ({ page }) => {
    let isUnavailable = true
    await page.route('**/api/overview', async (route) => {
      if (isUnavailable) return route.fulfill({ status: 503, json: { code: 'database_unavailable' } })
      const overview = await (await route.fetch()).json()
      const orphaned = { transactionId: 'pi_lost', orderId: 'gone', amount: 700, currency: 'jpy' }
      const strayPayments = [{ ...orphaned, refunded: false, createdAt: '2026-01-02T03:04:05.000Z' }]
      return route.fulfill({ json: { ...overview, strayPayments } })
    })
    await page.goto('/dashboard/overview')
    await expect(page.getByRole('heading', { name: 'This page did not load' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Manage Orders' })).toBeVisible()
    isUnavailable = false
    await page.getByRole('button', { name: 'Retry' }).click()
    const orphaned = main(page).getByRole('row', { name: /pi_lost/ })
    await expect(orphaned.getByText('¥700')).toBeVisible()
    await expect(orphaned.getByText('being refunded')).toBeVisible()
  })
})

const setUp = [
  'name',
  'address',
  'phone',
  'tax',
  'hours',
  'parts',
  'pictures',
  'payments',
  'mail',
  'secondAdmin',
]

test('what waits leads to its lists, and what a shop still needs to where it is filled in', async ({
  page,
}) => {
  await page.route('**/api/overview', async (route) => {
    const overview = await (await route.fetch()).json()
    const waiting = {
      ...overview.waiting,
      disputes: { count: 1, answerBy: new Date(Date.now() + 50 * 3_600_000).toISOString() },
      failedJobs: { count: 2, oldestAt: new Date(Date.now() - 3 * 3_600_000).toISOString() },
    }
    await route.fulfill({ json: { ...overview, waiting, missing: setUp } })
  })
  await page.goto('/dashboard/overview')
  const queues = main(page).getByRole('navigation', { name: 'To do now' })
  await expect(queues.getByRole('link', { name: /^1 Disputes Answer due in 2 days/ })).toBeVisible()
  await expect(queues.getByRole('link', { name: /^2 Failed jobs Oldest: 3 hours ago/ })).toBeVisible()
  const missing = main(page).getByRole('region', { name: 'Set up your shop' })
  await expect(missing.getByText('10 things are missing.')).toBeVisible()
  await expect(missing.getByRole('listitem')).toHaveCount(setUp.length)
  await expectAccessible(page, 'overview with what a shop needs', [360, 1440])
  for (const [name, address] of [
    ['Name it', '/dashboard/store'],
    ['Import parts', '/dashboard/importParts'],
    ['Make an admin', '/dashboard/makeAdmin'],
  ] as const) {
    await missing.getByRole('link', { name }).click()
    await expect(page).toHaveURL(address)
    await page.goBack()
  }
  for (const [name, address] of [
    [/To send/, '/dashboard/manageOrders?state=toSend'],
    [/Unpaid/, '/dashboard/manageOrders?state=unpaid'],
    [/Disputes/, '/dashboard/manageOrders?state=disputed'],
    [/Estimates/, '/dashboard/estimates'],
    [/Low stock/, '/dashboard/overview#low-stock'],
    [/Failed mails/, '/dashboard/failedMails'],
    [/Failed jobs/, '/dashboard/failedJobs'],
  ] as const) {
    await queues.getByRole('link', { name }).click()
    await expect(page).toHaveURL(address)
    await page.goBack()
    await expect(queues).toBeVisible()
  }
})

test('a role without permission for a section sees the others, and no empty frame', async ({ page }) => {
  await page.route('**/api/overview', async (route) => {
    const overview = await (await route.fetch()).json()
    const seen = ['currency', 'lowStock', 'newestReviews']
    const others = Object.keys(overview).filter((name) => !seen.includes(name) && name !== 'waiting')
    const nulls = Object.fromEntries(others.map((name) => [name, null]))
    const hidden = Object.fromEntries(Object.keys(overview.waiting).map((name) => [name, null]))
    const waiting = { ...hidden, lowStock: overview.waiting.lowStock }
    await route.fulfill({ json: { ...overview, ...nulls, waiting } })
  })
  await page.goto('/dashboard/overview')
  await expect(main(page).getByRole('region')).toHaveCount(2)
  await expect(main(page).getByRole('region', { name: 'Low stock' })).toBeVisible()
  await expect(main(page).getByRole('region', { name: 'Newest reviews' })).toBeVisible()
  await expect(main(page).getByRole('navigation', { name: 'To do now' }).getByRole('link')).toHaveCount(1)
})
