import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Import } from '#contract/catalog/imports/imports.ts'
import type { Product } from '#contract/catalog/products/products.ts'
import { workOn } from '#server/catalog/imports/work.ts'
import { outcomeOf } from '../../../support/http/outcomes.ts'
import { csv, dryRun, settled } from '../../../support/imports.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'

let shop: Shop
let admin: Person
let buyer: Person
let listed: Product[]
let other: Product

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.staff('admin')
  buyer = await shop.buyer()
  listed = [await shop.part({ available: 10 }), await shop.part({ available: 10 })]
  other = await shop.part({ available: 2 })
})
afterAll(() => shop.close())

const setState = ({ _id }: Import, state: 'applying' | 'undoing') =>
  shop.database.db.updateTable('imports').set({ state }).where('id', '=', _id).execute()

/** Runs `meanwhile` after all rows of the import are written and before its transaction commits. */
async function whileWritten(id: string, meanwhile: () => Promise<void>): Promise<void> {
  const written = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const work = workOn(shop.database.db, {
    id,
    actorId: null,
    at: shop.clock.now(),
    currency: 'usd',
    onProgress: async (done, total) => {
      if (done < total) return
      written.resolve()
      await gate.promise
    },
  })
  await Promise.race([written.promise, work])
  try {
    await meanwhile()
  } finally {
    gate.resolve()
    await work
  }
}

/** Requests about no part of the import. Selling the last unit also changes the counts of its category. */
async function doOtherThings(): Promise<void> {
  const person = await shop.buyer()
  expect(await outcomeOf(shop.signInAgain(person))).toBe('accepted')
  expect(await outcomeOf(shop.order([{ part: other }], { buyer: person }))).toBe('accepted')
  const last = await shop.order([{ part: other }])
  expect(await outcomeOf(buyer.api.deleteOrder({ params: { id: last._id } }))).toBe('accepted')
  expect(await outcomeOf(buyer.api.createReview({ body: { name: 'Ann', description: 'Good' } }))).toBe(
    'accepted',
  )
  const about = { name: 'Ann', description: 'Good', productId: other._id }
  expect(await outcomeOf(person.api.createReview({ body: about }))).toBe('accepted')
  await admin.api.updateProduct({ params: { id: other._id }, body: { addQuantity: 1 } })
  const profile = { params: { email: person.email }, body: { location: 'Old Port' } }
  expect(await outcomeOf(person.api.updateUser(profile))).toBe('accepted')
}

test('sign-ups, orders of other parts and reviews succeed while an import is written or undone', async () => {
  const file = csv([
    ['_id', 'productName', 'price', 'minimumOrder', 'availableQuantity', 'img', 'category'],
    ...listed.map(({ _id }) => [_id, 'Renamed part', 14, 1, 0, '/b.svg', 'engine']),
    ['', 'New part', 9.5, 1, 20, '/a.svg', 'body'],
  ])
  const checked = await dryRun(admin, file)
  await setState(checked, 'applying')
  await whileWritten(checked._id, doOtherThings)
  const applied = await settled(admin, checked)
  expect(applied).toMatchObject({ state: 'applied', failure: null })
  await setState(applied, 'undoing')
  await whileWritten(checked._id, doOtherThings)
  expect(await settled(admin, checked)).toMatchObject({ state: 'undone', failure: null })
})

test('a change to another part does not index the words of thousands of imported parts', {
  tags: 'long',
}, async () => {
  const { db } = shop.database
  const mergePendingWords = () =>
    sql<{ pages: string }>`select gin_clean_pending_list('products_search_vector') as pages`.execute(db)
  await mergePendingWords()
  // A hundred words each, written in one transaction as by an import.
  await db.transaction().execute(async (trx) => {
    await sql`set local gin_pending_list_limit = '256MB'`.execute(trx)
    await sql`insert into products (id, name, description, price_minor, minimum_order, available, img, category, created_at)
      select gen_random_uuid(), 'Clip ' || part,
        (select string_agg('w' || part || 'y' || word, ' ') from generate_series(1, 100) as word),
        950, 1, 20, '/drawings/carton.svg', 'body', now()
      from generate_series(1, 3000) as part`.execute(trx)
  })
  await admin.api.updateProduct({ params: { id: other._id }, body: { productName: 'Renamed' } })
  const { rows } = await mergePendingWords()
  expect(Number(rows[0]?.pages)).toBeGreaterThan(1000)
})
