import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { readPdf } from '../../support/orders/pdf-text.ts'
import { signInAsNewUser, signInDirectly } from '../direct-sign-in.ts'
import { apiOfPage, orderPart, payOrder, signInToApi, verifyAddress } from '../store-api.ts'
import { originOf } from '../store-requests.ts'
import { expect, POLL_OFTEN, register, testInStore } from '../story.ts'

/** A store without card payment: buyers pay at the counter. */
const test = testInStore({ CARDS: 'off', STORE_TIME_ZONE: 'Asia/Tokyo' })

/** Words about card payment; the word “card” alone may mean something else. */
const CARD_WORDS =
  /by card|bank card|test card|card (?:form|payment|provider|number)|no card|\bbanks?\b|stripe/i
const body = (page: Page) => page.locator('body')

test('a store without cards does not mention them on six pages or in the mails about an order', {
  tag: '@long',
}, async ({ page, browser }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Pay at the counter' })).toBeVisible()
  await expect(body(page)).not.toContainText(CARD_WORDS)
  await expect(page.getByRole('img', { name: /card/i })).toHaveCount(0)
  await page.goto('/blogs')
  await page.getByText('What happens to my order until I have paid?').click()
  await expect(page.getByText('pay them at the counter')).toBeVisible()
  await expect(body(page)).not.toContainText(CARD_WORDS)

  const buyer = await register(page, 'Cora Cash')
  await verifyAddress(page.request, buyer.email)
  const order = await orderPart(await apiOfPage(page), buyer.email, 'BR-2804-22')
  await page.goto('/dashboard/orders')
  const orderRow = page.getByRole('row', { name: /Front brake disc/ })
  await expect(orderRow).toContainText('Pay on collection.')
  await expect(orderRow.getByRole('link', { name: 'Pay', exact: true })).toBeHidden()
  await page.goto(`/dashboard/payment/${order._id}`)
  await expect(page.getByText('Payment is on collection, at the counter.')).toBeVisible()
  await expect(body(page)).not.toContainText(CARD_WORDS)

  const adminPage = await browser.newPage()
  await signInDirectly(adminPage, sampleAdmin)
  await adminPage.goto('/dashboard/manageOrders')
  const row = adminPage.getByRole('row', { name: new RegExp(buyer.email) })
  await row.getByRole('button', { name: 'Mark as paid' }).click()
  await adminPage.getByRole('button', { name: 'Yes, it is paid' }).click()
  await expect(adminPage.getByText('The order is marked as paid.')).toBeVisible()
  await row.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = adminPage.getByRole('dialog', { name: 'Refund this order' })
  await dialog.getByLabel('Amount').fill('2.50')
  await dialog.getByRole('button', { name: 'Give back' }).click()
  await expect(adminPage.getByText('Written down. Hand the money over at the counter.')).toBeVisible()
  await expect(row).toContainText('$2.50 refunded')
  await expect(body(adminPage)).not.toContainText(CARD_WORDS)
  await adminPage.goto('/dashboard/overview')
  await expect(adminPage.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await expect(body(adminPage)).not.toContainText(CARD_WORDS)
  await adminPage.close()

  await page.goto(`/dashboard/orders/${order._id}`)
  await expect(page.getByRole('row', { name: 'Remaining' })).toBeVisible()
  await expect(body(page)).not.toContainText(CARD_WORDS)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PDF' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^receipt-\d{6}\.pdf$/)
  // The page and the PDF show times in the store's time zone.
  // the receipt is shown on paper only
  const times = await page.locator('article dl time').allTextContents()
  expect(times).toHaveLength(2)
  const printed = readPdf(await readFile(await file.path())).pages.flat()
  for (const time of times) {
    expect(time).toMatch(/ GMT\+9$/)
    expect(printed).toContain(time.replace(/\s/g, ' '))
  }

  type Mail = { to: string; subject: string; text: string }
  const mails = async () => {
    const all: Mail[] = await (await page.request.get('/identity/outbox')).json()
    return all.filter(({ to, subject }) => to === buyer.email && subject.startsWith('Order '))
  }
  await expect.poll(async () => (await mails()).length, POLL_OFTEN).toBe(3)
  const texts = (await mails()).map(({ text }) => text).join('\n')
  expect(texts).not.toMatch(CARD_WORDS)
  expect(texts).toContain('we have received your payment at the counter:')
  expect(texts).toContain('$2.50 of your payment goes back to you at the counter.')
})

test.describe('a shop that changes whether it takes cards', () => {
  test('the refund dialog says where the money goes, by how the order was paid', {
    tag: '@long',
  }, async ({ page, browser, store }) => {
    const baseURL = await originOf({
      name: 'the same shop with cards',
      settings: {},
      databaseOf: store?.name,
    })
    const cardStore = await browser.newContext({ baseURL })
    const buyer = await signInAsNewUser(page, 'Cleo Counter')
    const adminApi = await signInToApi(page.request, sampleAdmin)
    const paidAtCounter = await orderPart(await apiOfPage(page), buyer.email, 'BR-2804-22')
    const body = { appointment: paidAtCounter._id, transactionId: `counter-${paidAtCounter._id}` }
    await adminApi.markOrderPaid({ params: { id: paidAtCounter._id }, body })

    const admin = await cardStore.newPage()
    await signInDirectly(admin, sampleAdmin)
    await admin.goto(`/dashboard/orders/${paidAtCounter._id}`)
    await admin.getByRole('button', { name: 'Refund', exact: true }).click()
    const dialog = admin.getByRole('dialog', { name: 'Refund this order' })
    await expect(dialog).toContainText('Paid at the counter. Hand the money over there.')
    await dialog.getByRole('button', { name: 'Give back' }).click()
    await expect(admin.getByText('Written down. Hand the money over at the counter.')).toBeVisible()

    const buyerApi = await signInToApi(cardStore.request, buyer)
    const paidByCard = await orderPart(buyerApi, buyer.email, 'BR-2804-22')
    await payOrder(cardStore.request, buyerApi, paidByCard)
    await admin.goto(`/dashboard/orders/${paidByCard._id}`)
    await admin.getByRole('button', { name: 'Refund', exact: true }).click()
    await expect(dialog).toContainText('Paid by card. The money goes back to the card.')
    await cardStore.close()
    await signInDirectly(page, sampleAdmin)
    await page.goto(`/dashboard/orders/${paidByCard._id}`)
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    const rejectedDialog = page.getByRole('dialog', { name: 'Refund this order' })
    await expect(rejectedDialog).toContainText(
      'This order was paid by card, and the shop takes no cards now.',
    )
    await expect(rejectedDialog.getByRole('button', { name: 'Give back' })).toBeHidden()
    await rejectedDialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(rejectedDialog).toBeHidden()
  })
})
