import type { Locator, Page } from '@playwright/test'
import type { ApiClient } from '#contract/api-client.ts'
import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { orderTexts } from '#contract/sales/orders/texts.ts'
import { orderBody } from '#demo/purchase.ts'
import { partBody } from '../../support/products/example-part.ts'
import { createAccount, signInAsNewUser } from '../direct-sign-in.ts'
import { test } from '../people.ts'
import { orderPart, payOrder, signInToApi } from '../store-api.ts'
import { expect, newEmail } from '../story.ts'
import { expectAccessible } from './accessibility/access.ts'

const PATH = '/dashboard/manageOrders'
const buyer = { email: newEmail('dense'), password: 'a-good-password', displayName: 'Dense Buyer' }
const orders: Order[] = []
let part = ''

test.use({ who: 'admin', viewport: { width: 1440, height: 900 } })

/** Places orders of 1, 2, 3 … units. */
test.beforeAll(async ({ request }) => {
  const admin = await signInToApi(request, sampleAdmin)
  const product = await admin.createProduct({
    body: partBody({ productName: 'Dense gasket', price: 10, available: 3000, minimumOrder: 1 }),
  })
  part = product._id
  await addLongRows(admin)
  await createAccount(request, buyer)
  const api = await signInToApi(request, buyer)
  for (let quantity = 1; quantity <= 55; quantity += 1)
    orders.push(
      await api.placeOrder({
        body: orderBody([{ part: product, quantity }], { email: buyer.email, name: buyer.displayName }),
      }),
    )
})

test.afterAll(async ({ request }) => {
  const admin = await signInToApi(request, sampleAdmin)
  for (const { _id } of orders) await admin.deleteOrder({ params: { id: _id } }).catch(() => {})
  await admin.deleteProduct({ params: { id: part } })
})

const rows = (page: Page) => page.getByRole('main').locator('tbody').getByRole('row')
const head = (page: Page, name: string) => page.getByRole('columnheader', { name })
const ofBuyer = `${PATH}?${new URLSearchParams({ email: buyer.email })}`

test('at least 14 orders are in a window of 1440 × 900, in lines of 36 px below a head that stays', async ({
  page,
}) => {
  await page.goto(PATH)
  await expect(rows(page)).toHaveCount(50)
  const boxes = await boxesOf(rows(page))
  expect(boxes.filter(({ y, height }) => y >= 0 && y + height <= 900).length).toBeGreaterThanOrEqual(14)
  for (const { height } of boxes) expect(height).toBeLessThanOrEqual(37)
  const number = rows(page).first().getByRole('cell', { name: '$' })
  await expect(number).toHaveCSS('font-size', '13px')
  await expect(rows(page).first().getByRole('combobox')).toHaveCSS('font-size', '14px')
  await rows(page).nth(40).scrollIntoViewIfNeeded()
  await expect(head(page, 'Price')).toBeInViewport({ ratio: 1 })
  await expect(rows(page).first().getByRole('img')).toHaveCount(0)
})

test('a head sorts the whole list, by keyboard too, and keeps filter and focus', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto(ofBuyer)
  const price = head(page, 'Price')
  const link = price.getByRole('link')
  await link.click()
  await expect(page).toHaveURL(/email=.*&sort=-total$/)
  await expect(price).toHaveAttribute('aria-sort', 'descending')
  await expect(rows(page).first()).toContainText('$550.00')
  await expect(link).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/sort=total$/)
  await expect(price).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows(page).first()).toContainText('$10.00')
  await expect(head(page, 'Email')).not.toHaveAttribute('aria-sort')
  await expectAccessible(page, 'sorted orders')
  await page.goBack()
  await expect(rows(page).first()).toContainText('$550.00')
  // an unknown order of the address is the one by default
  await page.goto(`${ofBuyer}&sort=nothing`)
  await expect(rows(page).first()).toContainText('$550.00')
  await expect(head(page, 'Price')).not.toHaveAttribute('aria-sort')
})

test('the foot says the position, and its links keep filter and order', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto(`${ofBuyer}&sort=total`)
  const main = page.getByRole('main')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(main.getByText('1–50 of 55', { exact: true })).toBeVisible()
  await expect(pages.getByRole('link')).toHaveCount(1)
  await pages.getByRole('link', { name: 'Next page' }).press('Enter')
  await expect(main.getByText('51–55 of 55', { exact: true })).toBeVisible()
  await expect(rows(page).first()).toContainText('$510.00')
  await expect(main).toBeFocused()
  await page.reload()
  await expect(main.getByText('51–55 of 55', { exact: true })).toBeVisible()
  await pages.getByRole('link', { name: 'Previous page' }).click()
  await expect(main.getByText('1–50 of 55', { exact: true })).toBeVisible()
  await expect(rows(page).first()).toContainText('$10.00')
  await pages.getByRole('link', { name: 'Next page' }).click()
  await expect(rows(page)).toHaveCount(5)
  await pages.getByRole('link', { name: 'First page' }).click()
  await expect(page).toHaveURL(`${ofBuyer}&sort=total`)
  // an address without the position, or with another's words in it, says only how many there are
  await pages.getByRole('link', { name: 'Next page' }).click()
  await expect(rows(page)).toHaveCount(5)
  for (const from of ['', '-3', '<b>'])
    await test.step(`from=${from}`, async () => {
      const address = new URL(page.url())
      address.searchParams.set('from', from)
      await page.goto(address.href)
      await expect(main.getByText('55 in all', { exact: true })).toBeVisible()
    })
})

test('what waits has an address: orders to send, unpaid ones; an empty list of each says why', async ({
  page,
  request,
}) => {
  const api = await signInToApi(request, buyer)
  const [paid] = orders
  if (!paid) throw new Error('no order')
  await payOrder(request, api, paid)
  const email = encodeURIComponent(buyer.email)
  await page.goto(`${PATH}?state=toSend&email=${email}`)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).first().getByText('paid', { exact: true })).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Status' })
    .getByRole('link', { name: 'Shift', exact: true })
    .click()
  await expect(page.getByRole('heading', { name: 'No orders here' })).toBeVisible()
  await page.goto(`${PATH}?state=unpaid&email=${email}`)
  await expect(page.getByText('1–50 of 54')).toBeVisible()
  await expect(rows(page).first().getByText('unpaid', { exact: true })).toBeVisible()
  await page.goto(`${PATH}?q=${paid._id}&sort=total`)
  await expect(page.getByText(orderTexts.ordersWith(paid._id))).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await page.goto(`${PATH}?state=disputed&email=${email}`)
  await expect(page.getByRole('heading', { name: 'No orders here' })).toBeVisible()
  await page.getByRole('link', { name: 'All orders' }).click()
  await expect(page).toHaveURL(PATH)
  await expect(rows(page)).toHaveCount(50)
  await rows(page).first().getByRole('rowheader').getByRole('link').click()
  await expect(page.getByRole('heading', { name: /^Order \d+$/ })).toBeVisible()
})

const lists = ['manageOrders', 'reviews', 'estimates', 'subscribers']

test('no list of the back office scrolls the page sideways, at any width', { tag: '@long' }, async ({
  page,
}) => {
  for (const list of lists) {
    await page.goto(`/dashboard/${list}`)
    await expect(rows(page).first()).toBeVisible()
    for (const width of [320, 360, 560, 700, 768, 900, 1024, 1200, 1440, 1920])
      await test.step(`${list} at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 900 })
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(wider).toBeLessThanOrEqual(0)
      })
  }
})

/** A row with long words in each list. */
async function addLongRows(admin: ApiClient): Promise<void> {
  const name = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'
  const email = `${'very.long.mailbox.'.repeat(3)}x@${'subdomain.'.repeat(8)}example.com`
  await admin.requestEstimate({ body: { name, email, part: name, vehicle: name, note: name.repeat(4) } })
  await admin.subscribe({ body: { email } })
  const review = await admin.createReview({ body: { name, description: name.repeat(3), img: null } })
  // Home, which other tests use, shows new reviews
  await admin.updateReview({ params: { id: review._id }, body: { hidden: true } })
}

test('the row of an estimate opens and shows what its line cuts', async ({ page, request }) => {
  const admin = await signInToApi(request, sampleAdmin)
  const name = `Wanda ${Date.now()}`
  const note = 'Both sides, please, and the seals. '.repeat(12).trim()
  await admin.requestEstimate({ body: { name, email: newEmail('wanda'), phone: '555 0142', note } })
  await page.goto('/dashboard/estimates')
  const button = page.getByRole('button', { name, exact: true })
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await button.press('Enter')
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await expect(button).toBeFocused()
  const details = page.locator(`[id="${await button.getAttribute('aria-controls')}"]`)
  await expect(details.getByText(note)).toBeVisible()
  await expect(details.getByText('555 0142')).toBeVisible()
  await expectAccessible(page, 'an open estimate')
  await button.press('Enter')
  await expect(details).toHaveCount(0)
})

test('who may only look sees lists without the actions that the store would refuse', async ({
  page,
  request,
}) => {
  const admin = await signInToApi(request, sampleAdmin)
  const viewer = await signInAsNewUser(page, 'Vera Viewer')
  const body = { role: 'viewer', confirmUnverified: true } as const
  await admin.setRole({ params: { email: viewer.email }, body })
  for (const list of ['manageOrders', 'estimates', 'subscribers'])
    await test.step(list, async () => {
      await page.goto(`/dashboard/${list}`)
      await expect(rows(page).first().getByRole('rowheader')).toBeVisible()
      const actions = /^(Delete|Refund|Mark as paid)/
      await expect(rows(page).getByRole('button', { name: actions })).toHaveCount(0)
      await expect(rows(page).getByRole('combobox')).toHaveCount(0)
    })
  await page.goto('/dashboard/manageOrders')
  await expect(rows(page).first().getByText('Pending', { exact: true })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('a row is a card of three lines at most, with targets of 44 px, and stays a row of a table', {
    tag: '@long',
  }, async ({ page }) => {
    for (const list of lists)
      await test.step(list, async () => {
        await page.goto(`/dashboard/${list}`)
        const row = rows(page).first()
        await expect(row.getByRole('rowheader')).toBeVisible()
        const cells = await boxesOf(row.locator('> :visible'))
        const lines = new Set(cells.map(({ y, height }) => Math.round((y + height / 2) / 8)))
        expect(lines.size).toBeLessThanOrEqual(3)
        const targets = row.locator(':is(a, button, select):visible')
        for (const { width, height } of await boxesOf(targets)) {
          expect(width).toBeGreaterThanOrEqual(44)
          expect(height).toBeGreaterThanOrEqual(44)
        }
        await expectAccessible(page, `${list} as cards`)
      })
  })

  test('the number of an order leads to it beside a long address, which is cut', async ({
    page,
    request,
  }) => {
    const person = { email: newEmail('maximiliane.featherstonehaugh'), password: 'a-good-password' }
    await createAccount(request, person)
    const order = await orderPart(await signInToApi(request, person), person.email, 'BR-2804-22')
    for (const width of [320, 360, 768])
      await test.step(`at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(`${PATH}?${new URLSearchParams({ email: person.email })}`)
        const link = page.getByRole('link', { name: `${order.number}, ${person.email}` })
        await expect(link).toHaveText(String(order.number))
        await expect(link).toBeInViewport({ ratio: 1 })
        const { width: across, height } = (await link.boundingBox()) ?? { width: 0, height: 0 }
        expect(across).toBeGreaterThanOrEqual(44)
        expect(height).toBeGreaterThanOrEqual(44)
        expect(await link.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBeLessThanOrEqual(0)
        const address = rows(page).getByText(person.email, { exact: true }).filter({ visible: true })
        await expect(address).toHaveCSS('text-overflow', 'ellipsis')
        expect(await address.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBeGreaterThan(0)
        await link.tap()
        await expect(page).toHaveURL(`/dashboard/orders/${order.number}`)
      })
  })
})

async function boxesOf(found: Locator) {
  const boxes = await Promise.all((await found.all()).map((one) => one.boundingBox()))
  return boxes.filter((box) => box !== null)
}
