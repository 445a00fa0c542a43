import { expect, testInStore } from '../../story.ts'

const STORE_NAME = 'Autoteilehandelsgesellschaft Donaudampfschifffahrt'
const test = testInStore({ STORE_LOCALE: 'de-DE', CURRENCY: 'eur', STORE_NAME })

test('a store with German numbers marks its English texts as English', async ({ page }) => {
  await page.goto('/parts')
  // A screen reader pronounces text in the language that the page names.
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('main')).toContainText(/\d,\d\d\s€/)
})

test('a store with German numbers writes values of parts with a comma', async ({ page }) => {
  await page.goto('/parts?type=spark-plug&view=table&a.gap=0.5..0.8')
  const main = page.getByRole('main')
  await expect(main.getByText(/^\d+,\d mm$/).first()).toBeVisible()
  await expect(main.getByRole('link', { name: /Take away: .*0,5 to 0,8 mm/ })).toBeVisible()
  await expect(main).not.toContainText(/\d\.\d mm/)
  await main.getByRole('heading', { level: 3 }).first().getByRole('link').click()
  await expect(page).toHaveURL(/\/parts\/[^?]+$/)
  await expect(main.getByText(/^\d+,\d mm$/).first()).toBeVisible()
  await expect(main.getByText(/^\d+\.\d mm$/)).toHaveCount(0)
})

for (const width of [320, 360, 768, 1440]) {
  test(`a long name of the shop and long prices fit a window of ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 780 })
    await page.goto('/parts')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    const cart = await page.getByRole('banner').getByRole('link', { name: 'Cart' }).boundingBox()
    expect((cart?.x ?? width) + (cart?.width ?? 0)).toBeLessThanOrEqual(width)
    // a price stands above the button of its card
    const card = page.getByRole('main').getByRole('listitem').filter({ hasText: '€' }).first()
    const price = await card.getByText(/^[\d.]+,\d\d\s€$/).boundingBox()
    const add = await card.getByRole('button', { name: /^Add to cart/ }).boundingBox()
    expect((price?.y ?? 0) + (price?.height ?? 0)).toBeLessThanOrEqual(add?.y ?? 0)
  })
}
