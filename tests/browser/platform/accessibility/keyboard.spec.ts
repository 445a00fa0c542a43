import type { Page } from '@playwright/test'
import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { createAccount, signInAsNewUser } from '../../direct-sign-in.ts'
import { test } from '../../people.ts'
import { cardField } from '../../sales/card-form.ts'
import { orderPart, signInToApi } from '../../store-api.ts'
import { expect, field, newEmail } from '../../story.ts'
import { keyboardOf } from './keyboard.ts'

const DISC = 'Front brake disc, drilled'
const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })

test('a visitor buys a part by keyboard alone', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(120_000)
  const keys = keyboardOf(page)
  await page.goto('/')
  await keys.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await keys.press('Enter')
  await expect(main(page)).toBeFocused()

  const products = page.getByRole('button', { name: 'All Products' })
  await keys.tabTo(products)
  await keys.press('Enter')
  await keys.tabTo(page.getByRole('link', { name: 'Suspension Parts' }).first())
  await keys.press('Escape')
  await expect(products).toBeFocused()

  // Signed out, Purchase leads to the login page.
  await keys.enter(page.getByRole('link', { name: /^Purchase / }).first())
  await keys.waitForPage('Login')
  await keys.enter(main(page).getByRole('link', { name: 'Register' }))
  await keys.waitForPage('Register')
  await keys.fill(field(page, 'Name'), 'Ines Ferreira')
  await keys.fill(field(page, 'Email'), newEmail('keys'))
  await keys.fill(field(page, 'Password'), 'short')
  await keys.press('Enter')
  await keys.waitFor(page.getByText('Must be 6 characters or longer', { exact: true }))
  await expect(field(page, 'Password')).toBeFocused()
  await keys.type('-no-more')
  await keys.press('Enter')
  await expect(page.getByRole('button', { name: 'Account: Ines Ferreira' })).toBeVisible()
  await keys.waitForPage('Auto Parts Online Store')

  await keys.tabTo(page.getByRole('combobox', { name: 'Search parts' }))
  await keys.type('BR-2804-22')
  await keys.press('Enter')
  await keys.waitForPage('Parts for “BR-2804-22”')
  await keys.enter(page.getByRole('link', { name: `Buy now: ${DISC}` }))
  await keys.waitForPage(DISC)
  await keys.tabTo(page.getByRole('spinbutton', { name: 'Quantity' }))
  await keys.press('ArrowUp')
  await keys.enter(button(page, 'Update Quantity'))
  await keys.waitFor(page.getByText('Good job!'))
  await keys.fill(field(page, 'Address'), '44 Harbour Road')
  await keys.fill(field(page, 'Phone'), '+1 555 014 7731')
  await keys.fill(field(page, 'Location'), 'Old Port')
  await keys.enter(button(page, 'Purchase'))
  await keys.waitFor(page.getByText('Congratulations! Successfully Purchase this product!'))

  await keys.enter(main(page).getByRole('link', { name: 'Pay', exact: true }))
  await keys.waitForPage('Payment')
  await keys.fill(cardField(page, 'number'), '4242424242424242')
  // The underline marks the focused card field: the CVC field is not focused yet.
  await expect(cardField(page, 'CVC/CVV')).toHaveCSS('border-bottom-color', 'rgba(0, 0, 0, 0)')
  for (const [name, text] of [
    ['expiration date', '1244'],
    ['CVC/CVV', '123'],
  ] as const) {
    // A complete field may have moved the focus to the next by itself.
    await keys.fill(cardField(page, name), text)
  }
  await keys.enter(button(page, 'Pay'))
  await keys.waitFor(page.getByText('Your Payment is Successfull'))
  await keys.enter(main(page).getByRole('link', { name: 'My Orders' }).last())
  await keys.waitForPage('My Orders')
  await keys.waitFor(page.getByRole('row', { name: new RegExp(DISC) }).getByText('paid', { exact: true }))
})

test('a buyer fills a cart, changes it and orders it by keyboard alone', async ({ page }) => {
  test.setTimeout(120_000)
  const keys = keyboardOf(page)
  await signInAsNewUser(page, 'Ines Ferreira')
  await page.goto('/parts?q=BR-2804-22')
  const add = page.getByRole('button', { name: `Add to cart: ${DISC}` })
  await keys.enter(add)
  const miniCart = page.getByRole('dialog', { name: 'Cart' })
  await keys.waitFor(miniCart.getByText('Subtotal, 2 units'))
  await keys.press('Escape')
  await expect(add).toBeFocused()
  await keys.enter(add)
  await keys.waitFor(miniCart.getByText('Subtotal, 4 units'))
  await keys.enter(miniCart.getByRole('link', { name: 'View cart' }))
  await keys.waitForPage('Cart')
  const more = page.getByRole('button', { name: `One more: Quantity of ${DISC}` })
  await keys.enter(more)
  await keys.press('Enter')
  await keys.waitFor(page.getByText('Goods, 6 units'))
  await expect(more).toBeFocused()
  await keys.enter(main(page).getByRole('link', { name: 'Checkout' }))
  await keys.waitForPage('Checkout')
  await keys.tabTo(page.getByRole('radio', { name: /^As agreed/ }))
  await keys.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /^Pick-up/ })).toBeChecked()
  await keys.enter(button(page, 'Order and pay'))
  await keys.waitFor(page.getByText('Nothing was charged. One thing to fix'))
  await expect(field(page, 'Phone').first()).toBeFocused()
  await keys.type('555 014')
  await keys.enter(button(page, 'Order and pay'))
  await expect(page.getByRole('heading', { level: 1, name: /^Order / })).toBeVisible()
  await keys.waitFor(cardField(page, 'number'))
})

test('an admin manages products, orders, users and reviews by keyboard alone', { tag: '@long' }, async ({
  page,
}) => {
  test.setTimeout(180_000)
  const keys = keyboardOf(page)
  const buyer = {
    email: newEmail('keys.buyer'),
    password: 'a-good-password',
    displayName: `Keys Buyer ${Date.now()}`,
  }
  await createAccount(page.request, buyer)
  const api = await signInToApi(page.request, buyer)
  await orderPart(api, buyer.email, 'BR-2804-22')
  await api.createReview({ body: { name: buyer.displayName, description: 'Not nice.', img: null } })
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
  const open = async (name: string) => {
    await keys.enter(
      page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name, exact: true }),
    )
    await keys.waitForPage(name)
  }
  /** Confirms the dialog, which focuses Cancel first. */
  const confirmDialog = async (done: string) => {
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await keys.press('Tab')
    await keys.press('Enter')
    await keys.waitFor(page.getByText(done, { exact: true }).last())
    await expect(dialog).toBeHidden()
  }

  await page.goto('/')
  await keys.enter(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' }))
  await keys.waitForPage('Login')
  await keys.fill(field(page, 'Email'), sampleAdmin.email)
  await keys.fill(field(page, 'Password'), sampleAdmin.password)
  await keys.press('Enter')
  await expect(page.getByRole('button', { name: /^Account: / })).toBeVisible()
  await keys.waitForPage('Auto Parts Online Store')
  await keys.tabTo(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }))
  await keys.press('Enter')
  await keys.waitForPage('My Profile')

  await test.step('overview', async () => {
    await open('Overview')
    await keys.tabTo(page.getByRole('link', { name: 'All reviews' }))
  })

  const part = `Keyboard caliper ${Date.now()}`
  await test.step('add a product after an empty form is rejected', async () => {
    await open('Add Product')
    await keys.enter(button(page, 'Add Product'))
    await keys.waitFor(page.getByText('Product name is required', { exact: true }))
    await expect(field(page, 'Product name')).toBeFocused()
    await keys.type(part)
    await expect(field(page, 'Product name')).toHaveValue(part)
    await keys.fill(field(page, 'Price'), '12.50')
    await keys.fill(field(page, 'Minimum order'), '1')
    await keys.fill(field(page, 'Available quantity'), '5')
    await keys.fill(field(page, 'Image address'), '/drawings/caliper.svg')
    await keys.enter(button(page, 'Add Product'))
    await keys.waitFor(page.getByText('Successfully Added Product!'))
  })

  await test.step('edit, restock and delete it', async () => {
    await open('Manage Product')
    await keys.fill(field(page, 'Search these parts'), part)
    await keys.press('Enter')
    const cardOf = main(page).getByRole('listitem').filter({ hasText: part })
    await expect(main(page).getByRole('listitem').getByRole('button', { name: 'Edit' })).toHaveCount(1)
    const edit = cardOf.getByRole('button', { name: 'Edit' })
    const form = page.getByRole('dialog', { name: 'Edit part' })
    await keys.enter(edit)
    await keys.waitFor(form)
    await keys.press('Escape')
    await expect(form).toHaveCount(0)
    await expect(edit).toBeFocused()
    await keys.press('Enter')
    await keys.fill(form.getByLabel('Add pieces'), '20')
    await keys.press('Enter')
    await keys.waitFor(cardOf.getByText('25', { exact: true }))
    await expect(edit).toBeFocused()
    await keys.enter(cardOf.getByRole('button', { name: 'Delete' }))
    await confirmDialog('Your Product has been deleted!')
    await keys.waitFor(page.getByText('Nothing found'))
  })

  await test.step('set an order to Shift after cancelling once', async () => {
    await open('Manage Orders')
    const status = page.getByRole('combobox', {
      name: new RegExp(`^Status of order \\d+, ${DISC} for ${buyer.email}`),
    })
    await keys.tabTo(status)
    await keys.press('ArrowDown')
    await keys.waitFor(dialog)
    await keys.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(status).toBeFocused()
    await expect(status).toHaveValue('Pending')
    await keys.press('ArrowDown')
    await confirmDialog('The order is now Shift.')
    await expect(status).toHaveValue('Shift')
    await expect(status).toBeFocused()
    await keys.enter(
      page.getByRole('row', { name: new RegExp(buyer.email) }).getByRole('button', { name: 'Delete' }),
    )
    await confirmDialog('The order has been deleted.')
  })

  await test.step('make a user an admin, take the role back, remove the user', async () => {
    await open('Make Admin')
    const row = page.getByRole('row', { name: new RegExp(buyer.email) })
    await keys.enter(row.getByRole('button', { name: 'Make Admin' }))
    await confirmDialog('Successfully Make an Admin')
    const role = page.getByRole('combobox', { name: `Role of ${buyer.email}` })
    await keys.waitFor(row.getByRole('cell', { name: 'Admin', exact: true }).last())
    await keys.tabTo(role)
    await keys.press('End')
    await keys.waitFor(dialog)
    await keys.press('Escape')
    await expect(role).toBeFocused()
    await expect(role).toHaveValue('admin')
    await keys.press('End')
    await confirmDialog('The admin role is taken back.')
    await expect(role).toBeFocused()
    await keys.waitFor(row.getByRole('button', { name: 'Make Admin' }))
    const remove = row.getByRole('button', { name: 'Remove' })
    await keys.enter(remove)
    await confirmDialog('user has been deleted!')
    await expect(row).toHaveCount(0)
    await keys.waitFor(main(page))
  })

  await test.step('hide a review; estimates, subscribers, store, failed mails, failed jobs', async () => {
    await open('Reviews')
    await keys.enter(page.getByRole('button', { name: `Hide the review of ${buyer.displayName}` }))
    await keys.waitFor(page.getByText('The review is hidden.'))
    await expect(page.getByRole('button', { name: `Show the review of ${buyer.displayName}` })).toBeFocused()
    await open('Estimates')
    await open('Subscribers')
    await open('Store')
    await open('Failed Mails')
    await open('Failed Jobs')
  })

  await test.step('log out after cancelling once', async () => {
    const account = page.getByRole('button', { name: /^Account: / })
    const logOut = async () => {
      await keys.enter(account)
      await keys.enter(page.getByRole('button', { name: 'Log Out' }))
      await expect(dialog).toBeVisible()
    }
    await logOut()
    await keys.press('Escape')
    await expect(dialog).toBeHidden()
    await keys.waitFor(account)
    await logOut()
    await confirmDialog('You are successfully Log Out')
    await keys.waitFor(page.getByRole('heading', { level: 1 }))
  })
})

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 360, height: 640 } })
  for (const path of ['/', '/parts', '/blogs', '/login']) {
    const tag = path === '/login' ? [] : ['@long']
    test(`each tab stop of ${path} has a visible focus ring`, { tag }, ({ page }) =>
      keyboardOf(page).tabThrough(path),
    )
  }

  test.describe('as an admin', () => {
    test.use({ who: 'admin' })
    for (const name of ['addProduct', 'manageProduct', 'manageOrders', 'makeAdmin', 'overview']) {
      const path = `/dashboard/${name}`
      test(`each tab stop of ${path} has a visible focus ring`, { tag: '@long' }, ({ page }) =>
        keyboardOf(page).tabThrough(path),
      )
    }
  })
})
