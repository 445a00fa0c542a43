import { manageReviewTexts } from '#contract/messages/reviews.ts'
import { sampleAdmin } from '#contract/sample-admin.ts'
import { apiFor } from './api-of.ts'
import { expect, signIn, test } from './story.ts'

test('each bar of the overview leads to a view of its own, which shows as many orders', async ({ page }) => {
  await signIn(page, sampleAdmin)
  const bars = ['Pending, unpaid', 'Pending, paid', 'Shift', 'Expired']
  const addresses = new Set<string>()
  for (const bar of bars) {
    await page.goto('/dashboard/overview')
    const status = page.getByRole('region', { name: 'Orders by status' })
    const count = Number(await status.getByRole('definition').nth(bars.indexOf(bar)).textContent())
    await status.getByRole('link', { name: bar, exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Manage Orders' })).toBeVisible()
    addresses.add(page.url())
    if (count === 0) await expect(page.getByText('No orders here')).toBeVisible()
    else await expect(page.getByRole('row')).toHaveCount(count + 1)
  }
  expect(addresses.size).toBe(bars.length)
  const payment = page.getByRole('navigation', { name: 'Payment' })
  await expect(payment.getByText('Payment', { exact: true })).toBeVisible()
  await expect(payment.getByRole('link', { name: 'Expired', exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  )
})

test.describe('a number that the store refuses', () => {
  test.use({ provokes: [409] })
  test('more pieces are taken away than there are: the field says how many can be', async ({
    page,
    request,
  }) => {
    const admin = await apiFor(request, sampleAdmin)
    const productName = `Piston ring ${Date.now()}`
    const shelf = { price: 5, minimumOrder: 1, availableQuantity: 40, img: '/drawings/piston.svg' }
    const part = await admin.createProduct({ body: { ...shelf, productName } })
    await signIn(page, sampleAdmin)
    await page.goto(`/dashboard/manageProduct?q=${encodeURIComponent(productName)}`)
    await page.getByRole('listitem').getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit part' })
    const pieces = dialog.getByLabel('Add pieces')
    await pieces.fill('-999')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(pieces).toBeFocused()
    await expect(pieces).toHaveAttribute('aria-invalid', 'true')
    await expect(pieces).toHaveAccessibleDescription(/At most 40 pieces can be taken away/)
    await expect(dialog.getByText('Somebody else was faster')).toHaveCount(0)
    await admin.deleteProduct({ params: { id: part._id } })
  })
})

test('a review of a part that has left the store leads nowhere, and says so', async ({ page, request }) => {
  const admin = await apiFor(request, sampleAdmin)
  const shelf = { price: 5, minimumOrder: 1, availableQuantity: 9, img: '/drawings/piston.svg' }
  const part = await admin.createProduct({ body: { ...shelf, productName: 'Leaving piston' } })
  const name = `Reader ${Date.now()}`
  const { _id } = await admin.createReview({
    body: { name, description: 'Fits.', img: null, productId: part._id },
  })
  await signIn(page, sampleAdmin)
  await page.goto('/dashboard/reviews')
  const row = page.getByRole('row', { name: new RegExp(name) })
  await expect(row.getByRole('link', { name: manageReviewTexts.seePart })).toBeVisible()
  await admin.deleteProduct({ params: { id: part._id } })
  await page.reload()
  await expect(row.getByText(manageReviewTexts.notSold)).toBeVisible()
  await expect(row.getByRole('link')).toHaveCount(0)
  // Home belongs to the other stories, too
  await admin.updateReview({ params: { id: _id }, body: { hidden: true } })
})

test('a dialog that is opened at the moment when it closes stands open', async ({ page }) => {
  await signIn(page, sampleAdmin)
  await page.goto('/dashboard/manageProduct')
  const edit = page.getByRole('main').getByRole('button', { name: 'Edit', exact: true }).first()
  const form = page.getByRole('dialog', { name: 'Edit part' })
  await edit.click()
  await expect(form).toBeVisible()
  // the browser tells of the closing after both
  await edit.evaluate((button: HTMLElement) => {
    document.querySelector<HTMLDialogElement>('dialog[open]')?.close()
    button.click()
  })
  await expect(form).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
})
