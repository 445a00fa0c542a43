import { expect, testWithoutConsoleCheck as test } from '../../story.ts'

test('a visitor sees parts with Purchase links on the home page', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Auto Parts Online Store' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Tools/Parts' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Purchase/ }).first()).toBeVisible()
})
