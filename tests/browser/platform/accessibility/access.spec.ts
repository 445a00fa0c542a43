import type { APIRequestContext, Page } from '@playwright/test'
import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { orderBody } from '#demo/purchase.ts'
import { isLong } from '#tests/support/thoroughness.ts'
import routes from '#web/routes.ts'
import { partBody } from '../../../support/products/example-part.ts'
import { nora, test, type Who } from '../../people.ts'
import { orderPart, payOrder, requestResetCode, signInToApi } from '../../store-api.ts'
import { expect } from '../../story.ts'
import { expectAccessible } from './access.ts'
import { accessRows, addressesOf, pagePatterns, type Visitor, withId } from './access-rows.ts'

const WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'
const longName = `${WORD.repeat(3)} oil filter housing cover`.slice(0, 200)
const longEmail = `${'a.very.long.mailbox.name.'.repeat(2)}x@${'subdomain-of-some-length.'.repeat(6)}example.com`
const phone = '+1 555 014 7731 0000 1111 2222 3333'

const created = { long: '', reviewed: '', review: '' }

/** Creates rows with long texts: a layout that fits them fits short ones. */
test.beforeAll(async ({ request }) => {
  const admin = await signInToApi(request, sampleAdmin)
  const text = `${WORD} `.repeat(20)
  const name = longName.slice(0, 80)
  created.review = (await admin.createReview({ body: { name, description: text, img: null } }))._id
  const estimate = { name, email: longEmail, phone, part: longName, vehicle: WORD, year: '2004', note: text }
  await admin.requestEstimate({ body: estimate })
  await admin.subscribe({ body: { email: longEmail } })
  const part = await admin.createProduct({
    body: partBody({ productName: longName, price: 129_999.99, partNumber: 'X'.repeat(60) }),
  })
  created.long = part._id
  const { items } = await admin.listReviews({ query: { limit: 100 } })
  created.reviewed = items.find(({ productId }) => productId)?.productId ?? ''
})

// Home, which other tests use, shows new parts and reviews.
test.afterAll(async ({ request }) => {
  const admin = await signInToApi(request, sampleAdmin)
  await admin.deleteProduct({ params: { id: created.long } })
  await admin.updateReview({ params: { id: created.review }, body: { hidden: true } })
})

test('every page of the store has a row with its addresses', () => {
  expect(Object.keys(accessRows).sort()).toEqual(pagePatterns(routes).sort())
})

/** Pages per test, few enough that the workers share them evenly. */
const PAGES_PER_TEST = 7
const visitors: [Visitor, Who][] = [
  ['signedOut', 'signed out'],
  ['customer', 'customer'],
  ['admin', 'admin'],
]

for (const [visitor, who] of visitors) {
  test.describe(`pages are accessible to ${who}`, () => {
    test.use({ who, expectedErrorStatuses: [400, 404] })

    const addresses = addressesOf(visitor)
    for (let from = 0; from < addresses.length; from += PAGES_PER_TEST) {
      const ofTest = addresses.slice(from, from + PAGES_PER_TEST)
      test(`from ${ofTest[0]} to ${ofTest.at(-1)}`, async ({ page, request }) => {
        if (isLong) test.setTimeout(120_000)
        const ids = {
          ...created,
          code: await requestResetCode(request),
          ...(await placeOrders(page.request, who)),
        }
        for (const address of ofTest) await checkPage(page, withId(address, ids))
      })
    }
  })
}

async function checkPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor({ state: 'detached' })
  await expect.soft(page, path).toHaveTitle(/^Partsline: .|.: Partsline$/)
  await expectAccessible(page, path)
  expect.soft(new URL(page.url()).pathname, 'the address stays').toBe(path.split('?')[0])
}

/** Places an unpaid order with long values and a paid one; none for a visitor who is signed out. */
async function placeOrders(request: APIRequestContext, who: Who): Promise<Record<string, string>> {
  if (who === 'signed out') return {}
  const buyer = who === 'admin' ? sampleAdmin : nora
  const api = await signInToApi(request, buyer)
  const part = await api.getProduct({ params: { id: created.long } })
  const place = { address: WORD.repeat(5), phone, location: WORD.repeat(3) }
  const body = orderBody([{ part, quantity: 2 }], { ...place, email: buyer.email, name: longName })
  const unpaid = await api.placeOrder({ body })
  const paid = await orderPart(api, buyer.email, 'BR-2804-22')
  await payOrder(request, api, paid)
  return { unpaid: unpaid._id, paid: paid._id }
}
