import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { expectAccessible } from '../platform/accessibility/access.ts'
import { signInToApi } from '../store-api.ts'
import { expect, test } from '../story.ts'

const store = { name: 'of subcategories', settings: {} }
test.use({ store })
test.describe.configure({ mode: 'default' })

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', {
    tag: javaScriptEnabled ? [] : '@long',
  }, () => {
    test.use({ javaScriptEnabled })
    test('a part is found by the subcategory that an admin put it into', async ({ page, request }) => {
      const admin = await signInToApi(request, sampleAdmin)
      for (const [id, name] of [
        ['brakes', 'Brakes'],
        ['doors', 'Doors & Locks'],
      ] as const)
        await admin.saveCategory({ params: { id }, body: { name, parent: 'body' } })
      const query = { q: 'Front brake disc, drilled', limit: 1 }
      const [disc] = (await admin.listProducts({ query })).items
      const id = disc?._id ?? ''
      await admin.updateProduct({ params: { id }, body: { subcategory: 'brakes' } })

      await page.goto('/parts?category=body')
      const main = page.getByRole('main')
      const choices = main.getByRole('combobox', { name: 'Subcategory' })
      const apply = async (button: string) => {
        if (!javaScriptEnabled) await main.getByRole('button', { name: button }).click()
      }
      await expect(choices.getByRole('option')).toHaveText([
        'The whole category',
        'Brakes (1)',
        'Doors & Locks (0)',
      ])
      await expect(choices.getByRole('option', { name: /^Doors/ })).toBeDisabled()
      await choices.selectOption('brakes')
      await apply('Show parts')
      const brakes = '/parts?category=body&subcategory=brakes'
      await expect(page).toHaveURL(brakes)
      await expect(page).toHaveTitle(/^Brakes/)
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /subcategory=brakes$/)
      await expect(page.locator('meta[name="robots"]')).toHaveCount(0)
      await expect(main.getByRole('heading', { level: 1 })).toHaveText('Brakes')
      await expect(main.getByRole('heading', { level: 3 })).toHaveText(['Front brake disc, drilled'])
      const breadcrumb = main.getByRole('navigation', { name: 'Breadcrumb' })
      await expect(breadcrumb.getByRole('listitem')).toHaveText(['All parts', 'Body & Drive', 'Brakes'])
      if (javaScriptEnabled) await expectAccessible(page, 'a list of a subcategory')

      await main.getByRole('combobox', { name: 'Part type' }).selectOption('brake-disc')
      await apply('Show parts')
      await expect(page).toHaveURL(`${brakes}&type=brake-disc`)
      await main.getByRole('link', { name: 'Take away: Brake discs' }).click()
      await expect(page).toHaveURL(brakes)

      await page.goto(`/parts/${id}`)
      const data = await page.locator('script[type="application/ld+json"]').allTextContents()
      const [, crumbs] = data.flatMap((text) => JSON.parse(text))
      expect(crumbs.itemListElement[2]).toMatchObject({
        name: 'Brakes',
        item: expect.stringContaining(brakes),
      })

      // another category leaves the subcategory of the former
      await page.goto(brakes)
      await main.getByRole('combobox', { name: 'Category', exact: true }).selectOption('engine')
      await apply('Apply')
      await expect(page).toHaveURL('/parts?category=engine')
      await expect(choices).toHaveCount(0)

      if (javaScriptEnabled) {
        const box = page.getByRole('combobox', { name: 'Search parts' })
        await box.fill('brakes')
        await page.getByRole('option', { name: 'Brakes', exact: true }).click()
        await expect(page).toHaveURL(brakes)
      }
      await page.goto('/parts?subcategory=brakes')
      await expect(page).toHaveURL(brakes)
      await main.getByRole('link', { name: 'Take away: Brakes' }).click()
      await expect(page).toHaveURL('/parts?category=body')
    })
  })
}

test.describe('an unknown subcategory', () => {
  test.use({ expectedErrorStatuses: [400] })
  test('is named at its chip, and the list is shown without it', async ({ page }) => {
    const response = await page.goto('/parts?category=body&subcategory=nothing')
    expect(response?.status()).toBe(400)
    const chips = page.getByRole('main').getByRole('list', { name: 'Chosen filters' })
    await expect(chips).toContainText('Use a subcategory of the category')
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Body & Drive')
  })
})
