import type { Page } from '@playwright/test'
import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { errorTexts } from '#contract/platform/texts/errors.ts'
import { uiTexts } from '#contract/platform/texts/ui.ts'
import { purchaseTexts } from '#contract/sales/orders/purchase-texts.ts'
import { partBody } from '../../support/products/example-part.ts'
import { signInAsNewUser } from '../direct-sign-in.ts'
import { apiOfPage, signInToApi } from '../store-api.ts'
import { expect, field, POLL_OFTEN, test } from '../story.ts'

test.use({ expectedErrorStatuses: [0, 400, 404, 409] })

/** Fills in the order form; returns its button and a check of the typed values. */
async function typeOrder(page: Page) {
  const typed = { Address: '44 Harbour Road', Phone: '+1 555 014 7731', Location: 'Old Port' }
  for (const [label, text] of Object.entries(typed)) await field(page, label).fill(text)
  const expectTyped = async () => {
    for (const [label, text] of Object.entries(typed)) await expect(field(page, label)).toHaveValue(text)
  }
  const submit = page.getByRole('button', { name: purchaseTexts.purchase, exact: true })
  return { submit, expectTyped }
}

/** Records the requests to the API and for page data that the page makes from now on. */
function recordCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/|\.data$/.test(pathname)) calls.push(`${request.method()} ${pathname}`)
  })
  return calls
}

test('an order at an old price, or of a deleted part, is rejected and keeps typed text', {
  tag: '@long',
}, async ({ page, request }) => {
  const admin = await signInToApi(request, sampleAdmin)
  const part = await admin.createProduct({
    body: partBody({ available: 40, productName: `Ring ${Date.now()}` }),
  })
  const params = { id: part._id }
  await signInAsNewUser(page, 'Slow Typist')
  await page.goto(`/purchase/${part._id}`)
  const { submit, expectTyped } = await typeOrder(page)

  await admin.updateProduct({ params, body: { price: 7 } })
  await submit.click()
  await expect(page.getByText(errorTexts.price_changed)).toBeVisible()
  await expect(field(page, 'Price')).toHaveValue('$7.00')
  await expectTyped()

  await admin.deleteProduct({ params })
  await submit.click()
  await expect(page.getByText(purchaseTexts.gone)).toBeVisible()
  await expect(submit).toBeDisabled()
  await expectTyped()
})

test('stock that shrinks while an order is typed is shown, and typed text stays, also if none is left', {
  tag: '@long',
}, async ({ page, request }) => {
  const admin = await signInToApi(request, sampleAdmin)
  const part = await admin.createProduct({
    body: partBody({ available: 40, productName: `Bearing ${Date.now()}` }),
  })
  const params = { id: part._id }
  await signInAsNewUser(page, 'Late Buyer')
  await page.goto(`/purchase/${part._id}`)
  const { submit, expectTyped } = await typeOrder(page)
  const box = page.getByRole('spinbutton', { name: purchaseTexts.quantity })
  const setQuantity = async (quantity: string) => {
    await box.fill(quantity)
    await page.getByRole('button', { name: purchaseTexts.update }).click()
    await expect(field(page, purchaseTexts.quantity).last()).toHaveValue(quantity)
  }
  await setQuantity('3')

  await admin.updateProduct({ params, body: { addQuantity: -38 } })
  await submit.click()
  await expect(page.getByText(errorTexts.above_available).first()).toBeVisible()
  await expect(box).toHaveAttribute('max', '2')
  await expect(submit).toBeDisabled()
  await expectTyped()

  await setQuantity('2')
  await admin.updateProduct({ params, body: { addQuantity: -2 } })
  await submit.click()
  await expect(box).toHaveAttribute('max', '0')
  await expect(submit).toBeDisabled()
  await expectTyped()
  expect((await (await apiOfPage(page)).listOrders({ query: {} })).items).toEqual([])
})

test('an order whose response was lost is sent again under its key and placed once; changed values have another key', async ({
  page,
  request,
}) => {
  const admin = await signInToApi(request, sampleAdmin)
  const part = await admin.createProduct({
    body: partBody({ available: 40, productName: `Gasket ${Date.now()}` }),
  })
  await signInAsNewUser(page, 'Lost Answer')
  await page.goto(`/purchase/${part._id}`)
  const { submit } = await typeOrder(page)
  const keys: (string | undefined)[] = []
  await page.route('**/api/order', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    // the second attempt reaches the store, and only its response is lost
    if (keys.length === 2) await route.fetch()
    await (keys.length < 3 ? route.abort() : route.continue())
  })
  const fail = async (attempts: number) => {
    await submit.click()
    await expect.poll(() => keys.length, POLL_OFTEN).toBe(attempts)
    await expect(submit).not.toHaveAttribute('aria-busy', 'true')
    await expect(page.getByText(uiTexts.connectionLost)).toBeVisible()
  }
  await fail(1)
  await field(page, 'Location').fill('New Port')
  await fail(2)
  await submit.click()
  await expect(page.getByText(purchaseTexts.success)).toBeVisible()
  const [first, second, third] = keys
  expect(second).toMatch(/^[\w-]{16,}$/)
  expect(third).toBe(second)
  expect(first).not.toBe(second)
  const { items } = await (await apiOfPage(page)).listOrders({ query: {} })
  expect(items).toMatchObject([{ location: 'New Port', quantity: 1 }])
})

test('a double click joins the newsletter once, and no page data is loaded again', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/parts')
  const form = page.getByRole('contentinfo').locator('form')
  await form.getByRole('textbox').fill(`reader.${Date.now()}@example.com`)
  const calls = recordCalls(page)
  await form.getByRole('button').dblclick()
  await expect(page.getByText('You are on the list', { exact: false })).toBeVisible()
  expect(calls).toEqual(['POST /api/newsletter'])
  await expect(form.getByRole('button')).toBeFocused()
})
