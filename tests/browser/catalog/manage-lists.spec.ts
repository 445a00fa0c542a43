import type { Page } from '@playwright/test'
import { manageProductTexts as texts } from '#contract/catalog/products/manage-texts.ts'
import { manageReviewTexts } from '#contract/catalog/reviews/texts.ts'
import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { errorTexts } from '#contract/platform/texts/errors.ts'
import { uiTexts } from '#contract/platform/texts/ui.ts'
import { partBody } from '../../support/products/example-part.ts'
import { test } from '../people.ts'
import { signInToApi } from '../store-api.ts'
import { expect, field, newEmail } from '../story.ts'

test.use({ who: 'admin' })

const main = (page: Page) => page.getByRole('main')

test('each bar of the overview leads to a view with as many orders', {
  tag: '@long',
}, async ({ page }) => {
  const bars = ['Pending, unpaid', 'Pending, paid', 'Shift', 'Expired']
  const addresses = new Set<string>()
  for (const bar of bars) {
    await page.goto('/dashboard/overview')
    const status = page.getByRole('region', { name: 'Orders by status' })
    const count = Number(await status.getByRole('definition').nth(bars.indexOf(bar)).textContent())
    await status.getByRole('link', { name: bar, exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Manage Orders' })).toBeVisible()
    addresses.add(page.url())
    if (count === 0) await expect(page.getByText('No orders here')).toBeVisible()
    else await expect(page.getByRole('row')).toHaveCount(count + 1)
  }
  expect(addresses.size).toBe(bars.length)
  const payment = page.getByRole('navigation', { name: 'Payment' })
  await expect(payment.getByText('Payment', { exact: true })).toBeVisible()
  await expect(payment.getByRole('link', { name: 'Expired', exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  )
})

test.describe('a number that the store rejects', () => {
  test.use({ expectedErrorStatuses: [409] })
  test('removing more units than there are shows the maximum at the field', { tag: '@long' }, async ({
    page,
    request,
  }) => {
    const admin = await signInToApi(request, sampleAdmin)
    const productName = `Piston ring ${Date.now()}`
    const part = await admin.createProduct({ body: partBody({ productName, available: 40 }) })
    await page.goto(`/dashboard/manageProduct?q=${encodeURIComponent(productName)}`)
    await page.getByRole('listitem').getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit part' })
    const addQuantity = dialog.getByLabel('Add pieces')
    await addQuantity.fill('-999')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(addQuantity).toBeFocused()
    await expect(addQuantity).toHaveAttribute('aria-invalid', 'true')
    await expect(addQuantity).toHaveAccessibleDescription(/At most 40 pieces can be taken away/)
    await expect(dialog.getByText(errorTexts.insufficient_stock)).toHaveCount(0)
    await admin.deleteProduct({ params: { id: part._id } })
  })
})

test('after the deletion of the only part of a page the first page is shown', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const admin = await signInToApi(request, sampleAdmin)
  const name = `Turned ring ${Date.now()}`
  const created = []
  for (let number = 1; number <= 25; number++)
    created.push(
      await admin.createProduct({ body: partBody({ productName: `${name} no ${number}`, available: 40 }) }),
    )
  const parts = main(page).getByRole('listitem')
  await page.goto(`/dashboard/manageProduct?q=${encodeURIComponent(name)}`)
  await expect(parts).toHaveCount(24)
  await page.getByRole('link', { name: uiTexts.nextPage }).click()
  await expect(parts).toHaveCount(1)
  const historyLength = await page.evaluate(() => history.length)
  await parts.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: texts.yesDelete }).click()
  await expect(page.getByText(texts.deleted)).toBeVisible()
  await expect(parts).toHaveCount(24)
  await expect(page).toHaveURL(`/dashboard/manageProduct?${new URLSearchParams({ q: name })}`)
  expect(await page.evaluate(() => history.length)).toBe(historyLength)
  for (const { _id } of created) await admin.deleteProduct({ params: { id: _id } }).catch(() => {})
})

test.describe('a page with old data', () => {
  test.use({ expectedErrorStatuses: [0, 404, 409] })
  test('a restock whose response is lost is not applied twice, and a deleted product leaves the list', {
    tag: '@long',
  }, async ({ page, request }) => {
    const admin = await signInToApi(request, sampleAdmin)
    const productName = `Lost ring ${Date.now()}`
    const { _id } = await admin.createProduct({ body: partBody({ productName, available: 40 }) })
    await page.goto(`/dashboard/manageProduct?q=${encodeURIComponent(productName)}`)
    await page.getByRole('listitem').getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit part' })
    await dialog.getByLabel('Add pieces').fill('5')
    const sent: unknown[] = []
    await page.route(`**/api/service/${_id}`, async (route) => {
      if (route.request().method() === 'GET') return route.continue()
      sent.push(route.request().postDataJSON())
      // The store applies the change, and its response is lost.
      await route.fetch()
      await route.abort()
    })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText(uiTexts.connectionLost)).toBeVisible()
    await page.unrouteAll()
    const again = page.waitForRequest((sending) => sending.url().endsWith(_id) && sending.method() !== 'GET')
    await dialog.getByRole('button', { name: 'Save' }).click()
    expect(sent).toEqual([{ addQuantity: 5 }])
    expect((await again).postDataJSON()).toEqual({ addQuantity: 5, expectedQuantity: 40 })
    await expect(dialog.getByRole('alert')).toBeVisible()
    expect(await admin.getProduct({ params: { id: _id } })).toMatchObject({ availableQuantity: 45 })
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await admin.deleteProduct({ params: { id: _id } })
    await page.getByRole('listitem').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete product' }).click()
    await expect(page.getByText(errorTexts.not_found)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  })
})

test('a review of a deleted part has a note instead of a link', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const admin = await signInToApi(request, sampleAdmin)
  const part = await admin.createProduct({ body: partBody({ productName: 'Leaving piston', available: 9 }) })
  const name = `Reader ${Date.now()}`
  const { _id } = await admin.createReview({
    body: { name, description: 'Fits.', img: null, productId: part._id },
  })
  await page.goto('/dashboard/reviews')
  const row = page.getByRole('row', { name: new RegExp(name) })
  await expect(row.getByRole('link', { name: manageReviewTexts.seePart })).toBeVisible()
  await admin.deleteProduct({ params: { id: part._id } })
  await page.reload()
  await expect(row.getByText(manageReviewTexts.notSold)).toBeVisible()
  await expect(row.getByRole('link')).toHaveCount(0)
  // Home, which other tests use, shows new reviews.
  await admin.updateReview({ params: { id: _id }, body: { hidden: true } })
})

test('an edit dialog reopened before its close event stays open', { tag: '@long' }, async ({ page }) => {
  await page.goto('/dashboard/manageProduct')
  const edit = page.getByRole('main').getByRole('button', { name: 'Edit', exact: true }).first()
  const form = page.getByRole('dialog', { name: 'Edit part' })
  await edit.click()
  await expect(form).toBeVisible()
  // In one task: the browser fires the close event after it.
  await edit.evaluate((button: HTMLElement) => {
    document.querySelector<HTMLDialogElement>('dialog[open]')?.close()
    button.click()
  })
  await expect(form).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
})

test.describe('as a customer', () => {
  test.use({ who: 'customer' })
  test('a confirmation dialog reopened before its close event stays open', { tag: '@long' }, async ({
    page,
  }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Account: Nora Lind' }).click()
    await page.getByRole('button', { name: 'Log Out' }).click()
    const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
    await expect(dialog).toBeVisible()
    const logOut = page.getByRole('button', { name: 'Log Out', includeHidden: true }).first()
    const again = await logOut.elementHandle()
    // In one task, before the browser fires the close event of the first.
    await dialog.evaluate((element, button) => {
      if (element instanceof HTMLDialogElement) element.close()
      if (button instanceof HTMLElement) button.click()
    }, again)
    await expect(dialog.getByText('You Want to Log Out?')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
  })
})

test('a list is paged forward and back, and Next page focuses the content', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const headers = { 'content-type': 'application/json' }
  const subscribe = (email: string) =>
    fetch(`${baseURL}/api/newsletter`, { method: 'POST', headers, body: JSON.stringify({ email }) })
  const emails = Array.from({ length: 205 }, () => newEmail('reader'))
  for (const email of emails) await subscribe(email)
  const newest = emails[204] ?? ''
  const older = emails[100] ?? ''
  const oldest = emails[0] ?? ''
  await page.goto('/dashboard/subscribers')
  const rowOf = (email: string) => page.getByRole('row', { name: new RegExp(email) })
  const pagerLink = (name: string) => page.getByRole('link', { name, exact: true })
  await expect(rowOf(newest)).toBeVisible()
  await expect(pagerLink('First page')).toHaveCount(0)
  await pagerLink('Next page').press('Enter')
  await expect(rowOf(older)).toBeVisible()
  await expect(main(page)).toBeFocused()
  await pagerLink('Next page').press('Enter')
  await expect(rowOf(oldest)).toBeVisible()
  await page.reload()
  await expect(rowOf(oldest)).toBeVisible()
  await pagerLink('Previous page').press('Enter')
  await expect(rowOf(older)).toBeVisible()
  await pagerLink('Previous page').press('Enter')
  await expect(rowOf(newest)).toBeVisible()
  await expect(page).toHaveURL('/dashboard/subscribers')
})

test('the admin finds the orders of a buyer by the address, among the paid orders', {
  tag: '@long',
}, async ({ page }) => {
  const admin = await signInToApi(page.request, sampleAdmin)
  const { items } = await admin.listAllOrders({ query: { paid: 'true', limit: 1 } })
  const email = items[0]?.email ?? ''
  await page.goto('/dashboard/manageOrders')
  const search = field(page, 'Search orders')
  const paid = page
    .getByRole('navigation', { name: 'Payment' })
    .getByRole('link', { name: 'Paid', exact: true })
  await paid.click()
  await expect(paid).toHaveAttribute('aria-current', 'true')
  await search.fill(` ${email.toUpperCase()}`)
  await page.keyboard.press('Enter')
  // The previous list may begin with the same buyer.
  await expect(page).toHaveURL(/[?&]q=/)
  const rows = page.getByRole('row')
  await expect(rows.nth(1)).toContainText(email)
  await expect(rows.filter({ hasText: email })).toHaveCount((await rows.count()) - 1)
  await expect(paid).toHaveAttribute('aria-current', 'true')
  await expect(search).toBeFocused()
  await search.fill('unknown@example.com')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The account of this address has no order in this state.')).toBeVisible()
  await search.fill('unknown')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('No order in this state has these words.')).toBeVisible()
  await page.getByRole('link', { name: 'All orders' }).click()
  await expect(search).toHaveValue('')
  await expect(rows.nth(1)).toBeVisible()
})

test('the admin finds a part by category and name and restocks it; the focus returns to its Edit button', {
  tag: '@long',
}, async ({ page }) => {
  const admin = await signInToApi(page.request, sampleAdmin)
  const productName = `Ball joint ${Date.now()}`
  const { _id } = await admin.createProduct({
    body: partBody({ productName, category: 'suspension', available: 4 }),
  })
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
  await page.goto('/dashboard/manageProduct?category=nothing&type=nothing')
  await expect(field(page, 'Part type')).toHaveValue('')
  await expect(field(page, 'Category')).toHaveValue('')
  await admin.deleteProduct({ params: { id: _id } })
})

test('an admin finds the parts without a type, from Part Types too', async ({ page }) => {
  const admin = await signInToApi(page.request, sampleAdmin)
  const productName = `Untyped joint ${Date.now()}`
  const bodies = [
    partBody({ productName: `${productName} one` }),
    partBody({ productName: `${productName} two`, category: 'body', type: 'brake-disc' }),
  ]
  const ids = await Promise.all(bodies.map(async (body) => (await admin.createProduct({ body }))._id))
  const names = main(page).getByRole('heading', { level: 2 })
  await page.goto(`/dashboard/manageProduct?q=${encodeURIComponent(productName)}`)
  await expect(names).toHaveCount(2)
  await field(page, 'Part type').selectOption('Without a part type')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(names).toHaveText([`${productName} one`])
  await field(page, 'Part type').selectOption('Brake disc')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(names).toHaveText([`${productName} two`])
  await page.goto('/dashboard/partTypes')
  await page.getByRole('link', { name: 'Parts without a type' }).click()
  await expect(field(page, 'Part type')).toHaveValue('-')
  await expect(names.filter({ hasText: `${productName} one` })).toBeVisible()
  await expect(names.filter({ hasText: `${productName} two` })).toHaveCount(0)
  await Promise.all(ids.map((id) => admin.deleteProduct({ params: { id } })))
})
