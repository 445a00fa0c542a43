import type { APIRequestContext, Page } from '@playwright/test'
import { createAccount } from '../../direct-sign-in.ts'
import { expect, field, newEmail, signIn, test } from '../../story.ts'

/** Changes the user's row by a call to the store, so that the identity provider does not know of it. */
async function patchOwnRow(page: Page, request: APIRequestContext, email: string, data: object) {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const headers = { authorization: `Bearer ${token}` }
  expect((await request.patch(`/api/user/${email}`, { headers, data })).status()).toBe(200)
}

const PHOTO = '/drawings/piston.svg'

async function expectAccountShown(page: Page, name: string, photo: string) {
  const avatar = page.getByRole('button', { name: `Account: ${name}` })
  await expect(avatar).toBeVisible()
  await expect(avatar.locator('img')).toHaveAttribute('src', photo)
  await avatar.click()
  await expect(page.locator('#account-menu').getByText(name, { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
}

test('a user’s name and picture are shown as the store has them, not the identity provider', {
  tag: '@long',
}, async ({ page, context, request }) => {
  const person = { email: newEmail('two.names'), password: 'a-good-password' }
  await createAccount(request, { ...person, displayName: 'Provider Name' })
  await signIn(page, person)
  await expectAccountShown(page, 'Provider Name', '/drawings/avatar.svg')
  await patchOwnRow(page, request, person.email, { displayName: 'Store Name', photoURL: PHOTO })

  await test.step('after a reload', async () => {
    await page.reload()
    await expectAccountShown(page, 'Store Name', PHOTO)
  })

  await test.step('after a new sign-in', async () => {
    await page.getByRole('button', { name: 'Account: Store Name' }).click()
    await page.locator('#account-menu').getByRole('button', { name: 'Log Out' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /log out/i })
      .click()
    await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
    await signIn(page, person)
    await expectAccountShown(page, 'Store Name', PHOTO)
  })

  await test.step('in the drawer of a small screen', async () => {
    await page.setViewportSize({ width: 360, height: 780 })
    await page.getByRole('button', { name: 'Open menu' }).click()
    const drawer = page.getByRole('dialog', { name: 'Menu' })
    await expect(drawer.getByText('Store Name', { exact: true })).toBeVisible()
    await expect(drawer.locator('.drawer__user img')).toHaveAttribute('src', PHOTO)
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('in My Profile and the review form', async () => {
    await page.goto('/dashboard')
    await expect(field(page, 'Name')).toHaveValue('Store Name')
    await page.goto('/dashboard/review')
    await expect(field(page, 'Name')).toHaveValue('Store Name')
  })

  await test.step('in a second tab, when it opens and when the first tab changes it', async () => {
    const second = await context.newPage()
    await second.goto('/')
    await expectAccountShown(second, 'Store Name', PHOTO)
    await page.goto('/editProfile')
    await field(page, 'Name').fill('Newer Name')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Your profile is saved.')).toBeVisible()
    await expectAccountShown(page, 'Newer Name', PHOTO)
    await expectAccountShown(second, 'Newer Name', PHOTO)
    await second.close()
  })
})

test('an account without a name is shown by its address', { tag: '@long' }, async ({ page, request }) => {
  const person = { email: newEmail('no.name'), password: 'a-good-password' }
  await createAccount(request, person)
  await signIn(page, person)
  await expect(page.getByRole('button', { name: `Account: ${person.email}` })).toBeVisible()

  const [part] = await (await request.get('/api/service?limit=1&inStock=true')).json()
  await page.goto(`/purchase/${part._id}`)
  await expect(field(page, 'Name')).toHaveValue(person.email)
  await field(page, 'Address').fill('1 Foundry Lane')
  await field(page, 'Phone').fill('+1 555 014 0000')
  await field(page, 'Location').fill('Harbour district')
  await page.getByRole('button', { name: 'Purchase' }).click()
  await page.getByRole('link', { name: 'Pay', exact: true }).click()
  await expect(page.getByText(`Hello, ${person.email}`)).toBeVisible()
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const orders = await request.get('/api/order', { headers: { authorization: `Bearer ${token}` } })
  expect((await orders.json())[0]).toMatchObject({ name: null, email: person.email })
})
