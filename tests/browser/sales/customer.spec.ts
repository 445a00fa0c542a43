import type { APIRequestContext, Page } from '@playwright/test'
import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { signInAsNewUser } from '../direct-sign-in.ts'
import { signInToApi } from '../store-api.ts'
import { expect, field, register, test } from '../story.ts'
import { typeCard } from './card-form.ts'

test('a visitor registers, orders a part, pays and reviews the store', async ({ page }) => {
  await register(page, 'Ines Ferreira')

  await page.goto('/parts?q=BR-2804-22')
  await page.getByRole('link', { name: 'Buy now: Front brake disc, drilled' }).click()
  await expect(page).toHaveURL(/\/purchase\//)
  const quantity = page.getByRole('spinbutton', { name: 'Quantity' })
  const update = page.getByRole('button', { name: 'Update Quantity' })
  const purchase = page.getByRole('button', { name: 'Purchase', exact: true })
  await expect(quantity).toHaveValue('2')
  for (const [typed, message] of [
    ['', 'Please input Your Quantity'],
    ['1', 'Order Quantity can not smaller than minimum order'],
    ['99999', 'Order Quantitiy can not bigger than available quantity'],
  ] as const) {
    await quantity.fill(typed)
    await expect(page.getByText(message, { exact: true })).toBeVisible()
    await expect(update).toBeDisabled()
    await expect(purchase).toBeDisabled()
  }
  await quantity.fill('3')
  await update.click()
  await expect(page.getByText('Good job!')).toBeVisible()
  await expect(page.getByText('You clicked the button!')).toBeVisible()
  // Three presses show two toasts, none over the button. A click would first scroll the button out from under them.
  const toasts = page.getByRole('region', { name: 'Notices' }).getByRole('group')
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 360, height: 640 },
  ]) {
    await page.setViewportSize(viewport)
    await update.evaluate((button) => button.scrollIntoView({ block: 'end' }))
    for (let press = 0; press < 3; press += 1) await update.press('Enter')
    await expect(toasts).toHaveCount(2)
    const used = await update.boundingBox()
    for (const toast of await toasts.all()) {
      const shown = await toast.boundingBox()
      if (!shown || !used) throw new Error('The toast or the button is not on the page')
      const isBeside = shown.x >= used.x + used.width || used.x >= shown.x + shown.width
      const isAboveOrBelow = shown.y >= used.y + used.height || used.y >= shown.y + shown.height
      expect(isBeside || isAboveOrBelow, `${viewport.width} px`).toBe(true)
    }
  }
  await page.setViewportSize({ width: 1280, height: 720 })
  await expect(page.locator('#main').getByText('$194.70')).toBeVisible()

  await purchase.click()
  for (const message of ['Address is required', 'Phone is required', 'Location is required']) {
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  }
  await field(page, 'Address').fill('44 Harbour Road')
  await field(page, 'Phone').fill('+1 555 014 7731')
  await field(page, 'Location').fill('Old Port')
  await purchase.click()
  await expect(page.getByText('Congratulations! Successfully Purchase this product!')).toBeVisible()

  await page.getByRole('link', { name: 'Pay', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
  await expect(
    page
      .getByRole('main')
      .getByText(/Ines Ferreira/)
      .first(),
  ).toBeVisible()
  await expect(page.getByRole('main').getByText('$194.70').first()).toBeVisible()
  const pay = page.getByRole('button', { name: /^Pay/ })
  const payWith = async (number: string) => {
    await typeCard(page, { number })
    await pay.click()
  }
  await payWith('4000 0000 0000 0002')
  await expect(page.getByRole('alert').getByText('Your card was declined.')).toBeVisible()
  await payWith('4242 4242 4242 4242')
  await expect(page.getByText('Your Payment is Successfull')).toBeVisible()
  await expect(page.getByText('Amount paid')).toBeVisible()
  await expect(page.getByText('Please pay')).toBeHidden()
  const transactionId =
    /pi_\w+/.exec(
      (await page
        .getByText(/pi_\w+/)
        .first()
        .textContent()) ?? '',
    )?.[0] ?? ''
  expect(transactionId).not.toBe('')

  await page.getByRole('main').getByRole('link', { name: 'My Orders' }).last().click()
  await expect(page).toHaveURL('/dashboard/orders')
  const row = page.getByRole('row', { name: /Front brake disc, drilled/ })
  await expect(row.getByText('paid', { exact: true })).toBeVisible()
  await expect(row.getByText(transactionId)).toBeVisible()
  await expect(row.getByRole('button', { name: 'Delete' })).toBeDisabled()

  await page.getByRole('link', { name: 'Add Review' }).first().click()
  await field(page, 'Description').fill('Fits to the millimetre.')
  await page.getByRole('main').getByRole('button', { name: 'Add Review' }).click()
  await expect(page.getByText('Successfully Added Your Review!')).toBeVisible()
})

test('an unpaid order is deleted after a confirmation, and its units return to stock', async ({ page }) => {
  await signInAsNewUser(page, 'Jonas Weber')
  await page.goto('/parts?q=WT-1775-05')
  const stock = await availableQuantity(page)
  await page
    .getByRole('link', { name: /^Buy now/ })
    .first()
    .click()
  await field(page, 'Address').fill('9 Mill Street')
  await field(page, 'Phone').fill('555 014')
  await field(page, 'Location').fill('Northgate')
  await page.getByRole('button', { name: 'Purchase', exact: true }).click()
  await expect(page.getByText('Congratulations! Successfully Purchase this product!')).toBeVisible()
  await page.goto('/dashboard/orders')
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
  await expect(dialog.getByText('You want to remove this order?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove order' }).click()
  await expect(page.getByText('Your order has been deleted!')).toBeVisible()
  await expect(page.getByText('No orders yet')).toBeVisible()
  await page.goto('/parts?q=WT-1775-05')
  expect(await availableQuantity(page)).toBe(stock)
})

test.describe('an account removed while signed in', () => {
  test.use({ expectedErrorStatuses: [400, 401] })
  test('a 401 on My Orders ends at Home, signed out', { tag: '@long' }, async ({ page, request }) => {
    const { email } = await signInAsNewUser(page, 'Gone Tomorrow')
    await page.goto('/')
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
    // Earlier calls have ended: the one that is rejected is that of My Orders.
    await page.waitForLoadState('networkidle')
    await removeAccount(request, email)
    await page.getByRole('link', { name: 'My Orders' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  })
})

/** Removes an account as the sample admin does on Make Admin. */
async function removeAccount(request: APIRequestContext, email: string): Promise<void> {
  const admin = await signInToApi(request, sampleAdmin)
  const { _id: id } = await admin.getUser({ params: { email } })
  await admin.removeUser({ params: { id } })
}

async function availableQuantity(page: Page): Promise<string | null> {
  return page
    .getByRole('main')
    .getByText(/^\d+ (in stock|left)$/)
    .first()
    .textContent()
}
