import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './story.ts'

const pages = [
  '/',
  '/parts',
  '/parts?q=brake',
  '/parts?q=flux+capacitor',
  'a part',
  'a part without reviews',
  '/portfolio',
  '/blogs',
  '/login',
  '/register',
  '/forgot-password',
  '/no/such/page',
]
const widths = [360, 1440]
const themes = ['light', 'dark'] as const

/** What a machine can tell of a page's faults: each as its rule and the elements. */
async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

async function pathOf(page: Page, name: string): Promise<string> {
  if (name.startsWith('/')) return name
  const [part] = await (
    await page.request.get(`/api/service?limit=1${name.endsWith('reviews') ? '&q=dot' : ''}`)
  ).json()
  return `/parts/${part._id}`
}

test.describe('a machine finds no fault, in both themes, narrow and wide', () => {
  test.use({ provokes: [404] })
  for (const name of pages) {
    test(name, async ({ page }) => {
      const path = await pathOf(page, name)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        for (const colorScheme of themes) {
          await page.emulateMedia({ colorScheme })
          await page.goto(path)
          expect(await faultsOf(page), `${width} ${colorScheme}`).toEqual([])
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          expect(overflow, `${width} scrolls sideways`).toBeLessThanOrEqual(0)
        }
      }
    })
  }
})

for (const colorScheme of themes) {
  test(`menus and messages that open have no fault, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.goto('/')
    await page.getByRole('button', { name: 'All Products' }).click()
    await expect(page.getByRole('link', { name: 'Wheels & Tires' }).first()).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Get a Quote' }).click()
    await expect(page.getByText('Email is Required', { exact: true })).toBeVisible()
    expect(await faultsOf(page)).toEqual([])

    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/blogs')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
  })
}
