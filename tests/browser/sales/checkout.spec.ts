import type { Product } from '#contract/catalog/products/products.ts'
import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { exampleAddress } from '#demo/purchase.ts'
import { signInAsNewUser, signInDirectly } from '../direct-sign-in.ts'
import { apiOfPage, signInToApi } from '../store-api.ts'
import { expect, field, newEmail, test, testInStore } from '../story.ts'
import { typeCard } from './card-form.ts'
import {
  createParts,
  inForm,
  openCheckout,
  orderButton,
  placed,
  problems,
  typeAddress,
} from './checkout-form.ts'

const PASSWORD = 'a-good-password'

test.use({ expectedErrorStatuses: [0, 400, 402, 404, 409] })

test('a visitor puts four parts into one cart, registers, pays them at once, and gets one unit back', async ({
  page,
  browser,
  baseURL,
}) => {
  const admin = await signInToApi(page.request, sampleAdmin)
  const parts = await createParts(admin, ['Disc', 'Pads', 'Caliper', 'Fluid'])
  const miniCart = page.getByRole('dialog', { name: 'Cart' })
  for (const { _id, productName } of parts) {
    await page.goto(`/parts/${_id}`)
    await page.getByRole('button', { name: `Add to cart: ${productName}` }).click()
    await expect(miniCart.getByText(`Added 1 × ${productName}`)).toBeVisible()
  }
  await miniCart.getByRole('link', { name: 'Checkout' }).click()
  await expect(page).toHaveURL('/login?from=%2Fcheckout')
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click()
  const email = newEmail('fiona.four')
  await field(page, 'Name').fill('Fiona Four')
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page).toHaveURL('/checkout')
  const summary = page.getByRole('complementary', { name: 'Your order' })
  await expect(summary.getByRole('listitem')).toHaveCount(4)
  await expect(summary.getByText('Goods, 4 units')).toBeVisible()

  // everything that is missing is said at once, and nothing is lost
  await inForm(page, 'Note to the shop (optional)').fill('After five, please.')
  await orderButton(page).click()
  await expect(page.getByText('Nothing was charged. 5 things to fix')).toBeVisible()
  await expect(inForm(page, 'Street and number')).toBeFocused()
  await typeAddress(page)
  await inForm(page, 'ZIP code').fill('9460')
  await orderButton(page).click()
  await problems(page).getByRole('button', { name: 'ZIP code looks like 95014 there' }).click()
  await expect(inForm(page, 'ZIP code')).toBeFocused()
  await inForm(page, 'ZIP code').fill('94607')
  await expect(problems(page)).toBeHidden()
  await orderButton(page).click()

  await expect(placed(page)).toBeVisible()
  await expect(page.getByText('48 h left.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible()
  const pay = page.getByRole('button', { name: 'Pay', exact: true })
  await typeCard(page, { number: '4000 0000 0000 0002' })
  await pay.click()
  await expect(page.getByRole('alert').getByText('Your card was declined.')).toBeVisible()
  // a reload leads to the same order and its payment
  const heading = await placed(page).textContent()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: heading ?? '' })).toBeVisible()
  await typeCard(page, { number: '4242 4242 4242 4242' })
  await pay.click()
  await expect(page.getByText('Your Payment is Successfull')).toBeVisible()
  await expect(page.getByText('Thank you. Your order is paid.')).toBeVisible()

  const api = await apiOfPage(page)
  const { items: orders } = await api.listOrders({ query: { email } })
  expect(orders).toHaveLength(1)
  expect(orders[0]).toMatchObject({ paid: true, total: 40, note: 'After five, please.' })
  expect(orders[0]?.lines.map(({ name }) => name)).toEqual(parts.map(({ productName }) => productName))
  expect((await api.listAddresses()).map(({ line1 }) => line1)).toEqual(['44 Harbor Road'])
  await page.getByRole('link', { name: 'See the order' }).click()
  const address = `/dashboard/orders/${orders[0]?.number}`
  await expect(page).toHaveURL(address)

  const staff = await browser.newContext({ ...(baseURL && { baseURL }) })
  const office = await staff.newPage()
  await signInDirectly(office, sampleAdmin)
  await office.goto(address)
  await office.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = office.getByRole('dialog', { name: 'Refund this order' })
  await dialog.getByRole('group', { name: parts[2]?.productName }).getByLabel('Units').fill('1')
  await dialog.getByRole('button', { name: 'Give back' }).click()
  await expect(dialog).toBeHidden()
  await staff.close()
  await page.reload()
  const line = page.getByRole('row', { name: new RegExp(`^${parts[2]?.productName}`) })
  await expect(line).toContainText('1 refunded')
  await expect(page.getByRole('row', { name: 'Remaining' })).toContainText('$30.00')
})

test('a part that sells out between cart and payment is said at its line, and the rest is ordered', async ({
  page,
}) => {
  const admin = await signInToApi(page.request, sampleAdmin)
  const [disc, pads, hose] = await createParts(admin, ['Rotor', 'Lining', 'Hose'])
  if (!disc || !pads || !hose) throw new Error('Three parts were created')
  const api = await openCheckout(page, 'Sven Late', [disc, pads, hose])
  await api.setCartLine({
    body: { productId: pads._id, quantity: 3, version: (await api.getCart()).version },
  })
  await page.reload()
  await typeAddress(page)
  await admin.updateProduct({ params: { id: disc._id }, body: { addQuantity: -5 } })
  await admin.updateProduct({ params: { id: pads._id }, body: { addQuantity: -3 } })
  await admin.updateProduct({ params: { id: hose._id }, body: { price: 12 } })
  await orderButton(page).click()
  await expect(page.getByText('Nothing was charged. 3 things to fix')).toBeVisible()
  await expect(problems(page)).toBeFocused()
  await expect(problems(page).getByRole('listitem')).toHaveText([
    `${disc.productName}: sold out a moment ago`,
    `${pads.productName}: only 2 left`,
    `${hose.productName}: is now $12.00 each`,
  ])
  const line = (part: Product) => page.locator(`#line-${part._id}`)
  await expect(line(disc)).toContainText('Sold out. Not in the total.')
  await expect(line(hose)).toContainText('Price changed. $10.00 is now $12.00 each.')
  await expect(orderButton(page)).toBeDisabled()
  await page.getByRole('button', { name: `Take 2 of ${pads.productName}` }).click()
  await expect(orderButton(page)).toBeEnabled()
  await expect(inForm(page, 'Street and number')).toHaveValue('44 Harbor Road')
  await expect(page.getByText('Goods, 3 units')).toBeVisible()
  await orderButton(page).click()
  await expect(placed(page)).toBeVisible()
  const [order] = (await api.listOrders({ query: {} })).items
  expect(order).toMatchObject({ total: 32, quantity: 3 })
  // what could not be had stays in the cart
  expect((await api.getCart()).lines.map(({ productId }) => productId)).toEqual([disc._id])
})

test('of two tabs with one cart one orders it, and the other one is told which order it became', async ({
  page,
  context,
}) => {
  const admin = await signInToApi(page.request, sampleAdmin)
  const parts = await createParts(admin, ['Twin'])
  const api = await openCheckout(page, 'Theo Tabs', parts)
  const second = await context.newPage()
  await second.goto('/checkout')
  for (const tab of [page, second]) await typeAddress(tab)
  await orderButton(page).click()
  await expect(placed(page)).toBeVisible()
  await orderButton(second).click()
  await expect(second.getByText('This cart was ordered already, perhaps in another tab.')).toBeVisible()
  const { items: orders } = await api.listOrders({ query: {} })
  expect(orders).toHaveLength(1)
  const link = second.getByRole('link', { name: `See order ${orders[0]?.number}` })
  await expect(link).toHaveAttribute('href', `/dashboard/orders/${orders[0]?.number}`)
  await expect(second.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
})

for (const isReloaded of [true, false])
  test(`an order whose answer was lost is found again ${isReloaded ? 'after a reload' : 'by another try'}`, {
    tag: isReloaded ? [] : '@long',
  }, async ({ page }) => {
    const admin = await signInToApi(page.request, sampleAdmin)
    const parts = await createParts(admin, ['Lost'])
    const api = await openCheckout(page, 'Lara Lost', parts)
    await typeAddress(page)
    await page.route('**/api/checkout', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await orderButton(page).click()
    await expect(problems(page)).toContainText('connection')
    await page.unroute('**/api/checkout')
    if (isReloaded) await page.reload()
    else await orderButton(page).click()
    await expect(placed(page)).toBeVisible()
    const { items: orders } = await api.listOrders({ query: {} })
    expect(orders).toHaveLength(1)
    await expect(placed(page)).toHaveText(`Order ${orders[0]?.number}`)
  })

test('an order that never reached the store is not placed by a reload', async ({ page }) => {
  const admin = await signInToApi(page.request, sampleAdmin)
  const api = await openCheckout(page, 'Nora Never', await createParts(admin, ['Unsent']))
  await typeAddress(page)
  await page.route('**/api/checkout', (route) => route.abort())
  await orderButton(page).click()
  await expect(problems(page)).toBeVisible()
  await page.unroute('**/api/checkout')
  await page.reload()
  // what was typed is there again
  await expect(inForm(page, 'Street and number')).toHaveValue('44 Harbor Road')
  expect((await api.listOrders({ query: {} })).items).toEqual([])
  await orderButton(page).click()
  await expect(placed(page)).toBeVisible()
  expect((await api.listOrders({ query: {} })).items).toHaveLength(1)
})

test('a saved address is chosen, one deleted meanwhile is said, and the fields follow the country', async ({
  page,
}) => {
  const admin = await signInToApi(page.request, sampleAdmin)
  const [part] = await createParts(admin, ['Country'])
  if (!part) throw new Error('A part was created')
  await signInAsNewUser(page, 'Conny Country')
  const api = await apiOfPage(page)
  const kept = await api.createAddress({ body: exampleAddress })
  await api.mergeCart({ body: { lines: [{ productId: part._id, quantity: 1 }] } })
  await page.goto('/checkout')
  const home = page.getByRole('radio', { name: /44 Harbor Road/ })
  await expect(home).toBeChecked()
  await expect(inForm(page, 'Street and number')).toBeHidden()
  await api.deleteAddress({ params: { id: kept._id } })
  await orderButton(page).click()
  await expect(page.getByText('This address is no longer there').first()).toBeVisible()
  await expect(home).toHaveCount(0)

  await inForm(page, 'Street and number').fill('1 Main Street')
  const country = page.getByRole('combobox', { name: 'Country' })
  for (const [code, ...names] of [
    ['IE', 'Town or city', 'County (optional)', 'Eircode (optional)'],
    ['AE', 'Emirate'],
    ['CA', 'Town or city', 'Province', 'Postal code'],
    ['DE', 'Postcode', 'Town or city'],
  ]) {
    await country.selectOption(code ?? '')
    for (const name of names) await expect(inForm(page, name)).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'State' })).toHaveCount(0)
  }
  await inForm(page, 'Postcode').fill('10115')
  await inForm(page, 'Town or city').fill('Berlin')
  await inForm(page, 'Phone').fill('+49 30 1234')
  await orderButton(page).click()
  await expect(placed(page)).toBeVisible()
  const [order] = (await api.listOrders({ query: {} })).items
  expect(order?.delivery.shipTo).toMatchObject({ country: 'DE', city: 'Berlin', region: null })
  expect(order?.address).toBe('1 Main Street')
})

test('an address is added, changed and deleted on its page', async ({ page }) => {
  await signInAsNewUser(page, 'Adele Address')
  await page.goto('/dashboard/addresses')
  await page.getByRole('button', { name: 'Add an address' }).click()
  const dialog = page.getByRole('dialog', { name: 'New address' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Street and number is required')).toBeVisible()
  await typeAddress(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('listitem').filter({ hasText: 'Oakland, CA 94607' })).toBeVisible()
  await page.getByRole('button', { name: 'Change the address of Adele Address' }).click()
  await inForm(page, 'Street and number').fill('9 Rail Street')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '9 Rail Street' })).toBeVisible()
  const api = await apiOfPage(page)
  expect((await api.listAddresses()).map(({ line1 }) => line1)).toEqual(['9 Rail Street'])
  await page.getByRole('button', { name: 'Delete the address of Adele Address' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, delete it' }).click()
  await expect(page.getByRole('heading', { name: 'No addresses yet' })).toBeVisible()
})

const testWithoutCards = testInStore({ CARDS: 'off', STORE_TIME_ZONE: 'Asia/Tokyo' })

testWithoutCards('without cards a cart is ordered and collected', async ({ page }) => {
  const admin = await signInToApi(page.request, sampleAdmin)
  const parts = await createParts(admin, ['Counter'])
  const api = await openCheckout(page, 'Cash Kate', parts)
  await page.getByRole('radio', { name: /^Pick-up/ }).check()
  await expect(inForm(page, 'Street and number')).toBeHidden()
  await inForm(page, 'Phone').fill('555 014')
  await page.getByRole('button', { name: 'Order', exact: true }).click()
  await expect(placed(page)).toBeVisible()
  await expect(page.getByText('Payment is on collection, at the counter.')).toBeVisible()
  const [order] = (await api.listOrders({ query: {} })).items
  expect(order?.delivery).toMatchObject({ method: 'pickup', shipTo: null })
  expect(order).toMatchObject({ name: 'Cash Kate', phone: '555 014' })
  await page.goto(`/dashboard/orders/${order?.number}`)
  const steps = page.getByRole('list', { name: 'Progress' }).getByRole('listitem')
  await expect(steps.nth(1)).toContainText('Pay on collection.')
  await expect(steps.nth(2)).toContainText('At the shop. You pay there.')
  await expect(page.getByRole('paragraph').filter({ hasText: 'Pick-up at the shop' })).toBeVisible()
})
