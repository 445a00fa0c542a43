import type { Page } from '@playwright/test'
import type { Order } from '#contract/sales/orders/orders.ts'
import { someOf } from '#tests/support/thoroughness.ts'
import { nora, test } from '../people.ts'
import { orderPart, signInToApi } from '../store-api.ts'
import { expect } from '../story.ts'
import { bankFrame, type Card, cardField, typeCard } from './card-form.ts'

// Declined cards, deleted, paid and expired orders.
test.use({ who: 'customer', expectedErrorStatuses: [400, 402, 404, 409] })

const GOOD = '4242 4242 4242 4242'
const WITH_CHALLENGE = '4000 0025 0000 3155'
const UNAUTHENTICATED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'

/** The errors of the card's fields before anything is sent. */
const fieldErrors: [Card, string][] = [
  [{ number: '' }, 'Your card number is incomplete.'],
  [{ number: '4242 42' }, 'Your card number is incomplete.'],
  [{ number: '4242 4242 4242 4241' }, 'Your card number is invalid.'],
  [{ number: GOOD, expiry: '12 / 20' }, "Your card's expiration year is in the past."],
  [{ number: GOOD, expiry: '13 / 34' }, "Your card's expiration month is invalid."],
  [{ number: GOOD, expiry: '12' }, "Your card's expiration date is incomplete."],
  [{ number: GOOD, cvc: '12' }, "Your card's security code is incomplete."],
]
/** The errors of the provider. */
const providerErrors: [Card, string][] = [
  [{ number: '4000 0000 0000 0002' }, 'Your card was declined.'],
  [{ number: '4000 0000 0000 9995' }, 'Your card has insufficient funds.'],
  [{ number: '4000 0000 0000 0069' }, 'Your card has expired.'],
  [{ number: '4000 0000 0000 0127' }, "Your card's security code is incorrect."],
]

const payButton = (page: Page) => page.getByRole('button', { name: 'Pay', exact: true })
const alertOf = (page: Page) => page.getByRole('main').getByRole('alert')
const success = (page: Page) => page.getByText('Your Payment is Successfull')

/** Opens the payment page of a new unpaid order of Nora's. */
async function openPayment(page: Page): Promise<Order> {
  const order = await orderPart(await signInToApi(page.request, nora), nora.email, 'BR-2804-22')
  await page.goto(`/dashboard/payment/${order._id}`)
  await expect(payButton(page)).toBeEnabled()
  return order
}

/** Counts how often a card is sent to the provider from now on. */
function countConfirms(page: Page): () => number {
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/confirm')) sent += 1
  })
  return () => sent
}

test('rejected test cards show their errors, the number stays, and a later card pays', async ({ page }) => {
  const order = await openPayment(page)
  const sent = countConfirms(page)
  const number = cardField(page, 'number')
  const declined = someOf(providerErrors, { share: 4 })
  for (const [card, message] of [...someOf(fieldErrors, { share: 5 }), ...declined]) {
    await test.step(`${JSON.stringify(card)} shows ${message}`, async () => {
      await typeCard(page, card)
      await payButton(page).click()
      await expect(alertOf(page)).toHaveText(message)
      await expect(number).toHaveValue(card.number)
      await expect(payButton(page)).toBeEnabled()
    })
  }
  expect(sent()).toBe(declined.length)

  await test.step('the bank’s challenge is closed, failed and completed', async () => {
    await typeCard(page, { number: WITH_CHALLENGE })
    await payButton(page).click()
    await expect(bankFrame(page).getByRole('button', { name: 'Complete' })).toBeVisible()
    await expect(page.getByRole('dialog')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(alertOf(page)).toHaveText(UNAUTHENTICATED)
    await payButton(page).click()
    await bankFrame(page).getByRole('heading').click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(alertOf(page)).toHaveText(UNAUTHENTICATED)
    await expect(number).toHaveValue(WITH_CHALLENGE)
    await payButton(page).click()
    // A browser may close a dialog without a click.
    await page.getByRole('dialog').evaluate((dialog: HTMLDialogElement) => dialog.close())
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await payButton(page).click()
    await bankFrame(page).getByRole('button', { name: 'Fail' }).click()
    await expect(alertOf(page)).toHaveText(UNAUTHENTICATED)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await payButton(page).click()
    await bankFrame(page).getByRole('button', { name: 'Complete' }).click()
    await expect(success(page)).toBeFocused()
  })

  await page.getByRole('main').getByRole('link', { name: 'Receipt' }).click()
  await expect(page.getByRole('heading', { name: `Order ${order.number}`, level: 1 })).toBeVisible()
  await expect(page.getByRole('article', { includeHidden: true })).toContainText(String(order.number))
  await page.goBack()
  await expect(page.getByText('This order is paid.')).toBeVisible()
  await expect(payButton(page)).toHaveCount(0)
})

test('a double click pays once, and Pay in another tab that still has the form shows the payment', async ({
  page,
  context,
}) => {
  const order = await openPayment(page)
  const other = await context.newPage()
  await other.goto(`/dashboard/payment/${order._id}`)
  await expect(payButton(other)).toBeEnabled()
  const sent = countConfirms(page)
  await typeCard(page, { number: GOOD })
  await payButton(page).dblclick()
  await expect(success(page)).toBeVisible()
  expect(sent()).toBe(1)

  await typeCard(other, { number: '4000 0000 0000 0002' })
  await payButton(other).click()
  await expect(success(other)).toBeVisible()
  const { paid, transactionId, history } = await (await signInToApi(page.request, nora)).getOrder({
    params: { id: order._id },
  })
  expect(paid).toBe(true)
  expect(history.filter(({ field }) => field === 'paid')).toHaveLength(1)
  for (const tab of [page, other]) await expect(tab.getByText(transactionId ?? 'none')).toBeVisible()
})

test('an order that is deleted while its card is typed shows “Not found” instead of the form', {
  tag: '@long',
}, async ({ page }) => {
  const api = await signInToApi(page.request, nora)
  const order = await openPayment(page)
  await typeCard(page, { number: GOOD })
  await api.deleteOrder({ params: { id: order._id } })
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: 'Not found', level: 1 })).toBeVisible()
  await expect(payButton(page)).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeVisible()
})

test('an order that expires while its card is typed shows an error and a link to order again', {
  tag: '@long',
}, async ({ page }) => {
  const order = await openPayment(page)
  await typeCard(page, { number: '4000 0000 0000 0002' })
  // These are the responses of the provider and the store after the order has expired.
  const confirm = /payment_intents\/\w+\/confirm$/
  await page.route(confirm, async (route) => {
    const { error } = await (await route.fetch()).json()
    const payment_intent = { ...error.payment_intent, status: 'canceled' }
    await route.fulfill({ status: 400, json: { error: { ...error, payment_intent } } })
  })
  await page.route('**/api/create-payment-intent', (route) =>
    route.fulfill({ status: 409, json: { code: 'order_expired' } }),
  )
  await page.route(`**/api/order/${order._id}`, async (route) => {
    await route.fulfill({ json: { ...(await (await route.fetch()).json()), expired: true } })
  })
  await payButton(page).click()
  await expect(alertOf(page)).toHaveText(/^This order has expired\./)
  await expect(payButton(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Order again' })).toBeVisible()
})
