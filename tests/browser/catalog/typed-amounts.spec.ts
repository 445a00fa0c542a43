import type { Locator, Page } from '@playwright/test'
import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { signInAsNewUser, signInDirectly } from '../direct-sign-in.ts'
import { apiOfPage, orderPart, payOrder } from '../store-api.ts'
import { expect, field, POLL_OFTEN, testInStore } from '../story.ts'

/** A German shop, visited with an English browser, which drops the comma in a number field. */
const test = testInStore({ CURRENCY: 'eur', STORE_LOCALE: 'de-DE' })
test.use({ locale: 'en-US', expectedErrorStatuses: [400] })

async function typeInto(page: Page, input: Locator, text: string): Promise<void> {
  await input.click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

/** Turns the wheel over a focused field, both ways; the browser changes a number in the same step as it sends the event. */
async function turnWheel(page: Page, input: Locator): Promise<void> {
  await input.focus()
  const seen = await input.evaluateHandle((element) => {
    const state = { turns: 0 }
    element.addEventListener('wheel', () => {
      state.turns += 1
    })
    return state
  })
  for (const [at, distance] of [-120, 120, 120].entries()) {
    await input.hover()
    await page.mouse.wheel(0, distance)
    await expect.poll(() => seen.evaluate(({ turns }) => turns), POLL_OFTEN).toBe(at + 1)
  }
}

test('prices typed with a comma are added, edited and refunded as typed, and ambiguous ones are refused', {
  tag: '@long',
}, async ({ page, request, browser }) => {
  await signInDirectly(page, sampleAdmin)
  await page.goto('/dashboard/addProduct')
  const name = `Comma caliper ${Date.now()}`
  const add = page.getByRole('main').getByRole('button', { name: 'Add Product' })
  await field(page, 'Product name').fill(name)
  await field(page, 'Image address').fill('/drawings/caliper.svg')
  const price = field(page, 'Price')
  await expect(price).toHaveAttribute('inputmode', 'decimal')
  await typeInto(page, price, '12,500')
  await typeInto(page, field(page, 'Minimum order'), '1,5')
  await typeInto(page, field(page, 'Available quantity'), '1.000')
  await add.click()
  await expect(price).toBeFocused()
  await expect(price).toHaveAccessibleDescription(/^12,500 can mean 12\.500,00 or 12,50\./)
  await expect(field(page, 'Minimum order')).toHaveAccessibleDescription(
    'This is not a whole number, such as 12',
  )
  await typeInto(page, price, '12,50')
  await turnWheel(page, price)
  await page.keyboard.press('ArrowUp')
  await expect(price).toHaveValue('12,50')
  await typeInto(page, field(page, 'Minimum order'), '2')
  await turnWheel(page, field(page, 'Minimum order'))
  await add.click()
  await expect(page.getByText('Successfully Added Product!')).toBeVisible()
  const api = await apiOfPage(page)
  const findPart = async () => (await api.listProducts({ query: { q: name } })).items[0]
  expect(await findPart()).toMatchObject({ price: 12.5, minimumOrder: 2, availableQuantity: 1000 })

  await page.goto(`/dashboard/manageProduct?q=${encodeURIComponent(name)}`)
  await page.getByRole('listitem').filter({ hasText: name }).getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit part' })
  await expect(form.getByLabel('Price')).toHaveValue('12,50')
  await typeInto(page, form.getByLabel('Price'), '1.234')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByLabel('Price')).toHaveAccessibleDescription(/1\.234,00 or 1,234\./)
  await typeInto(page, form.getByLabel('Price'), '1.234,50')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The part is saved.')).toBeVisible()
  expect(await findPart()).toMatchObject({ price: 1234.5, availableQuantity: 1000 })

  const buyerPage = await browser.newPage()
  const buyer = await signInAsNewUser(buyerPage, 'Comma Buyer')
  const buyerApi = await apiOfPage(buyerPage)
  const order = await orderPart(buyerApi, buyer.email, 'BR-2804-22')
  await payOrder(request, buyerApi, order)
  await buyerPage.close()
  await page.goto(`/dashboard/orders/${order._id}`)
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund this order' })
  const amount = dialog.getByLabel('Amount')
  await expect(amount).toHaveValue(order.total.toFixed(2).replace('.', ','))
  await typeInto(page, amount, '1.500')
  await dialog.getByRole('button', { name: 'Give back' }).click()
  await expect(amount).toHaveAccessibleDescription(/1\.500,00 or 1,50\./)
  await typeInto(page, amount, '1,50')
  await turnWheel(page, amount)
  await dialog.getByRole('button', { name: 'Give back' }).click()
  await expect(page.getByText('The money is on its way back to the buyer.')).toBeVisible()
  expect(await api.getOrder({ params: { id: order._id } })).toMatchObject({ refunded: 1.5 })
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', {
    tag: javaScriptEnabled ? [] : '@long',
  }, () => {
    test.use({ javaScriptEnabled })
    test('prices of the filters are read as typed, in the form and in the address', async ({ page }) => {
      await page.goto('/parts?category=body')
      const main = page.getByRole('main')
      const lowest = main.getByLabel('From', { exact: true })
      const highest = main.getByLabel('To', { exact: true })
      await lowest.fill('12,50')
      await highest.fill('1.000,00')
      await highest.press('Enter')
      await expect(page).toHaveURL('/parts?category=body&minPrice=12.50&maxPrice=1000.00')
      await expect(main.getByRole('heading', { level: 3 }).first()).toBeVisible()
      await expect(lowest).toHaveValue('12,50')
      await lowest.fill('12,500')
      await lowest.press('Enter')
      await expect(lowest).toHaveAccessibleDescription(/^12,500 can mean 12\.500,00 or 12,50\./)
      await expect(lowest).toHaveValue('12,500')
      await page.goto('/parts?minPrice=12,50')
      await expect(page).toHaveURL('/parts?minPrice=12.50')
      await page.goto('/parts?minPrice=abc')
      await expect(lowest).toHaveAccessibleDescription('This is not a number, such as 12,50')
    })

    test('bounds of an attribute are read as typed, in the form and in the address', async ({ page }) => {
      const list = '/parts?category=body&type=brake-disc'
      await page.goto(`${list}&a.thickness=12..`)
      const main = page.getByRole('main')
      const thickness = main.getByRole('group', { name: 'Thickness, mm' })
      const lowest = thickness.getByLabel('From')
      const highest = thickness.getByLabel('To')
      await lowest.fill('9,5')
      await highest.fill('22')
      await highest.press('Enter')
      await expect(page).toHaveURL(`${list}&a.thickness=9.5..22`)
      await expect(main.getByRole('status').first()).toHaveText('3 parts')
      await expect(lowest).toHaveValue('9,5')
      await expect(highest).toHaveValue('22')
      await highest.fill('22,500')
      await highest.press('Enter')
      await expect(highest).toHaveAccessibleDescription(/^22,500 can mean 22\.500,0+ or 22,5/)
      await expect(lowest).toHaveAccessibleDescription('')
      await expect(highest).toHaveValue('22,500')
      await page.goto(`${list}&a.thickness=..22,5`)
      await expect(page).toHaveURL(`${list}&a.thickness=..22.5`)
      await expect(highest).toHaveValue('22,5')
    })
  })
}

test('the wheel does not change the quantity of an order', async ({ page }) => {
  await signInAsNewUser(page, 'Wheel Buyer')
  await page.goto('/parts?q=BR-2804-22')
  await page
    .getByRole('link', { name: /^Buy now/ })
    .first()
    .click()
  const quantity = page.getByRole('spinbutton', { name: 'Quantity' })
  await quantity.fill('7')
  await turnWheel(page, quantity)
  await expect(quantity).toHaveValue('7')
  await page.keyboard.press('ArrowUp')
  await expect(quantity).toHaveValue('8')
})
