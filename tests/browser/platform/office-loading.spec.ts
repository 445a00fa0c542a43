import type { Page } from '@playwright/test'
import { test } from '../people.ts'
import { expect, hold } from '../story.ts'

/** Opens a page for the second time; its calls are answered when the result is called. */
async function openHeld(page: Page, path: string): Promise<() => void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const release = await hold(page, '**/api/**')
  await page.reload({ waitUntil: 'commit' })
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
  return release
}

function headerPlaces(page: Page): Promise<unknown> {
  return page.evaluate(() =>
    ['.header .logo', '.header nav', '.header__tools', '.menu-button'].map((selector) => {
      const { left, width } = document.querySelector(selector)?.getBoundingClientRect() ?? {}
      return { selector, left, width }
    }),
  )
}

test.describe('staff', () => {
  test.use({ who: 'admin' })

  for (const width of [1440, 768, 360]) {
    test(`a page of the back office loads in its own frame, and its header stays: ${width} px`, {
      tag: width === 768 ? [] : '@long',
    }, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      const release = await openHeld(page, '/dashboard/overview')
      // by the style sheet of the back office; until it is there, nothing is painted
      await expect(page.locator('.footer')).toHaveCSS('display', 'none')
      const places = await headerPlaces(page)
      release()
      await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
      expect(await headerPlaces(page)).toEqual(places)
      await page.getByRole('link', { name: 'Partsline' }).first().click()
      await expect(page).toHaveURL('/')
      await expect(page.locator('.footer')).toBeVisible()
    })
  }
})

test.describe('a customer', () => {
  test.use({ who: 'customer' })

  test('the dashboard loads in the frame of the shop', async ({ page }) => {
    const release = await openHeld(page, '/dashboard')
    // it is below what loads, and not seen yet
    await expect(page.locator('.footer')).not.toHaveCSS('display', 'none')
    release()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.footer')).toBeVisible()
  })
})
