import { expect, storiesIn } from '../sign-in/every-method.ts'

const test = storiesIn({ STORE_LOCALE: 'de-DE', CURRENCY: 'eur' })

test('a shop with German numbers names the language of its English texts', async ({ page }) => {
  await page.goto('/parts')
  // a screen reader reads English words aloud in the language that the page names
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('main')).toContainText(/\d,\d\d\s€/)
})
