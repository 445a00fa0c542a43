import { expect, test } from '../story.ts'

const CROSSED = 'The lowest price is above the highest'

for (const { query, chip, problem } of [
  { query: 'minPrice=50&maxPrice=20', chip: 'Take away: $50.00 to $20.00', problem: CROSSED },
  {
    query: 'minPrice=50&maxPrice=abc',
    chip: 'Take away: $50.00 to abc',
    problem: 'This is not a number, such as 12.50',
  },
  {
    query: 'type=brake-disc&a.diameter=301..300',
    chip: 'Take away: Diameter: 301 to 300 mm',
    problem: 'The lowest value is above the highest',
  },
  {
    query: 'type=brake-disc&a.teeth=9',
    chip: 'Take away: Teeth: 9',
    problem: 'Parts of this type have no such attribute',
  },
])
  test(`what is wrong is seen once, and moves no chip: ${query}`, {
    tag: query.includes('abc') || query.includes('301') ? '@long' : [],
  }, async ({ page }) => {
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`/parts?${query}`)
      const chips = page.getByRole('list', { name: 'Chosen filters' })
      const wrong = chips.getByRole('link', { name: chip })
      await expect(page.getByText(problem).filter({ visible: true })).toHaveCount(1)
      await expect(wrong).toHaveAccessibleDescription(problem)
      const last = await wrong.boundingBox()
      const clear = await chips.getByRole('link', { name: 'Clear all' }).boundingBox()
      if (!last || !clear) throw new Error('Two links that are seen have boxes')
      const isBeside = clear.y === last.y && Math.round(clear.x - last.x - last.width) === 8
      expect(isBeside || clear.y === last.y + last.height + 8, `at ${width} px`).toBe(true)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  })

test('what is wrong is said in the sheet of filters, too', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/parts?minPrice=50&maxPrice=20')
  await page.getByRole('button', { name: 'Filters' }).click()
  const lowest = page.getByLabel('From', { exact: true })
  const highest = page.getByLabel('To', { exact: true })
  const error = page.getByRole('alert').filter({ hasText: CROSSED })
  await expect(error).toBeVisible()
  const [from, to, said] = await Promise.all([lowest, highest, error].map((one) => one.boundingBox()))
  // below both fields, which stand in one row
  expect(to?.y).toBe(from?.y)
  expect(said?.y).toBeGreaterThan((from?.y ?? 0) + (from?.height ?? 0))
  expect(said?.width).toBeGreaterThan((from?.width ?? 0) * 2)
})
