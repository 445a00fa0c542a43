import type { Page } from '@playwright/test'
import { errorTexts } from '#contract/messages/errors.ts'
import { purchaseTexts } from '#contract/messages/purchase.ts'
import { sampleAdmin } from '#contract/users/sample-admin.ts'
import { apiFor } from '../api-of.ts'
import { signInAsNewUser } from '../direct-sign-in.ts'
import { expect, field, test } from '../story.ts'

test.use({ provokes: [0, 404, 409] })

const stock = { price: 5, minimumOrder: 1, availableQuantity: 40, img: '/drawings/piston.svg' }

/** Returns the names of the API calls that the page makes from now on. */
function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/|\.data$/.test(pathname)) calls.push(`${request.method()} ${pathname}`)
  })
  return calls
}

test('an order at an old price, or of a deleted part, is rejected and keeps typed text', async ({
  page,
  request,
}) => {
  const admin = await apiFor(request, sampleAdmin)
  const part = await admin.createProduct({ body: { ...stock, productName: `Ring ${Date.now()}` } })
  const params = { id: part._id }
  await signInAsNewUser(page, 'Slow Typist')
  await page.goto(`/purchase/${part._id}`)
  const typed = { Address: '44 Harbour Road', Phone: '+1 555 014 7731', Location: 'Old Port' }
  for (const [label, text] of Object.entries(typed)) await field(page, label).fill(text)
  const expectTyped = async () => {
    for (const [label, text] of Object.entries(typed)) await expect(field(page, label)).toHaveValue(text)
  }
  const submit = page.getByRole('button', { name: purchaseTexts.purchase, exact: true })

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

test('a double click joins the newsletter once, and the page is not loaded again', async ({ page }) => {
  await page.goto('/parts')
  const form = page.getByRole('contentinfo').locator('form')
  await form.getByRole('textbox').fill(`reader.${Date.now()}@example.com`)
  const calls = callsOf(page)
  await form.getByRole('button').dblclick()
  await expect(page.getByText('You are on the list', { exact: false })).toBeVisible()
  expect(calls).toEqual(['POST /api/newsletter'])
})
