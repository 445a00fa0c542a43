import { readFile } from 'node:fs/promises'
import { signInDirectly } from '../direct-sign-in.ts'
import { nora, test } from '../people.ts'
import { expectAccessible } from '../platform/accessibility/access.ts'
import { apiOfPage, orderPart, payOrder, signInToApi } from '../store-api.ts'
import { expect } from '../story.ts'

test.use({ who: 'admin', expectedErrorStatuses: [400, 402, 409] })

test('the admin refunds a part of the money, then the rest; the buyer’s receipt shows the first refund', {
  tag: '@long',
}, async ({ page, request, browser }) => {
  const buyer = await signInToApi(request, nora)
  const order = await orderPart(buyer, nora.email, 'BR-2804-22')
  await payOrder(request, buyer, order)
  await page.goto('/dashboard/manageOrders?payment=paid')
  const row = page.getByRole('row', { name: new RegExp(nora.email) }).first()
  await row.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund this order' })
  await expect(dialog.getByLabel('Amount')).toHaveValue(order.total.toFixed(2))

  await dialog.getByLabel('Amount').fill('100000')
  await dialog.getByRole('button', { name: 'Give back' }).click()
  const tooMuch = 'More was asked back than is left of this payment.'
  await expect(dialog.getByRole('alert')).toHaveText(tooMuch)
  await expect(dialog.getByLabel('Amount')).toBeFocused()
  await expect(dialog.getByLabel('Amount')).toHaveAccessibleDescription(new RegExp(tooMuch))
  await dialog.getByLabel('Amount').fill('12,50x')
  await dialog.getByRole('button', { name: 'Give back' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('This is not a number, such as 12.50')
  await dialog.getByLabel('Amount').fill('')
  await dialog.getByRole('button', { name: 'Give back' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Amount is required')
  await expectAccessible(page, 'Refund with a message')

  // Another admin refunds a dollar meanwhile: the message says so, and the dialog shows what is left now.
  const api = await apiOfPage(page)
  await api.refundOrder({ params: { id: order._id }, body: { amount: 1, refunded: 0, pieces: 0 } })
  await dialog.getByLabel('Amount').fill('2.50')
  await dialog.getByRole('button', { name: 'Give back' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Somebody else has refunded this order meanwhile. Please look again.',
  )
  await expect(dialog.getByText(`$${(order.total - 1).toFixed(2)} of the payment is left.`)).toBeVisible()
  await expect(dialog.getByLabel('Amount')).toHaveValue('2.50')

  await dialog.getByLabel('Pieces back to stock').fill('1')
  await dialog.getByLabel('Reason').fill('One came scratched')
  await dialog.getByRole('button', { name: 'Give back' }).click()
  await expect(page.getByText('The money is on its way back to the buyer.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(row.getByText('$2.50 refunded')).toBeVisible()

  await page.goto(`/dashboard/orders/${order._id}`)
  // The rest by keyboard alone: Escape cancels, and the focus returns to the button.
  const refund = page.getByRole('button', { name: 'Refund', exact: true })
  await refund.press('Enter')
  await expect(dialog.getByLabel('Amount')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(refund).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Amount')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: 'Remaining' })).toContainText('$0.00')
  // The whole payment is refunded: the button disappears, and the content has the focus.
  await expect(refund).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  await expectAccessible(page, 'Receipt of refunds')

  const buyerPage = await browser.newPage({ storageState: undefined })
  await signInDirectly(buyerPage, nora)
  await buyerPage.goto(`/dashboard/orders/${order._id}`)
  await expect(buyerPage.getByRole('row', { name: 'Refund: One came scratched' })).toContainText('-$2.50')
  await expect(buyerPage.getByRole('button', { name: 'Refund', exact: true })).toBeHidden()
  const download = buyerPage.waitForEvent('download')
  await buyerPage.getByRole('button', { name: 'Download PDF' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^receipt-\d{6}\.pdf$/)
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
  await expect(buyerPage.getByText('The receipt is among your downloads.')).toBeVisible()
  await buyerPage.close()
})

test('a refunded order is shifted after a second question; Cancel leaves it pending', async ({
  page,
  request,
}) => {
  const buyer = await signInToApi(request, nora)
  const order = await orderPart(buyer, nora.email, 'BR-2804-22')
  await payOrder(request, buyer, order)
  await page.goto('/dashboard/manageOrders?payment=paid')
  const api = await apiOfPage(page)
  // the page does not show it yet
  await api.refundOrder({ params: { id: order._id }, body: { amount: order.total, refunded: 0, pieces: 1 } })
  const row = page.getByRole('row', { name: new RegExp(nora.email) }).first()
  const status = row.getByRole('combobox')
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' })

  // selecting by script does not move the focus
  await status.focus()
  await status.selectOption('Shift')
  await dialog.getByRole('button', { name: 'Yes, shift it' }).press('Enter')
  await expect(dialog).toContainText('This order is fully refunded')
  await expectAccessible(page, 'Second question about a refunded order')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(status).toHaveValue('Pending')
  await expect(status).toBeFocused()
  expect((await api.getOrder({ params: { id: order._id } })).status).toBe('pending')

  await status.selectOption('Shift')
  await dialog.getByRole('button', { name: 'Yes, shift it' }).click()
  await dialog.getByRole('button', { name: 'Shift it nevertheless' }).click()
  await expect(page.getByText('The order is now Shift.')).toBeVisible()
  await expect(status).toHaveValue('Shift')
})
