import pg from 'pg'
import { numberedPages, PARTS_OF_PAGE } from '#contract/catalog/search/list-pages.ts'
import { requestStore } from '../store-requests.ts'
import { expect, test } from '../story.ts'

const store = { name: 'of many parts', settings: {} }
test.use({ store, expectedErrorStatuses: [400] })

/** One more than are counted. */
const FOUND = 15_001
const LAST_NUMBERED = numberedPages({ limit: PARTS_OF_PAGE, q: 'widget' })

// one store for both, filled once
test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  const { databaseUrl } = await requestStore(store)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `insert into products (id, name, description, price_minor, minimum_order, available, img, category, created_at)
     select gen_random_uuid(), 'Widget ' || at, '', 1000, 1, 9, '/drawings/brake-disc.svg', 'wheels',
       timestamptz '2020-01-01' + at * interval '1 second' from generate_series(1, $1::integer) as at`,
    [FOUND],
  )
  await client.end()
})

test('of more than 15,000 parts neither the number nor the last page is known', async ({ page }) => {
  await page.goto('/parts?q=widget')
  const main = page.getByRole('main')
  const total = main.getByRole('status').first()
  const pages = main.getByRole('navigation', { name: 'Pages' })
  await expect(total).toHaveText('1–24 of 15,000+')
  await expect(pages.getByRole('listitem')).toHaveText(['1', '2', '…'])
  await pages.getByRole('link', { name: 'Page 2', exact: true }).click()
  await expect(total).toHaveText('25–48 of 15,000+')
  await expect(pages.getByRole('listitem')).toHaveText(['1', '2', '3', '…'])
  await main.getByRole('combobox', { name: 'Sort' }).selectOption('Price, lowest first')
  await expect(total).toHaveText('1–24 of 15,000+')
  // without words all are counted
  await page.goto('/parts?category=wheels&page=400')
  await expect(total).toHaveText(/^9,577–9,600 of 15,0\d\d$/)
  await expect(pages.getByRole('listitem')).toHaveText(['1', '…', '399', '400', '401', '…', '416'])
})

test('behind the last numbered page of a search Next leads on, and no page is skipped', async ({ page }) => {
  const main = page.getByRole('main')
  const names = main.getByRole('heading', { level: 3 })
  const pages = main.getByRole('navigation', { name: 'Pages' })
  await page.goto(`/parts?q=widget&page=${LAST_NUMBERED}`)
  await expect(main.getByRole('status').first()).toHaveText('961–984 of 15,000+')
  const before = await names.allInnerTexts()
  await pages.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/^[^?]*\/parts\?q=widget&after=[\w.-]+$/)
  await expect(main.getByRole('status').first()).toHaveText('15,000+ parts')
  const after = await names.allInnerTexts()
  expect(after).toHaveLength(PARTS_OF_PAGE)
  expect(after.filter((name) => before.includes(name))).toEqual([])
  await expect(pages.getByRole('link', { name: /^Page \d/ })).toHaveCount(0)
  await pages.getByRole('link', { name: 'Next page' }).click()
  await expect(names.first()).not.toHaveText(after[0] ?? '')
  await pages.getByRole('link', { name: 'First page' }).click()
  await expect(page).toHaveURL('/parts?q=widget')
  // no such page is offered
  expect((await page.request.get(`/parts?q=widget&page=${LAST_NUMBERED + 1}`)).status()).toBe(400)
})
