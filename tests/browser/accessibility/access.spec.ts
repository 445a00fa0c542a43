import type { Page } from '@playwright/test'
import type { ApiClient } from '#contract/api-client.ts'
import { sampleAdmin } from '#contract/users/sample-admin.ts'
import routes from '#web/routes.ts'
import { apiFor, apiOf, orderPart, payOrder, resetCode } from '../api-of.ts'
import { expect, register, signIn, test } from '../story.ts'
import { expectAccess } from './access.ts'
import { accessRows, addressesOf, pagePatterns } from './access-rows.ts'

const WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'
const longName = `${WORD.repeat(3)} oil filter housing cover`.slice(0, 200)
const longEmail = `${'a.very.long.mailbox.name.'.repeat(2)}x@${'subdomain-of-some-length.'.repeat(6)}example.com`
const phone = '+1 555 014 7731 0000 1111 2222 3333'

const made = { long: '', reviewed: '', review: '' }

/** Long names everywhere: what holds with them holds with short ones. */
test.beforeAll(async ({ request }) => {
  const admin = await apiFor(request, sampleAdmin)
  const text = `${WORD} `.repeat(20)
  const name = longName.slice(0, 80)
  made.review = (await admin.createReview({ body: { name, description: text, img: null } }))._id
  const asked = { name, email: longEmail, phone, part: longName, vehicle: WORD, year: '2004', note: text }
  await admin.requestEstimate({ body: asked })
  await admin.subscribe({ body: { email: longEmail } })
  const shelf = { minimumOrder: 1, availableQuantity: 99, img: '/drawings/oil-filter.svg' }
  const part = await admin.createProduct({
    body: { ...shelf, productName: longName, price: 129_999.99, partNumber: 'X'.repeat(60) },
  })
  made.long = part._id
  const { items } = await admin.listReviews({ query: { limit: 100 } })
  made.reviewed = items.find(({ productId }) => productId)?.productId ?? ''
})

// Home belongs to the other stories, too
test.afterAll(async ({ request }) => {
  const admin = await apiFor(request, sampleAdmin)
  await admin.deleteProduct({ params: { id: made.long } })
  await admin.updateReview({ params: { id: made.review }, body: { hidden: true } })
})

test('every page of the store is looked at', () => {
  expect(Object.keys(accessRows).sort()).toEqual(pagePatterns(routes).sort())
})

test.describe('every page is usable by everybody', () => {
  // some fifty pages, each in both themes and at four widths
  test.describe.configure({ timeout: 240_000 })
  test.use({ provokes: [400, 404] })

  test('signed out', async ({ page, request }) => {
    const code = await resetCode(request)
    for (const path of addressesOf('nobody', { ...made, code })) await lookAt(page, path)
  })

  test('a customer', async ({ page, request }) => {
    const { email } = await register(page, 'Ines Ferreira')
    const orders = await orderBoth(page, await apiOf(page), email)
    const code = await resetCode(request)
    for (const path of addressesOf('customer', { ...made, ...orders, code })) await lookAt(page, path)
  })

  test('an admin', async ({ page, request }) => {
    await signIn(page, sampleAdmin)
    const orders = await orderBoth(page, await apiOf(page), sampleAdmin.email)
    const code = await resetCode(request)
    for (const path of addressesOf('admin', { ...made, ...orders, code })) await lookAt(page, path)
  })
})

async function lookAt(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor({ state: 'detached' })
  await expect.soft(page, path).toHaveTitle(/^Partsline: .|.: Partsline$/)
  await expectAccess(page, path)
  expect.soft(new URL(page.url()).pathname, 'the page stays').toBe(path.split('?')[0])
}

/** An order with the longest words there can be, and a paid one. */
async function orderBoth(page: Page, api: ApiClient, email: string): Promise<Record<string, string>> {
  const part = await api.getProduct({ params: { id: made.long } })
  const place = { address: WORD.repeat(5), phone, location: WORD.repeat(3) }
  const unpaid = await api.placeOrder({
    body: { ...place, productId: part._id, email, name: longName, price: part.price, quantity: 2 },
  })
  const paid = await orderPart(api, email, 'BR-2804-22')
  await payOrder(page.request, api, paid)
  return { unpaid: unpaid._id, paid: paid._id }
}
