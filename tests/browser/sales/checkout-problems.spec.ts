import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { partBody } from '../../support/products/example-part.ts'
import { signInToApi } from '../store-api.ts'
import { expect, test } from '../story.ts'
import { createParts, openCheckout, orderButton, placed, problems, typeAddress } from './checkout-form.ts'

test.use({ expectedErrorStatuses: [409] })

test('what is missing of two addresses is named in the order of the page, and goes as it is filled in', async ({
  page,
}) => {
  const admin = await signInToApi(page.request, sampleAdmin)
  await openCheckout(page, 'Ina Invoice', await createParts(admin, ['Invoiced']))
  await page.getByRole('checkbox', { name: 'The invoice has another address' }).check()
  await orderButton(page).click()
  await expect(page.getByText('Nothing was charged. 9 things to fix')).toBeVisible()
  const ofInvoice = [
    'Invoice: Street and number is required',
    'Invoice: Town or city is required',
    'Invoice: State is required',
    'Invoice: ZIP code is required',
  ]
  await expect(problems(page).getByRole('listitem')).toHaveText([
    ...ofInvoice.map((text) => text.replace('Invoice: ', '')),
    'Phone is required',
    ...ofInvoice,
  ])
  await typeAddress(page)
  await expect(page.getByText('Nothing was charged. 4 things to fix')).toBeVisible()
  await expect(problems(page).getByRole('listitem')).toHaveText(ofInvoice)
  await problems(page).getByRole('button', { name: 'Invoice: Town or city is required' }).click()
  const invoice = page.getByRole('group', { name: 'Address of the invoice' })
  await expect(invoice.getByRole('textbox', { name: 'Town or city' })).toBeFocused()
  await orderButton(page).click()
  await expect(problems(page).getByRole('listitem')).toHaveText(ofInvoice)
})

test('nothing is wrong with fields that are no longer asked for', { tag: '@long' }, async ({ page }) => {
  const admin = await signInToApi(page.request, sampleAdmin)
  await openCheckout(page, 'Uma Unasked', await createParts(admin, ['Unasked']))
  const hasInvoice = page.getByRole('checkbox', { name: 'The invoice has another address' })
  await hasInvoice.check()
  await orderButton(page).click()
  await expect(problems(page).getByRole('listitem')).toHaveCount(9)
  await hasInvoice.uncheck()
  await expect(problems(page).getByRole('listitem')).toHaveCount(5)
  await page.getByRole('radio', { name: /^Pick-up/ }).check()
  await expect(problems(page)).toBeHidden()
  await orderButton(page).click()
  await expect(problems(page).getByRole('listitem')).toHaveText(['Phone is required'])
  await page.getByRole('radio', { name: /^As agreed/ }).check()
  await expect(problems(page)).toBeHidden()
  await orderButton(page).click()
  await expect(problems(page).getByRole('listitem')).toHaveCount(5)
  // another country has other fields
  await page.getByRole('combobox', { name: 'Country' }).selectOption('AE')
  await expect(problems(page)).toBeHidden()
})

test('a fault that is settled at its line leaves the list above', async ({ page }) => {
  const admin = await signInToApi(page.request, sampleAdmin)
  const productName = `Pair ${Date.now()}`
  const create = () => admin.createProduct({ body: partBody({ productName, price: 10, available: 5 }) })
  const [first, second] = [await create(), await create()]
  const third = await create()
  const [kept] = await createParts(admin, ['Kept'])
  if (!kept) throw new Error('A part was created')
  await openCheckout(page, 'Seth Settled', [first, second, third, kept])
  await typeAddress(page)
  const sold = [first, second, third]
  for (const { _id } of sold) await admin.updateProduct({ params: { id: _id }, body: { addQuantity: -5 } })
  await orderButton(page).click()
  const entries = problems(page).getByRole('listitem')
  await expect(page.getByText('Nothing was charged. 3 things to fix')).toBeVisible()
  await expect(entries).toHaveText(sold.map(() => `${productName}: sold out a moment ago`))
  const remove = (id: string) => page.locator(`#line-${id}`).getByRole('button', { name: 'Remove' })
  await remove(first._id).click()
  await expect(page.getByText('Nothing was charged. 2 things to fix')).toBeVisible()
  await expect(entries.getByRole('link').first()).toHaveAttribute('href', `#line-${second._id}`)
  await expect(remove(second._id)).toBeFocused()
  // one is in stock again when the cart is read again
  await admin.updateProduct({ params: { id: third._id }, body: { addQuantity: 5 } })
  await remove(second._id).click()
  await expect(page.getByText('Goods, 2 units')).toBeVisible()
  await expect(problems(page)).toBeHidden()
  await orderButton(page).click()
  await expect(placed(page)).toBeVisible()
})
