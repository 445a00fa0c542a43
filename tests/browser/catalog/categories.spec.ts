import pg from 'pg'
import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { signInToApi } from '../store-api.ts'
import { requestStore } from '../store-requests.ts'
import { expect, test } from '../story.ts'

const store = { name: 'of other categories', settings: {} }
test.use({ store, expectedErrorStatuses: [400] })
// one store for both
test.describe.configure({ mode: 'default' })

test('a category that is renamed has its new name on every page at once, at its address', async ({
  page,
  request,
}) => {
  const admin = await signInToApi(request, sampleAdmin)
  const params = { id: 'body' }
  const main = page.getByRole('main')
  const categories = main.getByRole('region', { name: 'Shop by category' })
  // the third visit is answered by the cache
  for (let visit = 0; visit < 3; visit += 1)
    for (const path of ['/', '/parts?category=body']) await request.get(path)
  await admin.saveCategory({ params, body: { name: 'Bodywork' } })
  await page.goto('/')
  await expect(categories.getByRole('link', { name: /^Bodywork/ })).toHaveAttribute(
    'href',
    '/parts?category=body',
  )
  await expect(page.getByText('Body & Drive')).toHaveCount(0)
  await page.goto('/parts?category=body')
  await expect(page).toHaveTitle(/^Bodywork/)
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Bodywork')
  await expect(
    main.getByRole('combobox', { name: 'Category' }).getByRole('option', { name: /^Bodywork/ }),
  ).toHaveCount(1)
  await expect(page.getByText('Body & Drive')).toHaveCount(0)
  await admin.saveCategory({ params, body: { name: 'Body & Drive' } })
})

test('one of the eight categories that is empty is deleted, and no page names it', async ({
  page,
  request,
}) => {
  const admin = await signInToApi(request, sampleAdmin)
  const client = new pg.Client({ connectionString: (await requestStore(store)).databaseUrl })
  await client.connect()
  await client.query(`update products set archived_at = now() where category = 'fluids'`)
  await client.end()
  const { categories, types } = await admin.getCatalogue({})
  const name = categories.find(({ id }) => id === 'fluids')?.name ?? ''
  for (const { key, category } of types)
    if (category === 'fluids') await admin.savePartType({ params: { key }, body: { category: 'tools' } })
  for (const { id, parent } of categories)
    if (parent === 'fluids') await admin.deleteCategory({ params: { id } })
  await admin.deleteCategory({ params: { id: 'fluids' } })
  await page.goto('/')
  const shown = page.getByRole('main').getByRole('region', { name: 'Shop by category' }).getByRole('listitem')
  await expect(shown).toHaveCount(7)
  await expect(page.getByRole('link', { name })).toHaveCount(0)
  expect(await page.content()).not.toContain('category=fluids')
  expect((await page.goto('/parts'))?.status()).toBe(200)
  expect(await page.content()).not.toContain('fluids')
  expect((await page.goto('/parts?category=fluids'))?.status()).toBe(400)
  await expect(page.getByRole('alert').getByRole('link', { name: 'All parts' })).toBeVisible()
})
