import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
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
