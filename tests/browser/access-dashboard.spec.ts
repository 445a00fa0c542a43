import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { sampleAdmin } from '#contract/sample-admin.ts'
import { apiFor, apiOf, orderPart, payOrder } from './api-of.ts'
import { expect, register, signIn, test } from './story.ts'

const WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'
const longName = `${WORD.repeat(3)} oil filter housing cover`.slice(0, 200)
const longEmail = `${'a.very.long.mailbox.name.'.repeat(2)}x@${'subdomain-of-some-length.'.repeat(6)}example.com`

const adminPages = [
  '',
  '/overview',
  '/reviews',
  '/reviews?hidden=true',
  '/estimates',
  '/subscribers',
  '/addProduct',
  '/manageProduct',
  '/manageProduct?q=nothing-like-this',
  '/manageOrders',
  '/makeAdmin',
]
const customerPages = ['', '/orders', '/review', '/overview']
const views = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [360, 1440].map((width) => ({ colorScheme, width })),
)

const made = { part: '', review: '' }

/** Long names everywhere: what holds with them holds with short ones. */
test.beforeAll(async ({ request }) => {
  const admin = await apiFor(request, sampleAdmin)
  const text = `${WORD} `.repeat(20)
  const words = { name: longName.slice(0, 80), description: text, img: null }
  made.review = (await admin.createReview({ body: words }))._id
  const asked = {
    name: longName.slice(0, 80),
    email: longEmail,
    phone: '+1 555 014 7731 0000 1111 2222 3333',
  }
  await admin.requestEstimate({ body: { ...asked, part: longName, vehicle: WORD, year: '2004', note: text } })
  await admin.subscribe({ body: { email: longEmail } })
  const shelf = { minimumOrder: 1, availableQuantity: 9, img: '/drawings/oil-filter.svg' }
  const part = await admin.createProduct({
    body: { ...shelf, productName: longName, price: 129_999.99, partNumber: 'X'.repeat(60) },
  })
  made.part = part._id
  await admin.placeOrder({
    body: {
      productId: part._id,
      email: sampleAdmin.email,
      name: longName,
      address: WORD.repeat(5),
      phone: '+1 555 014 7731 0000 1111 2222 3333',
      location: WORD.repeat(3),
      price: part.price,
      quantity: 2,
    },
  })
})

// Home belongs to the other stories, too
test.afterAll(async ({ request }) => {
  const admin = await apiFor(request, sampleAdmin)
  await admin.deleteProduct({ params: { id: made.part } })
  await admin.updateReview({ params: { id: made.review }, body: { hidden: true } })
})

for (const { colorScheme, width } of views) {
  test.describe(`${colorScheme}, ${width} px wide`, () => {
    test.use({ colorScheme, viewport: { width, height: 900 } })
    // sixteen pages are read by axe, one after the other
    test.describe.configure({ timeout: 180_000 })

    test('an admin’s pages are usable by everybody', async ({ page }) => {
      await signIn(page, sampleAdmin)
      const [order] = (await (await apiOf(page)).listAllOrders({ query: { limit: 1 } })).items
      for (const path of [...adminPages, `/orders/${order?._id}`]) await checkPage(page, path)
      await checkPage(page, '/manageOrders')
      await page.getByRole('button', { name: 'Delete' }).and(page.locator(':enabled')).first().click()
      await checkNow(page, 'the question')
      await checkPage(page, '/manageProduct')
      await page.getByRole('button', { name: 'Edit' }).first().click()
      await checkNow(page, 'the edit dialog')
    })

    test('a customer’s pages are usable by everybody', async ({ page }) => {
      const { email } = await register(page, 'Ines Ferreira')
      for (const path of customerPages) await checkPage(page, path)
      const api = await apiOf(page)
      await payOrder(page.request, api, await orderPart(api, email, 'BR-2804-22'))
      const open = await orderPart(api, email, 'WT-1775-05')
      for (const path of ['/orders', `/orders/${open._id}`]) await checkPage(page, path)
    })
  })
}

async function checkPage(page: Page, path: string): Promise<void> {
  await page.goto(`/dashboard${path}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor({ state: 'detached' })
  await checkNow(page, path)
}

/** No rule of axe is broken, nothing is wider than the screen, and nothing sticks out of its table or card. */
async function checkNow(page: Page, what: string): Promise<void> {
  // these pages have no frames of others: neither a second page nor every passed node is needed
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  expect(found, what).toEqual([])
  const wide = await page.evaluate(() => {
    const frames = document.querySelectorAll('main table, main tr, main li, main article, dialog, html')
    return [...frames]
      .filter((frame) => frame.scrollWidth > frame.clientWidth + 1 && frame.clientWidth > 1)
      .map((frame) => `${frame.tagName}.${frame.className}: ${frame.scrollWidth} > ${frame.clientWidth}`)
  })
  expect(wide, what).toEqual([])
}
