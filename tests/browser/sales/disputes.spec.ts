import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { signInDirectly } from '../direct-sign-in.ts'
import { nora, test } from '../people.ts'
import { expectAccessible } from '../platform/accessibility/access.ts'
import { orderPart, payOrder, signInToApi } from '../store-api.ts'
import { expect, openPopup, POLL_OFTEN } from '../story.ts'

test.use({ who: 'admin' })

test('the admin cannot refund a disputed payment until the dispute is won; the buyer sees a receipt', {
  tag: '@long',
}, async ({ page, request, browser }) => {
  const buyer = await signInToApi(request, nora)
  const order = await orderPart(buyer, nora.email, 'BR-2804-22')
  await payOrder(request, buyer, order, '4000000000000259')
  const admin = await signInToApi(request, sampleAdmin)
  const countDisputes = async () => (await admin.getOrder({ params: { id: order._id } })).disputes.length
  await expect.poll(countDisputes, POLL_OFTEN).toBe(1)

  await page.goto('/dashboard/overview')
  const dispute = page
    .getByRole('table', { name: 'Disputes' })
    .getByRole('row')
    .filter({ hasText: 'Disputed' })
  await expect(dispute).toContainText('The cardholder says that another person paid')
  await expect(dispute).toContainText('Answer by')
  await expectAccessible(page, 'overview with a dispute', [360])

  await page.goto('/dashboard/manageOrders')
  await page.getByRole('link', { name: 'Disputed', exact: true }).click()
  await expect(page).toHaveURL(/payment=disputed/)
  const row = page.getByRole('row', { name: new RegExp(nora.email) })
  await expect(row.getByText('Disputed', { exact: true })).toBeVisible()
  await expect(row.getByRole('button', { name: 'Refund', exact: true })).toBeHidden()
  await row.getByRole('combobox').selectOption('Shift')
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
  await expect(dialog).toContainText('A bank claims this payment, or has taken it back.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await row.getByRole('rowheader').getByRole('link').click()

  const disputes = page.getByRole('region', { name: 'Disputes' })
  await expect(disputes).toContainText('It cannot be refunded as well.')
  await expect(disputes.getByRole('definition').filter({ hasText: '$' })).toHaveText([
    /\$\d+\.\d\d/,
    /\$\d+\.\d\d/,
  ])
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toBeHidden()
  await expectAccessible(page, 'disputed order')
  await page.emulateMedia({ media: 'print' })
  await expect(disputes).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  const providerLink = disputes.getByRole('link', { name: /^Open at the card provider: du_/ })
  const provider = await openPopup(page, () => providerLink.click())
  const openDisputes = provider.getByRole('region', { name: 'Disputes' })
  await openDisputes.getByRole('button', { name: /^The shop is right/ }).click()
  await expect(openDisputes.getByText('None is open.')).toBeVisible()
  await expect
    .poll(async () => (await admin.getOrder({ params: { id: order._id } })).disputes[0]?.status, POLL_OFTEN)
    .toBe('won')
  await page.reload()
  await expect(disputes.getByText('Dispute won')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toBeVisible()

  const buyerPage = await browser.newPage({ storageState: undefined })
  await signInDirectly(buyerPage, nora)
  await buyerPage.goto(`/dashboard/orders/${order._id}`)
  await expect(buyerPage.getByRole('heading', { name: `Order ${order.number}` })).toBeVisible()
  await expect(buyerPage.getByText(/disput|bank|answer/i)).toHaveCount(0)
  await buyerPage.close()
})
