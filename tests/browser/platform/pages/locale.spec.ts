import { expect, testInStore } from '../../story.ts'

const test = testInStore({ STORE_LOCALE: 'de-DE', CURRENCY: 'eur' })

test('a store with German numbers marks its English texts as English', async ({ page }) => {
  await page.goto('/parts')
  // A screen reader pronounces text in the language that the page names.
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('main')).toContainText(/\d,\d\d\s€/)
})
