import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#database/uuid.ts'
import { insertProduct } from '../../../support/shop-rows.ts'
import { openTestStore, type Person, type TestStore } from '../../../support/store.ts'

let store: TestStore
let admin: Person

beforeAll(async () => {
  store = await openTestStore()
  admin = await store.signUpAdmin()
})
afterAll(() => store.close())

/** Inserts one review of a part for each rating: the daily limit rejects so many of one account. */
async function insertReviews(product_id: string | null, ratings: number[]): Promise<void> {
  const text = { product_id, name: 'Ann', description: 'Fits', created_at: new Date() }
  const rows = ratings.map((rating) => ({ ...text, id: newId(), rating }))
  await store.database.db.insertInto('reviews').values(rows).execute()
}

const scoreOf = (productId: string) => store.api.getReviewScore({ query: { productId } })

/** Returns the score as it follows from all reviews that the list shows. */
async function scoreFromList(productId: string) {
  const { items, next } = await store.api.listReviews({ query: { productId, limit: 1000 } })
  expect(next).toBeNull()
  const sum = items.reduce((total, { rating }) => total + rating, 0)
  const stars = [1, 2, 3, 4, 5].map((star) => items.filter(({ rating }) => Math.ceil(rating) === star).length)
  return { count: items.length, average: expect.closeTo(sum / items.length, 10), stars }
}

test('a part with more reviews than a page of the list has a score of all of them', async () => {
  const id = await insertProduct(store.database.db)
  await insertReviews(id, [...Array.from({ length: 100 }, () => 5), 3.25, 1])
  await insertReviews(await insertProduct(store.database.db), [1, 2])
  await insertReviews(null, [2])
  expect(await scoreOf(id)).toEqual({
    count: 102,
    average: expect.closeTo(504.25 / 102, 10),
    stars: [1, 0, 0, 1, 100],
  })
  expect(await scoreOf(id)).toEqual(await scoreFromList(id))
})

test('the score counts the reviews that the list shows, without hidden and deleted ones', async () => {
  const id = await insertProduct(store.database.db)
  await insertReviews(id, [5, 4])
  const body = { name: 'Bo', description: 'Broke', rating: 1.5, productId: id }
  const review = await admin.api.createReview({ body })
  const setHidden = (hidden: boolean) =>
    admin.api.updateReview({ params: { id: review._id }, body: { hidden } })
  expect(await scoreOf(id)).toMatchObject({ count: 3, average: 3.5, stars: [0, 1, 0, 1, 1] })
  await setHidden(true)
  expect(await scoreOf(id)).toMatchObject({ count: 2, average: 4.5, stars: [0, 0, 0, 1, 1] })
  expect(await scoreOf(id)).toEqual(await scoreFromList(id))
  await setHidden(false)
  expect(await scoreOf(id)).toMatchObject({ count: 3, average: 3.5, stars: [0, 1, 0, 1, 1] })
  await store.database.db.deleteFrom('reviews').where('id', '=', review._id).execute()
  expect(await scoreOf(id)).toMatchObject({ count: 2, average: 4.5, stars: [0, 0, 0, 1, 1] })
  await admin.api.deleteProduct({ params: { id } })
  expect(await scoreOf(id)).toEqual(await scoreFromList(id))
})

test('a part without reviews, with hidden ones only, or that is unknown has no average', async () => {
  const { db } = store.database
  const hidden = await insertProduct(db)
  await insertReviews(hidden, [5])
  await db.updateTable('reviews').set({ hidden_at: new Date() }).where('product_id', '=', hidden).execute()
  for (const id of [await insertProduct(db), hidden, newId(), 'x', "' or 1=1"])
    expect(await scoreOf(id), id).toEqual({ count: 0, average: null, stars: [0, 0, 0, 0, 0] })
})

test('a score needs the id of a part', async () => {
  const response = await store.call({ url: '/api/review/score' })
  expect([response.statusCode, response.json().errors[0].path]).toEqual([400, 'productId'])
})

test('a part carries the score of its reviews, and lists are sorted by it', async () => {
  const many = await insertProduct(store.database.db, { name: 'Rated pump, many' })
  const one = await insertProduct(store.database.db, { name: 'Rated pump, one' })
  const poor = await insertProduct(store.database.db, { name: 'Rated pump, poor' })
  const none = await insertProduct(store.database.db, { name: 'Rated pump, none' })
  await insertReviews(many, [5, 5, 5, 5, 5, 5, 5, 5, 5, 4.25])
  await insertReviews(one, [5])
  await insertReviews(poor, [1, 1.75])
  const listed = async (query: object) =>
    (await store.api.listProducts({ query: { sort: 'rating', ...query } })).items
  for (const query of [{ q: 'rated pump' }, { limit: 4 }, { limit: 4, minPrice: '0.01' }]) {
    const ids = (await listed(query)).map(({ _id }) => _id)
    expect(ids.filter((id) => [many, one, poor, none].includes(id)).slice(0, 2)).toEqual([many, one])
  }
  expect((await listed({ q: 'rated pump' })).map(({ _id }) => _id)).toEqual([many, one, poor, none])
  for (const id of [many, one, poor, none]) {
    const { count, average } = await scoreOf(id)
    const { score } = await store.api.getProduct({ params: { id } })
    expect(score).toEqual(count === 0 ? null : { count, average: expect.closeTo(average ?? 0, 10) })
  }
  await store.database.db.updateTable('reviews').set({ rating: 1 }).where('product_id', '=', one).execute()
  expect((await store.api.getProduct({ params: { id: one } })).score).toEqual({ count: 1, average: 1 })
  await store.database.db
    .updateTable('reviews')
    .set({ product_id: none })
    .where('product_id', '=', one)
    .execute()
  expect((await store.api.getProduct({ params: { id: one } })).score).toBe(null)
  expect((await store.api.getProduct({ params: { id: none } })).score).toEqual({ count: 1, average: 1 })
})

test('a list by rating goes on behind a cursor, without gaps', async () => {
  const ids: string[] = []
  let after: string | undefined
  do {
    const { items, next } = await store.api.listProducts({ query: { sort: 'rating', limit: 2, after } })
    ids.push(...items.map(({ _id }) => _id))
    after = next ?? undefined
  } while (after !== undefined && ids.length < 40)
  const { items } = await store.api.listProducts({ query: { sort: 'rating', limit: 40 } })
  expect(ids.slice(0, 40)).toEqual(items.map(({ _id }) => _id))
})
