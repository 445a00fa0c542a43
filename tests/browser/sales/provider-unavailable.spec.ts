import type { APIRequestContext } from '@playwright/test'
import { errorTexts } from '#contract/platform/texts/errors.ts'
import { orderTexts } from '#contract/sales/orders/texts.ts'
import { paymentTexts } from '#contract/sales/payments/texts.ts'
import { nora, test } from '../people.ts'
import { orderPart, signInToApi } from '../store-api.ts'
import { expect } from '../story.ts'
import { cardField, typeCard } from './card-form.ts'

test.use({ who: 'customer', expectedErrorStatuses: [0, 400, 404, 503] })
test.afterEach(({ request }) => removeFaults(request))

test('a buyer sees an error while the card provider is unavailable, keeps the card number and then pays', {
  tag: '@long',
}, async ({ page, request }) => {
  const buyer = await signInToApi(request, nora)
  const order = await orderPart(buyer, nora.email, 'BR-2804-22')
  const alert = page.getByRole('main').getByRole('alert').filter({ hasText: /\w/ })
  const pay = page.getByRole('button', { name: 'Pay', exact: true })
  const retry = page.getByRole('button', { name: 'Retry', exact: true })

  await injectFault(request, 'create')
  await page.goto(`/dashboard/payment/${order._id}`)
  await expect(alert).toHaveText(errorTexts.cards_unavailable)
  await expect(pay).toBeDisabled()
  const number = cardField(page, 'number')
  await typeCard(page, { number: '4242 4242 4242 4242' })
  await removeFaults(request)
  await retry.click()
  await expect(alert).toBeHidden()
  await expect(number).toHaveValue('4242 4242 4242 4242')

  // The card is charged but the response is lost, and the store cannot read the payment.
  await injectFault(request, 'read')
  await injectFault(request, 'confirm', { act: 'act_and_drop', remaining: 1 })
  await pay.click()
  await expect(alert).toHaveText(paymentTexts.answerLost)
  await pay.click()
  // The page reports the payment three times, after pauses of 1 s and 3 s; each time the store cannot read it.
  const unconfirmed = page.getByRole('status').filter({ hasText: paymentTexts.unconfirmed })
  await expect(unconfirmed).toBeVisible({ timeout: 30_000 })
  await removeFaults(request)
  await retry.click()
  await expect(page.getByText(paymentTexts.success)).toBeVisible()
  expect(await buyer.getOrder({ params: { id: order._id } })).toMatchObject({
    paid: true,
    total: order.total,
  })
})

test('an order deleted while the card provider is unavailable cannot be paid, and a second deletion removes it', {
  tag: '@long',
}, async ({ page, request }) => {
  const buyer = await signInToApi(request, nora)
  const order = await orderPart(buyer, nora.email, 'BR-2804-22')
  await buyer.createPaymentIntent({ body: { price: order.total, orderId: order._id } })
  await injectFault(request, 'cancel')
  await page.goto('/dashboard/orders')
  // Newest first.
  const row = page.getByRole('row').filter({ hasText: order.productName }).first()
  await row.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: orderTexts.yesRemove }).click()
  await expect(page.getByText(errorTexts.removal_unfinished)).toBeVisible()
  await expect(row.getByText(orderTexts.cancellingText)).toBeVisible()
  await expect(row.getByRole('link', { name: orderTexts.pay })).toBeHidden()
  await page.goto(`/dashboard/payment/${order._id}`)
  await expect(page.getByText(paymentTexts.cancelling)).toBeVisible()

  await removeFaults(request)
  // The reconciliation job would also finish the deletion, within two minutes.
  await buyer.deleteOrder({ params: { id: order._id } })
  await page.goto(`/dashboard/orders/${order._id}`)
  await expect(page.getByRole('heading', { name: 'Not found', level: 1 })).toBeVisible()
})

/** Makes calls to the card sandbox fail: the next `remaining`, or all. `act_and_drop` drops only responses. */
async function injectFault(
  request: APIRequestContext,
  target: 'create' | 'read' | 'cancel' | 'confirm',
  how: { act: 'fail' | 'act_and_drop'; remaining?: number } = { act: 'fail' },
): Promise<void> {
  const response = await request.post('/payments/control/faults', { data: { target, ...how } })
  expect(response.status()).toBe(201)
}

async function removeFaults(request: APIRequestContext): Promise<void> {
  await request.delete('/payments/control/faults')
}
