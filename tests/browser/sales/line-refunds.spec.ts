import type { Page } from '@playwright/test'
import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { signInDirectly } from '../direct-sign-in.ts'
import { nora, test } from '../people.ts'
import { expectAccessible } from '../platform/accessibility/access.ts'
import { orderPart, orderParts, payOrder, signInToApi } from '../store-api.ts'
import { expect } from '../story.ts'

test.use({ who: 'admin', expectedErrorStatuses: [400, 409] })

test('staff refund one unit of one of three parts, and then the rest', async ({ page, request }) => {
  const buyer = await signInToApi(request, nora)
  const wanted = ['BR-2804-22', 'BR-1556-PF', 'FL-0040-01'].map((partNumber) => ({ partNumber, quantity: 2 }))
  const order = await orderParts(buyer, wanted)
  await payOrder(request, buyer, order)
  const [disc, pads] = order.lines
  if (!disc || !pads) throw new Error('The order has too few lines')
  await page.goto('/dashboard/manageOrders?payment=paid')
  const row = page.getByRole('row').filter({ hasText: String(order.number) })
  await expect(row).toContainText(`${disc.name} and 2 more`)
  await row.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund this order' })
  const line = (name: string) => dialog.getByRole('group', { name })
  const give = dialog.getByRole('button', { name: 'Give back' })
  await expect(dialog.getByRole('group')).toHaveCount(3)

  // nothing was chosen
  await give.click()
  await expect(dialog.getByRole('alert')).toHaveText('Choose units or an amount of at least one line.')
  // the amount follows the units, until another one is typed
  const units = line(disc.name).getByLabel('Units')
  const amount = line(disc.name).getByLabel('Amount')
  await units.fill('1')
  await expect(amount).toHaveValue(disc.price.toFixed(2))
  await expect(dialog.getByRole('status')).toContainText(`$${disc.price.toFixed(2)}`)
  await amount.fill('5')
  await expect(dialog.getByRole('status')).toContainText('$5.00')
  // more than was bought: the error is at the line
  await units.fill('3')
  await expect(amount).toHaveValue('')
  await give.click()
  await expect(units).toBeFocused()
  await expect(units).toHaveAccessibleDescription(/More pieces were named/)
  await expectAccessible(page, 'Refund by line with a message')
  await units.fill('1')
  await amount.fill('100000')
  await give.click()
  await expect(amount).toBeFocused()
  await expect(amount).toHaveAccessibleDescription(/More was asked back/)
  await units.fill('x')
  await give.click()
  await expect(units).toHaveAccessibleDescription(/not a whole number/)

  await units.fill('1')
  await line(disc.name).getByLabel('Back to stock').check()
  await dialog.getByLabel('Reason').fill('One came scratched')
  await give.click()
  await expect(page.getByText('The money is on its way back to the buyer.')).toBeVisible()
  await expect(dialog).toBeHidden()
  const read = () => buyer.getOrder({ params: { id: order._id } })
  const once = await read()
  expect(once.refunded).toBe(disc.price)
  expect(once.lines.map(({ refundedUnits, cancelled }) => [refundedUnits, cancelled])).toEqual([
    [1, 1],
    [0, 0],
    [0, 0],
  ])

  // what is left of each line, by keyboard
  await row.getByRole('button', { name: 'Refund', exact: true }).press('Enter')
  await expect(line(disc.name).getByText('1 left')).toBeVisible()
  await expect(line(pads.name).getByText('2 left')).toBeVisible()
  await dialog.getByRole('button', { name: 'All that is left' }).press('Enter')
  await dialog.getByLabel('Reason').press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(row.getByRole('button', { name: 'Refund', exact: true })).toBeHidden()
  expect(await read()).toMatchObject({ refunded: order.total, piecesReturned: 1 })
})

test('a payment that went back by amount alone leaves no line that is being prepared', async ({
  page,
  request,
  browser,
}) => {
  const buyer = await signInToApi(request, nora)
  const order = await orderParts(buyer, [
    { partNumber: 'BR-1556-PF', quantity: 2 },
    { partNumber: 'FL-0040-01', quantity: 1 },
  ])
  await payOrder(request, buyer, order)
  const one = await orderPart(buyer, nora.email, 'BR-2804-22')
  await payOrder(request, buyer, one)
  // of several parts an amount without lines, as from the provider's dashboard
  const staff = await signInToApi(request, sampleAdmin)
  const params = { id: order._id }
  await staff.refundOrder({ params, body: { amount: order.total, refunded: 0, pieces: 0 } })
  // of one part the defaults of the dialog
  await page.goto(`/dashboard/orders/${one.number}`)
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await page.getByRole('button', { name: 'Give back' }).click()
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toBeHidden()

  const buyerPage = await browser.newPage({ storageState: undefined })
  await signInDirectly(buyerPage, nora)
  for (const { number, lines } of [order, one]) {
    await page.goto(`/dashboard/orders/${number}`)
    await buyerPage.goto(`/dashboard/orders/${number}`)
    const steps = buyerPage.getByRole('list', { name: 'Progress' }).getByRole('listitem')
    await expect(steps.last()).toContainText('The whole payment went back.')
    for (const { name, quantity, total } of lines) {
      const rowOn = (shown: Page) => shown.getByRole('row').filter({ hasText: name })
      await expect(rowOn(buyerPage)).toContainText(`$${total.toFixed(2)} refunded`)
      await expect(rowOn(buyerPage)).not.toContainText('Being prepared')
      await expect(rowOn(page)).toContainText(`Not sent ${quantity}`)
      await expect(rowOn(page)).toContainText(`Refunded $${total.toFixed(2)}`)
    }
  }
  await buyerPage.close()
})
