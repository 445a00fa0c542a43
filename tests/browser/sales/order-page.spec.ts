import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { partBody } from '../../support/products/example-part.ts'
import { signInAsNewUser, signInDirectly } from '../direct-sign-in.ts'
import { expectAccessible } from '../platform/accessibility/access.ts'
import { apiOfPage, orderParts, payOrder, signInToApi } from '../store-api.ts'
import { expect, test } from '../story.ts'

const PARTS = ['BR-1556-PF', 'FL-0040-01', 'BR-5401-FL'].map((partNumber, index) => ({
  partNumber,
  quantity: index + 1,
}))

test('the page of an unpaid order says what comes next, and buys its parts again but for those that are gone', async ({
  page,
}) => {
  await signInAsNewUser(page, 'Ines Ferreira')
  const api = await apiOfPage(page)
  const admin = await signInToApi(page.request, sampleAdmin)
  const { _id: goneId } = await admin.createProduct({
    body: {
      productName: 'Left-hand mirror',
      partNumber: `MI-${Date.now()}`,
      price: 20,
      minimumOrder: 1,
      availableQuantity: 5,
      img: '/drawings/brake-disc.svg',
      category: 'body',
    },
  })
  await api.mergeCart({ body: { lines: [{ productId: goneId, quantity: 1 }] } })
  const order = await orderParts(api, PARTS)
  const [mirror, pads, fluid, caliper] = order.lines
  if (!mirror || !pads || !fluid || !caliper) throw new Error('The order has too few lines')
  await admin.deleteProduct({ params: { id: goneId } })

  await page.goto('/dashboard/orders')
  const row = page.getByRole('row', { name: /Left-hand mirror and 3 more/ })
  await expect(row).toContainText('7')
  await row.getByRole('link', { name: 'Left-hand mirror and 3 more', exact: true }).click()
  await expect(page).toHaveURL(`/dashboard/orders/${order.number}`)
  await expect(page.getByRole('heading', { name: `Order ${order.number}`, level: 1 })).toBeVisible()
  const steps = page.getByRole('list', { name: 'Progress' }).getByRole('listitem')
  await expect(steps).toHaveText([
    /^Placed, done/,
    /^Pay, next.*We hold your parts for/,
    /^Delivery, to come/,
  ])
  const lines = page.getByRole('table', { name: `Parts of order ${order.number}` })
  await expect(lines.getByRole('rowheader', { name: pads.name })).toContainText('BR-1556-PF')
  await expect(lines.getByRole('link', { name: pads.name })).toHaveAttribute(
    'href',
    `/parts/${pads.productId}`,
  )
  // no longer sold: a name without a link, and nothing to buy again
  await expect(lines.getByRole('rowheader', { name: mirror.name })).toBeVisible()
  await expect(lines.getByRole('link', { name: mirror.name })).toHaveCount(0)
  await expect(lines.getByRole('button', { name: `Buy again: ${mirror.name}` })).toHaveCount(0)
  await expectAccessible(page, 'Order page of a buyer')

  await page.getByRole('button', { name: 'Buy again', exact: true }).press('Enter')
  const cart = page.getByRole('dialog', { name: 'Cart' })
  for (const { name } of [pads, fluid, caliper]) await expect(cart.getByRole('link', { name })).toBeVisible()
  await expect(page.getByText(`No longer sold or sold out: ${mirror.name}.`)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cart).toBeHidden()
  const { lines: inCart } = await api.getCart()
  expect(inCart.map(({ productId, quantity }) => [productId, quantity])).toEqual(
    [pads, fluid, caliper].map(({ productId, quantity }) => [productId, quantity]),
  )
  await lines.getByRole('button', { name: `Buy again: ${pads.name}` }).click()
  await expect(cart.getByText(`Added ${pads.quantity} × ${pads.name}`)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: `Pay $${order.total.toFixed(2)}` }).click()
  await expect(page).toHaveURL(`/dashboard/payment/${order._id}`)
})

test('staff see lines, customer and payment of an order, and write a note that the buyer does not see', async ({
  page,
  browser,
}) => {
  const buyer = await signInAsNewUser(page, 'Nora Lind')
  const api = await apiOfPage(page)
  const order = await orderParts(api, PARTS)
  const transactionId = await payOrder(page.request, api, order)
  const office = await browser.newPage()
  await signInDirectly(office, sampleAdmin)
  // found by the number of a part that is not the first
  await office.goto('/dashboard/manageOrders?q=FL-0040-01')
  await office.getByRole('link', { name: String(order.number) }).click()
  await expect(office.getByRole('heading', { name: `Order ${order.number}`, level: 1 })).toBeVisible()
  const lines = office.getByRole('table', { name: `Parts of order ${order.number}` })
  await expect(lines.getByRole('row')).toHaveCount(5)
  await expect(lines.getByRole('row', { name: /FL-0040-01/ })).toContainText('To send 2')
  const details = office.getByRole('definition')
  await expect(details.filter({ hasText: transactionId })).toBeVisible()
  await expect(details.filter({ hasText: buyer.email })).toBeVisible()

  const note = office.getByLabel('Note', { exact: true })
  await office.getByRole('button', { name: 'Add note' }).click()
  await expect(office.getByRole('alert')).toHaveText('Note is required')
  await expect(note).toBeFocused()
  await note.fill('Check the bleeder screw.\nThen pack.')
  await office.getByRole('button', { name: 'Add note' }).press('Enter')
  const newest = office.getByRole('listitem').filter({ hasText: 'Sample Admin' })
  await expect(newest).toContainText('Check the bleeder screw.')
  await expect(note).toHaveValue('')
  await expectAccessible(office, 'Order page of staff')

  await page.goto(`/dashboard/orders/${order.number}`)
  await expect(page.getByRole('heading', { name: `Order ${order.number}`, level: 1 })).toBeVisible()
  await expect(page.getByText('bleeder screw')).toHaveCount(0)
  await office.close()
})

test('staff change the status of an order on its page, after the questions of the list', async ({
  page,
  browser,
}) => {
  const buyer = await signInAsNewUser(page, 'Status Stan')
  const order = await orderParts(await apiOfPage(page), PARTS)
  await signInDirectly(page, sampleAdmin)
  await page.goto(`/dashboard/orders/${order.number}`)
  const status = page.getByRole('combobox', { name: `Status of order ${order.number}` })
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
  await expect(status).toHaveValue('Pending')
  await status.focus()
  await status.selectOption('Shift')
  await expect(dialog).toContainText('This order is not paid yet.')
  await expect(dialog).toContainText(buyer.email)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(status).toHaveValue('Pending')
  await expect(status).toBeFocused()

  await status.selectOption('Shift')
  await dialog.getByRole('button', { name: 'Yes, shift it' }).press('Enter')
  await expect(page.getByText('The order is now Shift.')).toBeVisible()
  await expect(status).toHaveValue('Shift')
  await expect(page.getByRole('row', { name: /FL-0040-01/ })).toContainText('Sent 2')
  await expectAccessible(page, 'Order page of staff with a changed status')

  // who may not change it reads it
  const viewerPage = await browser.newPage()
  const viewer = await signInAsNewUser(viewerPage, 'Vera Viewer')
  const admin = await signInToApi(page.request, sampleAdmin)
  const body = { role: 'viewer', confirmUnverified: true } as const
  await admin.setRole({ params: { email: viewer.email }, body })
  await viewerPage.goto(`/dashboard/orders/${order.number}`)
  await expect(viewerPage.locator('.order-page__state')).toContainText('Shift')
  await expect(viewerPage.getByRole('combobox', { name: /^Status of/ })).toHaveCount(0)
  await viewerPage.close()
})

test('the pages of an order with long names are as wide as the window', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  const admin = await signInToApi(page.request, sampleAdmin)
  const { _id: productId } = await admin.createProduct({
    body: partBody({
      productName: 'Kit with AntiVibrationReinforcementShimAssemblies',
      partNumber: `BR-${Date.now()}${'0'.repeat(40)}`,
      available: 5,
      minimumOrder: 1,
    }),
  })
  await signInAsNewUser(page, 'Wide Willa')
  const api = await apiOfPage(page)
  await api.mergeCart({ body: { lines: [{ productId, quantity: 1 }] } })
  const order = await orderParts(api, PARTS)
  await payOrder(page.request, api, order)
  const lines = [{ position: 1, units: 1 }]
  await admin.refundOrder({ params: { id: order._id }, body: { refunded: 0, lines } })
  const office = await browser.newPage()
  await signInDirectly(office, sampleAdmin)
  for (const [shown, action] of [
    [page, 'Buy again'],
    [office, 'Refund'],
  ] as const) {
    await shown.goto(`/dashboard/orders/${order.number}`)
    await expect(shown.getByRole('button', { name: action, exact: true })).toBeVisible()
    for (const width of [320, 360, 641, 660, 768, 960, 1440])
      await test.step(`${action} at ${width} px`, async () => {
        await shown.setViewportSize({ width, height: 900 })
        const wider = await shown.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(wider).toBeLessThanOrEqual(0)
      })
  }
  await office.close()
  await admin.deleteProduct({ params: { id: productId } })
})

test('a part sold per pair says so from cart to order, also when it is sold each later', async ({
  page,
  browser,
}) => {
  const admin = await signInToApi(page.request, sampleAdmin)
  const names = { productName: `Wiper blades ${Date.now()}`, partNumber: `WB-${Date.now()}` }
  const part = await admin.createProduct({ body: partBody({ ...names, price: 20, saleUnit: 'pair' }) })
  await signInAsNewUser(page, 'Pia Pair')
  await page.goto(`/parts/${part._id}`)
  await page.getByRole('button', { name: `Add to cart: ${names.productName}` }).click()
  await expect(page.getByRole('dialog', { name: 'Cart' })).toContainText('1 × $20.00 per pair')
  await page.goto('/cart')
  await expect(page.getByRole('main')).toContainText('1 × $20.00 per pair')
  await page.goto('/checkout')
  await expect(page.getByRole('complementary', { name: 'Your order' })).toContainText('1 × $20.00 per pair')

  const api = await apiOfPage(page)
  const order = await orderParts(api, [{ partNumber: names.partNumber, quantity: 2 }, ...PARTS.slice(2)])
  await admin.updateProduct({ params: { id: part._id }, body: { saleUnit: 'each', price: 11 } })
  await page.goto(`/dashboard/orders/${order.number}`)
  const lines = page.getByRole('table', { name: `Parts of order ${order.number}` })
  await expect(lines.getByRole('row', { name: names.productName })).toContainText('2 × $20.00 per pair')
  // of a single unit nothing is said
  await expect(lines).not.toContainText('each')
  await payOrder(page.request, api, order)
  const office = await browser.newPage()
  await signInDirectly(office, sampleAdmin)
  await office.goto(`/dashboard/orders/${order.number}`)
  const row = office.getByRole('row', { name: names.productName })
  await expect(row.getByRole('cell', { name: '$20.00 per pair' })).toBeVisible()
  await page.goto(`/purchase/${part._id}`)
  await expect(page.getByRole('main')).toContainText('$11.00each')
  await office.close()
})
