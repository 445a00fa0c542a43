import type { Page } from '@playwright/test'
import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { findBrowser } from '#tools/browser.ts'
import { signInAsNewUser, signInDirectly } from '../../direct-sign-in.ts'
import { expect, test } from '../../story.ts'
import { expectAccessible } from '../accessibility/access.ts'

const PHONE = { width: 360, height: 780 }

const search = (page: Page) => page.getByRole('search').getByLabel('Search parts')
const findButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Search parts' })
const scrollDown = (page: Page, top: number) => page.evaluate((y) => window.scrollTo(0, y), top)

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).boundingBox()
  if (!box) throw new Error(`${selector} is not shown`)
  return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height }
}

test('on a wide screen the search stays below the header, and nothing that gets the focus is under it', async ({
  page,
}) => {
  await page.goto('/')
  await scrollDown(page, 2500)
  await expect(search(page)).toBeInViewport({ ratio: 1 })
  expect((await boxOf(page, '.navigation-bar')).top).toBe(65)
  const links = page.getByRole('region', { name: 'Tools/Parts' }).getByRole('link')
  await links.last().focus()
  await links.first().focus()
  const [first, bar] = [await links.first().boundingBox(), await boxOf(page, '.navigation-bar')]
  expect(first?.y).toBeGreaterThanOrEqual(bar.bottom)
})

test('on a phone an icon of the header leads to the search that has scrolled away, and the page stays where it is', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await page.goto('/')
  await expect(search(page)).toBeInViewport({ ratio: 1 })
  await expect(findButton(page)).toBeHidden()
  await scrollDown(page, 2000)
  await expect(search(page)).not.toBeInViewport()
  await expect(findButton(page)).toBeVisible()
  // a click of the driver would scroll first: what `scroll-padding` covers is out of sight for it
  const { left, top } = await boxOf(page, '.find-button')
  await page.mouse.click(left + 20, top + 20)
  await expect(search(page)).toBeFocused()
  await expect(search(page)).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => scrollY)).toBe(2000)
  await expect(findButton(page)).toBeHidden()
  await search(page).blur()
  await expect(search(page)).not.toBeInViewport()
  await expect(findButton(page)).toBeVisible()
})

test('"/" leads to the search from every scroll position, and is a slash in a field', async ({ page }) => {
  for (const viewport of [PHONE, { width: 1440, height: 900 }]) {
    await page.setViewportSize(viewport)
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Subscribe' })).toBeEnabled()
    for (const top of [0, 1500]) {
      await scrollDown(page, top)
      await page.keyboard.press('/')
      await expect(search(page)).toBeFocused()
      await expect(search(page)).toBeInViewport({ ratio: 1 })
      await expect(search(page)).toHaveValue('')
      await search(page).blur()
    }
    const email = page.getByRole('contentinfo').getByLabel('Email')
    await email.focus()
    await page.keyboard.type('a/b')
    await expect(email).toHaveValue('a/b')
  }
})

test('a customer finds a part from the dashboard, where the menu of the avatar has the pages of the account', async ({
  page,
}) => {
  const { email } = await signInAsNewUser(page, 'Kaya Ford')
  await page.goto('/dashboard/orders')
  await expect(page.getByRole('heading', { level: 1, name: 'My Orders' })).toBeVisible()
  await page.getByRole('button', { name: 'Account: Kaya Ford' }).click()
  const menu = page.locator('#account-menu')
  await expect(menu.getByText(email, { exact: true })).toBeVisible()
  expect(await menu.getByRole('link').allTextContents()).toEqual(['My Orders', 'My Profile', 'Account'])
  await menu.getByRole('link', { name: 'Account' }).click()
  await expect(page).toHaveURL('/dashboard/account')
  await expect(menu).toBeHidden()
  // a new page takes the focus once
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('/')
  await page.keyboard.type('wiper')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/parts?q=wiper')
})

test('staff have their own search in the back office, and the one for parts on the pages of the shop', async ({
  page,
}) => {
  await signInDirectly(page, sampleAdmin)
  await page.goto('/dashboard/overview')
  const own = page.getByRole('combobox', { name: 'Search orders, people and parts' })
  await expect(own).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Search parts' })).toBeHidden()
  await page.keyboard.press('/')
  await expect(own).toBeFocused()
  await page.goto('/parts')
  await page.getByRole('button', { name: /^Account/ }).click()
  await expect(page.locator('#account-menu').getByRole('link').first()).toHaveText('Dashboard')
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await expect(search(page)).toBeFocused()
})

test('menus stand at their buttons beside a scrollbar that takes room, and stay there while the page scrolls', async ({
  playwright,
  baseURL,
}) => {
  const { executablePath, args, env } = await findBrowser()
  // the browsers of tests hide scrollbars
  const browser = await playwright.chromium.launch({
    executablePath,
    args,
    env,
    ignoreDefaultArgs: ['--hide-scrollbars'],
  })
  try {
    const page = await browser.newPage({ baseURL })
    await signInAsNewUser(page, 'Bar Scroller')
    for (const width of [768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/')
      expect(await page.evaluate(() => innerWidth - document.documentElement.clientWidth)).toBeGreaterThan(5)
      for (const top of [0, 1200]) {
        await scrollDown(page, top)
        await page.getByRole('button', { name: 'All Products' }).click()
        const [menu, cell] = [await boxOf(page, '#all-products'), await boxOf(page, '.has-menu .cell')]
        expect(Math.abs(menu.left - cell.left)).toBeLessThanOrEqual(1)
        expect(Math.abs(menu.top - cell.bottom)).toBeLessThanOrEqual(1)
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: /^Account/ }).click()
        const [own, avatar] = [await boxOf(page, '#account-menu'), await boxOf(page, '.avatar')]
        expect(Math.abs(own.right - avatar.right)).toBeLessThanOrEqual(1)
        await page.keyboard.press('Escape')
      }
    }
  } finally {
    await browser.close()
  }
})

test('All Products has every category and all parts', async ({ page }) => {
  await page.goto('/blogs')
  await page.getByRole('button', { name: 'All Products' }).click()
  const links = page.locator('#all-products').getByRole('link')
  await expect(links).toHaveCount(9)
  await links.last().click()
  await expect(page).toHaveURL('/parts')
  await expect(links.first()).toBeHidden()
})

test('the drawer of a phone has search, categories, orders, cart and phone, and says which theme is on', async ({
  page,
}) => {
  await signInAsNewUser(page, 'Dora Drawer')
  await page.setViewportSize(PHONE)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/blogs')
  await expect(page.getByRole('button', { name: 'All Products' })).toBeHidden()
  await page.getByRole('button', { name: 'Open menu' }).click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect(drawer.getByRole('navigation', { name: 'All Products' }).getByRole('link')).toHaveCount(9)
  for (const name of ['My Orders', 'My Profile', 'Account', 'Cart', '+1 555 014 2280'])
    await expect(drawer.getByRole('link', { name, exact: true })).toBeVisible()
  const theme = drawer.getByRole('button', { name: 'Dark theme' })
  await expect(theme).toHaveAttribute('aria-pressed', 'false')
  await theme.click()
  await expect(theme).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expectAccessible(page, 'the drawer', [360])
  await drawer.getByLabel('Search parts').fill('brake di')
  await expect(drawer.getByRole('option', { name: /^All results/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/parts?q=brake+di')
  await expect(drawer).toBeHidden()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a phone has no button for the drawer, but all products, the phone number and the search', async ({
    page,
  }) => {
    await page.setViewportSize(PHONE)
    await page.goto('/')
    for (const name of ['Open menu', 'Dark theme'])
      await expect(page.getByRole('button', { name })).toBeHidden()
    await page.getByRole('button', { name: 'All Products' }).click()
    const links = page.locator('#all-products').getByRole('link')
    await expect(links.filter({ hasText: 'Fluids' })).toBeVisible()
    await page.getByRole('button', { name: 'All Products' }).click()
    await search(page).fill('wiper')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page).toHaveURL(/\/parts\?q=wiper$/)
  })
})
