import type { Page } from '@playwright/test'
import { popupTexts } from '#contract/people/sign-in/identity-texts.ts'
import { signInTexts } from '#contract/people/sign-in/texts.ts'
import { profileTexts } from '#contract/people/users/profile-texts.ts'
import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { uiTexts } from '#contract/platform/texts/ui.ts'
import { partBody } from '../../../support/products/example-part.ts'
import { signInAsNewUser, signInDirectly } from '../../direct-sign-in.ts'
import { bankFrame, cardField, typeCard } from '../../sales/card-form.ts'
import { apiOfPage, orderPart, signInToApi } from '../../store-api.ts'
import { expect, field, newEmail, openPopup, test } from '../../story.ts'
import { expectAccessible } from './access.ts'

test.describe.configure({ timeout: 120_000 })
test.use({ expectedErrorStatuses: [0, 400, 402, 404] })

test('menus and forms of a visitor’s pages are accessible', { tag: '@long' }, async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'All Products' }).click()
  await expect(page.getByRole('link', { name: 'Wheels & Tires' }).first()).toBeVisible()
  await expectAccessible(page, 'All Products')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Get a Quote' }).click()
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByText('Email is Required', { exact: true })).toHaveCount(2)
  await expectAccessible(page, 'Home with messages in its forms')

  await page.goto('/register')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Name is Required')).toBeVisible()
  await expectAccessible(page, 'Register with messages')
  await page.goto('/login')
  await field(page, 'Email').fill('unknown@example.com')
  await field(page, 'Password').fill('not-the-password')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await expectAccessible(page, 'Login with an error')
  await page.goto('/forgot-password')
  await field(page, 'Email').fill(newEmail('forgot'))
  await page.getByRole('button', { name: signInTexts.sendLink }).click()
  await expect(page.getByText(signInTexts.forgotSent)).toBeVisible()
  await expectAccessible(page, 'Forgot password, sent')

  await page.setViewportSize({ width: 360, height: 900 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await expectAccessible(page, 'the drawer', [360])
})

test('the cart, its sheet, and the checkout with messages and a payment are accessible', async ({ page }) => {
  await signInAsNewUser(page, 'Anna Access')
  const api = await apiOfPage(page)
  const admin = await signInToApi(page.request, sampleAdmin)
  const own = await admin.createProduct({ body: partBody({ productName: 'Accessible hub', available: 3 }) })
  const { items } = await api.listProducts({ query: { limit: 3 } })
  const others = items.filter(({ _id }) => _id !== own._id).slice(0, 2)
  const lines = [own, ...others].map(({ _id, minimumOrder, availableQuantity }, index) => ({
    productId: _id,
    quantity: index === 0 ? availableQuantity + 1 : minimumOrder,
    seenPrice: 1,
  }))
  await api.mergeCart({ body: { lines } })
  await page.goto('/blogs')
  await page.getByRole('link', { name: 'Cart, 3 parts' }).click()
  await expectDialog(page, 'Cart')
  await expectAccessible(page, 'the mini cart')
  await page.getByRole('link', { name: 'View cart' }).click()
  await expect(page.getByText('Since you put them in:')).toBeVisible()
  await expectAccessible(page, 'the cart with changed lines')
  await page.getByRole('button', { name: /^Take / }).click()
  await page.getByRole('link', { name: 'Checkout' }).first().click()
  await page.getByRole('checkbox', { name: 'The invoice has another address' }).check()
  await page.getByRole('button', { name: 'Order and pay' }).click()
  await expect(page.getByText(/^Nothing was charged/)).toBeVisible()
  await expectAccessible(page, 'the checkout with messages')
  await page.getByRole('radio', { name: /^Pick-up/ }).check()
  await page.getByRole('checkbox', { name: 'The invoice has another address' }).uncheck()
  await page.getByRole('textbox', { name: 'Phone' }).fill('555 014')
  await page.getByRole('button', { name: 'Order and pay' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Order / })).toBeVisible()
  await expect(cardField(page, 'number')).toBeVisible()
  await expectAccessible(page, 'the checkout with the payment')
  await page.goto('/dashboard/addresses')
  await page.getByRole('button', { name: 'Add an address' }).click()
  await expectDialog(page, 'New address')
  await expectAccessible(page, 'a new address')
})

test('dialogs, menus and forms of a customer’s pages are accessible', {
  tag: '@long',
}, async ({ page }) => {
  const { email } = await signInAsNewUser(page, 'Ines Ferreira')
  await page.goto('/')
  await page.getByRole('button', { name: 'Account: Ines Ferreira' }).click()
  await expect(page.getByRole('button', { name: 'Log Out' }).first()).toBeVisible()
  await expectAccessible(page, 'the avatar menu')
  await page.getByRole('button', { name: 'Log Out' }).first().click()
  await expectDialog(page, uiTexts.areYouSure)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 360, height: 900 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await expectAccessible(page, 'the drawer of a signed-in customer', [360])
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.goto('/parts?q=BR-2804-22')
  await page.getByRole('link', { name: /^Buy now/ }).click()
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('99999')
  await expect(page.getByText('Order Quantitiy can not bigger than available quantity')).toBeVisible()
  await expectAccessible(page, 'Purchase with a quantity above the stock')
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('2')
  await page.getByRole('button', { name: 'Update Quantity' }).click()
  await page.getByRole('button', { name: 'Purchase', exact: true }).click()
  await expect(page.getByText('Address is required')).toBeVisible()
  await expectAccessible(page, 'Purchase with a status message and field errors')
  await field(page, 'Address').fill('44 Harbour Road')
  await field(page, 'Phone').fill('+1 555 014 7731')
  await field(page, 'Location').fill('Old Port')
  await page.getByRole('button', { name: 'Purchase', exact: true }).click()
  await expect(page.getByText('Congratulations! Successfully Purchase this product!')).toBeVisible()
  await expectAccessible(page, 'Purchase after the order')

  await page.goto('/dashboard/review')
  await page.getByRole('button', { name: 'Add Review' }).click()
  await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible()
  await expectAccessible(page, 'Add Review with messages')
  await page.goto('/editProfile')
  await field(page, profileTexts.photo).fill('not an address')
  await page.getByRole('button', { name: profileTexts.save }).click()
  await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible()
  await expectAccessible(page, 'Edit Profile with a message')
  await orderPart(await apiOfPage(page), email, 'WT-1775-05')
  await page.route('**/api/order*', (route) => route.abort())
  await page.goto('/dashboard/orders')
  await expect(page.getByRole('button', { name: uiTexts.retry })).toBeVisible()
  await expectAccessible(page, 'My Orders without a connection')
})

test('payment is accessible, with the card frame and the bank’s challenge', { tag: '@long' }, async ({
  page,
}) => {
  const { email } = await signInAsNewUser(page, 'Ines Ferreira')
  const order = await orderPart(await apiOfPage(page), email, 'BR-2804-22')
  await page.goto(`/dashboard/payment/${order._id}`)
  await expect(cardField(page, 'number')).toBeVisible()
  expect(page.frames().length).toBeGreaterThan(1)
  await expectAccessible(page, 'Payment')
  const pay = page.getByRole('button', { name: /^Pay/ })
  const payWith = async (number: string) => {
    await typeCard(page, { number })
    await pay.click()
  }
  await payWith('4000 0000 0000 0002')
  await expect(page.getByRole('alert').getByText('Your card was declined.')).toBeVisible()
  await expectAccessible(page, 'Payment, declined')
  await payWith('4000 0025 0000 3155')
  const bank = bankFrame(page)
  await expect(bank.getByRole('button', { name: 'Complete' })).toBeVisible()
  await expectAccessible(page, 'Payment, the challenge of the bank')
  await bank.getByRole('button', { name: 'Complete' }).click()
  await expect(page.getByText('Your Payment is Successfull')).toBeVisible()
  await expectAccessible(page, 'Payment, paid')
})

test('dialogs and forms of an admin’s pages are accessible', { tag: '@long' }, async ({ page }) => {
  await signInDirectly(page, sampleAdmin)
  await page.goto('/dashboard/manageOrders')
  await page.getByRole('button', { name: 'Delete', disabled: false }).first().click()
  await expectDialog(page, uiTexts.areYouSure)
  await page.goto('/dashboard/manageProduct')
  await page.getByRole('button', { name: 'Edit' }).first().click()
  await expectDialog(page, 'Edit part')
  await page.getByRole('dialog').getByLabel('Product name').fill('')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog').getByRole('alert').first()).toBeVisible()
  await expectDialog(page, 'Edit part')
  await page.goto('/dashboard/addProduct')
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible()
  await expectAccessible(page, 'Add Product with messages')
})

test('the sign-in popup, the demo’s outbox and the API documentation are accessible', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/login')
  const google = page.getByRole('button', { name: signInTexts.continueWith('Google') })
  const popup = await openPopup(page, () => google.click())
  await expect(popup.getByRole('button', { name: 'Ada Practice' })).toBeVisible()
  await expectAccessible(popup, 'the sign-in popup')
  await popup.getByText(popupTexts.another).click()
  await popup.getByRole('button', { name: popupTexts.sendCode }).click()
  await expect(popup.getByRole('alert')).toHaveText(popupTexts.fieldsMissing)
  await expectAccessible(popup, 'the sign-in popup with a message')
  await popup.getByLabel(popupTexts.name).fill('Nora New')
  await popup.getByLabel(popupTexts.email).fill(newEmail('nora'))
  await popup.getByRole('button', { name: popupTexts.sendCode }).click()
  await expect(popup.getByLabel(popupTexts.code)).toBeVisible()
  await expectAccessible(popup, 'the sign-in popup with the field of the code')
  await popup.close()
  for (const path of ['/identity/outbox', '/api/docs']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page, path)
  }
})

async function expectDialog(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('dialog', { name })).toBeVisible()
  await expectAccessible(page, name)
}

test('the part page is accessible at full width of a picture, with its bar, and sold out', async ({
  page,
}) => {
  const admin = await signInToApi(page.request, sampleAdmin)
  const images = ['/drawings/piston.svg']
  const part = await admin.createProduct({ body: partBody({ productName: 'Accessible disc', images }) })
  const soldOut = await admin.createProduct({
    body: partBody({ productName: 'Accessible gap', available: 0 }),
  })
  await page.goto(`/parts/${part._id}`)
  // the focus starts the scripts
  await page.keyboard.press('Tab')
  await page.waitForLoadState('networkidle')
  await page.getByRole('list', { name: 'Pictures' }).getByRole('link').first().click()
  await expect(page.getByRole('dialog', { name: 'Accessible disc' })).toBeVisible()
  await expectAccessible(page, 'a picture at full width')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 360, height: 780 })
  await page.keyboard.press('End')
  await expect(page.locator('.buy-bar')).toBeVisible()
  // on its way down the bar lies over what passes below it
  await expect(page.locator('.footer__imprint')).toBeInViewport()
  await expectAccessible(page, 'the buy bar', [360])
  await page.goto(`/parts/${soldOut._id}`)
  await page.getByRole('button', { name: 'Tell me when it is back' }).click()
  await expect(page.getByText('Email is Required', { exact: true })).toBeVisible()
  await expectAccessible(page, 'a part that is sold out, with a message')
})

test('the list is accessible as a table, with its filters as a sheet, with nothing found, and under suggestions', async ({
  page,
}) => {
  const discs = '/parts?category=body&type=brake-disc'
  await page.goto(`${discs}&view=table&a.axle=front`)
  await expectAccessible(page, 'the table of parts')
  await page.goto(`${discs}&a.axle=front&a.diameter=281`)
  await expect(page.getByRole('heading', { name: 'No part passes these filters' })).toBeVisible()
  await expectAccessible(page, 'nothing found, with the nearest values')
  await page.setViewportSize({ width: 360, height: 780 })
  await page.getByRole('button', { name: 'Filters' }).click()
  await expect(page.getByRole('button', { name: 'Show 0 parts' })).toBeVisible()
  await expectAccessible(page, 'the filters as a sheet', [360])
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/')
  await page.getByRole('search').getByLabel('Search parts').fill('brake')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectAccessible(page, 'suggestions')
})
