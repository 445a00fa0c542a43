import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { checkoutBody } from '#demo/purchase.ts'
import { signInDirectly } from '../direct-sign-in.ts'
import { signInToApi } from '../store-api.ts'
import { expect, test } from '../story.ts'
import { typeCard } from './card-form.ts'
import { createParts, openCheckout, orderButton, placed, typeAddress } from './checkout-form.ts'

test.use({ expectedErrorStatuses: [400, 404, 409] })

test('an order that was deleted, is of somebody else or never was is said to be not there', {
  tag: '@long',
}, async ({ page }) => {
  const admin = await signInToApi(page.request, sampleAdmin)
  const parts = await createParts(admin, ['Foreign'])
  const lines = parts.map(({ _id }) => ({ productId: _id, quantity: 1 }))
  const foreign = await admin.checkout({
    body: checkoutBody((await admin.mergeCart({ body: { lines } })).cart),
  })
  const api = await openCheckout(page, 'Curt Curious', parts)
  const own = await api.checkout({ body: checkoutBody(await api.getCart()) })
  await api.deleteOrder({ params: { id: own._id } })
  const unknown = '01a1f8b8-1db0-7353-aceb-60a1f690e41c'
  for (const id of [foreign._id, own._id, unknown, String(foreign.number), 'abc', '']) {
    await page.goto(`/checkout?order=${id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible()
    await expect(page.getByText('This order is not there.')).toBeVisible()
    await expect(page).toHaveTitle(/^Not found/)
    await expect(page.getByRole('main')).not.toContainText(parts[0]?.productName ?? '')
    await expect(placed(page)).toHaveCount(0)
  }
  await page.getByRole('main').getByRole('link', { name: 'My Orders' }).click()
  await expect(page).toHaveURL('/dashboard/orders')
})

test('staff who open the checkout of a buyer see the page of the order, and pay nothing', {
  tag: '@long',
}, async ({ page, browser, baseURL }) => {
  const admin = await signInToApi(page.request, sampleAdmin)
  const api = await openCheckout(page, 'Otto Owner', await createParts(admin, ['Owned']))
  const order = await api.checkout({ body: checkoutBody(await api.getCart()) })
  const staff = await browser.newContext({ ...(baseURL && { baseURL }) })
  const office = await staff.newPage()
  await signInDirectly(office, sampleAdmin)
  const payments: string[] = []
  office.on('request', (request) => {
    if (request.url().includes('payment-intent')) payments.push(request.url())
  })
  await office.goto(`/checkout?order=${order._id}`)
  await expect(office).toHaveURL(`/dashboard/orders/${order.number}`)
  await expect(office.getByRole('heading', { level: 1 })).toContainText(String(order.number))
  expect(payments).toEqual([])
  await staff.close()
})

test('the time left is kept current, and when it has passed nothing is paid any more', async ({ page }) => {
  const admin = await signInToApi(page.request, sampleAdmin)
  await page.clock.install()
  await openCheckout(page, 'Wanda Wait', await createParts(admin, ['Waiting']))
  await typeAddress(page)
  await orderButton(page).click()
  await expect(placed(page)).toBeVisible()
  await expect(page.getByText('48 h left.')).toBeVisible()
  await typeCard(page, { number: '4242 4242 4242 4242' })
  const pay = page.getByRole('button', { name: 'Pay', exact: true })
  await page.clock.fastForward('47:20:00')
  await expect(page.getByText(/\b(39|40) min left\./)).toBeVisible()
  // the clock here is ahead: the store decides
  const asked = page.waitForResponse('**/api/create-payment-intent')
  await page.clock.fastForward('41:00')
  await asked
  await expect(page.getByText('1 min left.')).toBeVisible()
  await expect(pay).toBeEnabled()
  await page.route('**/api/order/*', async (route) => {
    await route.fulfill({ json: { ...(await (await route.fetch()).json()), expired: true } })
  })
  await page.clock.fastForward('01:10')
  await expect(page.getByRole('alert').filter({ hasText: 'This order has expired.' })).toBeVisible()
  await expect(pay).toHaveCount(0)
  await expect(page.getByText('left.')).toHaveCount(0)
  await expect(page.getByText('held for you')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Order again' })).toBeVisible()
})
