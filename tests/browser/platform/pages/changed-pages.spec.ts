import type { Page } from '@playwright/test'
import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { inject, translate } from '../../page-changers.ts'
import { typeCard } from '../../sales/card-form.ts'
import { clickDuringHydration, expect, field, hold, logOut, newEmail, POLL_OFTEN, test } from '../../story.ts'

const changers = { 'a translator': translate, 'an injecting extension': inject }

for (const [name, change] of Object.entries(changers)) {
  test(`${name} changes the pages: a customer buys, and an admin adds a part and ships`, {
    tag: '@long',
  }, async ({ page }) => {
    await page.addInitScript(change)
    await page.goto('/')
    await page.getByRole('button', { name: 'Dark theme' }).click()
    const html = page.locator('html')
    await expect(html).toHaveAttribute('data-theme', 'dark')
    await findPart(page)
    await registerOnTheWay(page)
    await buyPart(page)
    await payOrder(page)
    await page.reload()
    await expect(page.getByRole('row', { name: /Front brake disc, drilled/ })).toBeVisible()
    await expect(html).toHaveAttribute('data-theme', 'dark')
    await logOut(page, 'Ines Ferreira')
    await logInAsAdmin(page)
    await addProduct(page)
    await shipOrder(page)
    await expect(html).toHaveAttribute('data-theme', 'dark')
  })
}

test('what an extension has put into a page before its scripts run stays, and nothing is drawn anew', async ({
  page,
}) => {
  await page.addInitScript(inject)
  const count = await countRedrawnPages(page)
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeEnabled()
  await expect(page.locator('main x-password-icon + input + div')).toHaveCount(3)
  expect(await count()).toBe(0)
})

test('a page that is drawn anew keeps its theme, what was typed, and the focus, and the store counts it', async ({
  page,
}) => {
  await page.addInitScript(translate)
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  const release = await hold(page, /\/assets\/entry/)
  const count = await countRedrawnPages(page)
  await page.goto('/login', { waitUntil: 'domcontentloaded' })
  await page.getByRole('checkbox', { name: 'Remember me' }).uncheck()
  await field(page, 'Email').fill('early@example.com')
  await field(page, 'Password').fill('a-good')
  release()
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeEnabled()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.locator('html')).toHaveClass('translated-ltr')
  await expect(field(page, 'Email')).toHaveValue('early@example.com')
  await expect(page.getByRole('checkbox', { name: 'Remember me' })).not.toBeChecked()
  await expect(field(page, 'Password')).toBeFocused()
  await page.keyboard.type('-password')
  await expect(field(page, 'Password')).toHaveValue('a-good-password')
  await expect.poll(count, POLL_OFTEN).toBe(1)
})

test('a click on a page that is about to be drawn anew is made once on the new page', async ({ page }) => {
  await page.addInitScript(translate)
  await clickDuringHydration(page, '[aria-label="Dark theme"]')
  const count = await countRedrawnPages(page)
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  await expect.poll(count, POLL_OFTEN).toBe(1)
})

test('of a page that is drawn anew, clicks come after what was typed before them', async ({ page }) => {
  await page.addInitScript(translate)
  const [part] = await (await page.request.get('/api/service?q=BR-2804-22')).json()
  const release = await hold(page, /\/assets\/entry/)
  const count = await countRedrawnPages(page)
  await page.goto(`/parts/${part._id}`, { waitUntil: 'domcontentloaded' })
  const box = page.locator('.buy-box')
  await box.locator('input').fill('7')
  await box.locator('.quantity__field button').last().click()
  await box.getByRole('button', { name: /^Add to cart/ }).click()
  release()
  await expect(page.getByText(`Added 8 × ${part.productName}`)).toBeVisible()
  await expect.poll(count, POLL_OFTEN).toBe(1)
})

/** Returns how many more pages the store has been told of. */
async function countRedrawnPages(page: Page): Promise<() => Promise<number>> {
  const counter = /^http_request_duration_seconds_count\{.*route="\/redrawn-pages".*\} (\d+)$/m
  const read = async () => Number(counter.exec(await (await page.request.get('/metrics')).text())?.[1] ?? 0)
  const before = await read()
  return async () => (await read()) - before
}

async function findPart(page: Page): Promise<void> {
  const search = page.getByRole('search').getByLabel('Search parts')
  await search.fill('BR-2804-22')
  await search.press('Enter')
  await expect(page).toHaveURL(/\/parts\?q=/)
  await page.getByRole('main').getByRole('link', { name: 'Front brake disc' }).first().click()
  await expect(page).toHaveURL(/\/parts\/.+/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Front brake disc')
}

async function registerOnTheWay(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: 'Buy now' }).first().click()
  await page.getByRole('link', { name: 'Register' }).click()
  const submit = page.getByRole('button', { name: 'Register', exact: true })
  await submit.click()
  await expect(page.getByText('Name is Required')).toBeVisible()
  await field(page, 'Name').fill('Ines Ferreira')
  await field(page, 'Email').fill(newEmail('ines.ferreira'))
  await field(page, 'Password').fill('a-good-password')
  await submit.click()
  await expect(page).toHaveURL('/')
}

async function logInAsAdmin(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Login' }).first().click()
  const submit = page.getByRole('button', { name: 'Login', exact: true })
  await field(page, 'Email').fill(sampleAdmin.email)
  await field(page, 'Password').fill('not-the-password')
  await submit.click()
  await expect(page.getByRole('alert').getByText('Email or password is not right.')).toBeVisible()
  await field(page, 'Password').fill(sampleAdmin.password)
  await submit.click()
  await expect(page.getByRole('button', { name: /^Account/ })).toBeVisible()
}

async function buyPart(page: Page): Promise<void> {
  await findPart(page)
  await page.getByRole('main').getByRole('link', { name: 'Buy now' }).first().click()
  await expect(page).toHaveURL(/\/purchase\//)
  const quantity = page.getByRole('spinbutton', { name: 'Quantity' })
  // messages come and go, and the total follows
  await quantity.fill('1')
  await expect(page.getByText('Order Quantity can not smaller than minimum order')).toBeVisible()
  await quantity.fill('3')
  await page.getByRole('button', { name: 'Update Quantity' }).click()
  await expect(page.getByText('Good job!')).toBeVisible()
  await expect(page.getByRole('main').getByText('$194.70')).toBeVisible()
  const purchase = page.getByRole('button', { name: 'Purchase', exact: true })
  await purchase.click()
  await expect(page.getByText('Address is required')).toBeVisible()
  await field(page, 'Address').fill('44 Harbour Road')
  await expect(page.getByText('Address is required')).toHaveCount(0)
  await field(page, 'Phone').fill('+1 555 014 7731')
  await field(page, 'Location').fill('Old Port')
  await purchase.click()
  await expect(page.getByText('Congratulations! Successfully Purchase this product!')).toBeVisible()
}

async function payOrder(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Pay', exact: true }).click()
  const pay = page.getByRole('main').getByRole('button', { name: 'Pay', exact: true })
  await typeCard(page, { number: '4000 0000 0000 0002' })
  await pay.click()
  await expect(page.getByRole('alert').getByText('Your card was declined.')).toBeVisible()
  await typeCard(page, { number: '4242 4242 4242 4242' })
  await pay.click()
  await expect(page.getByText('Your Payment is Successfull')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'My Orders' }).last().click()
  const row = page.getByRole('row', { name: /Front brake disc, drilled/ })
  await expect(row.getByText('paid', { exact: true })).toBeVisible()
  await row.getByText('History').click()
}

async function addProduct(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.getByRole('link', { name: 'Add Product' }).click()
  const add = page.getByRole('main').getByRole('button', { name: 'Add Product' })
  await add.click()
  await expect(page.getByText('Product name is required')).toBeVisible()
  await field(page, 'Product name').fill(`Changed caliper ${Date.now()}`)
  await field(page, 'Price').fill('12.50')
  await field(page, 'Minimum order').fill('1')
  await field(page, 'Available quantity').fill('5')
  await field(page, 'Image address').fill('/drawings/caliper.svg')
  await add.click()
  await expect(page.getByText('Successfully Added Product!')).toBeVisible()
}

async function shipOrder(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Manage Orders' }).click()
  const status = page.getByRole('combobox', { name: /^Status of/ }).first()
  await status.selectOption('Shift')
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, shift it' }).click()
  await expect(status).toHaveValue('Shift')
}
