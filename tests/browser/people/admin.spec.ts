import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { clearSession, signInAsNewUser, signInDirectly } from '../direct-sign-in.ts'
import { dismissNotice, expect, field, test } from '../story.ts'

test('an admin ships an order, adds, edits and deletes a part and promotes a customer', async ({ page }) => {
  const customer = await signInAsNewUser(page, 'Maya Orlov')
  await page.goto('/parts?q=BR-2804-22')
  await page
    .getByRole('link', { name: /^Buy now/ })
    .first()
    .click()
  await field(page, 'Address').fill('7 Quay')
  await field(page, 'Phone').fill('555 0100')
  await field(page, 'Location').fill('Dockside')
  await page.getByRole('button', { name: 'Purchase', exact: true }).click()
  await expect(page.getByText('Congratulations! Successfully Purchase this product!')).toBeVisible()

  await page.context().clearCookies()
  await clearSession(page)
  await signInDirectly(page, sampleAdmin)
  await page.goto('/dashboard/manageOrders')
  const row = page.getByRole('row', { name: new RegExp(customer.email) })
  const status = row.getByRole('combobox')
  await expect(status).toHaveValue(/pending/i)
  await status.selectOption({ label: 'Shift' })
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
  await expect(dialog.getByText('Do you want to shift this order?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(status).toHaveValue(/pending/i)
  await status.selectOption({ label: 'Shift' })
  await dialog.getByRole('button', { name: 'Yes, shift it' }).click()
  await expect(status).toHaveValue('Shift')
  await dismissNotice(page, 'The order is now Shift.')

  await page.getByRole('link', { name: 'Add Product' }).click()
  await expect(page).toHaveURL('/dashboard/addProduct')
  const add = page.getByRole('main').getByRole('button', { name: 'Add Product' })
  await add.click()
  for (const message of ['Product name is required', 'Price is required', 'Minimum order is required']) {
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  }
  const name = `Test caliper ${Date.now()}`
  await field(page, 'Product name').fill(name)
  await field(page, 'Price').fill('12.50')
  await field(page, 'Minimum order').fill('1')
  await field(page, 'Available quantity').fill('5')
  await field(page, 'Image address').fill('/drawings/caliper.svg')
  await add.click()
  await expect(page.getByText('Successfully Added Product!')).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('link', { name: `Purchase ${name}` })).toBeVisible()

  await page.goto('/dashboard/manageProduct')
  const part = page.getByRole('listitem').filter({ hasText: name })
  await part.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit part' })
  await form.getByLabel('Price').fill('13.75')
  await form.getByLabel('Add pieces').fill('4')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The part is saved.')).toBeVisible()
  await expect(part.getByText('$13.75')).toBeVisible()
  await part.getByRole('button', { name: /Delete/ }).click()
  await expect(dialog.getByText('You want to delete this product?')).toBeVisible()
  await dialog.getByRole('button', { name: /delete/i }).click()
  await expect(page.getByText('Your Product has been deleted!')).toBeVisible()
  await expect(page.getByRole('main').getByText(name)).toHaveCount(0)
  await page.goto('/')
  await expect(page.getByText(name)).toHaveCount(0)

  await page.goto('/dashboard/makeAdmin')
  const user = page.getByRole('row', { name: new RegExp(customer.email) })
  await user.getByRole('button', { name: /Make Admin/ }).click()
  await expect(dialog.getByText('You Want to Make an Admin?')).toBeVisible()
  // The customer has not verified the address: the list and the dialog show that.
  await expect(user.getByText('Email not verified')).toBeVisible()
  await expect(dialog.getByText(/This address is not verified/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Yes, make an admin' }).click()
  await expect(page.getByText('Successfully Make an Admin')).toBeVisible()
  await expect(user.getByRole('combobox', { name: `Role of ${customer.email}` })).toHaveValue('admin')
  // the role, and the badge
  await expect(user.getByRole('cell', { name: 'Admin', exact: true })).toHaveCount(2)
})

test('a customer sees “Admins only” on three pages, and Make Admin signs the customer out', async ({
  page,
}) => {
  await signInAsNewUser(page, 'Nosy Parker')
  for (const path of ['addProduct', 'manageProduct', 'manageOrders']) {
    await page.goto(`/dashboard/${path}`)
    await expect(page.getByRole('heading', { name: 'Admins only' })).toBeVisible()
  }
  await page.goto('/dashboard/makeAdmin')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
})
