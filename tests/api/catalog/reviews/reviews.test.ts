import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NewReview } from '#contract/catalog/reviews/reviews.ts'
import type { Database } from '#database/open.ts'
import { newId } from '#database/uuid.ts'
import {
  createReview,
  listAllReviews,
  listReviews,
  setReviewHidden,
} from '#server/catalog/reviews/service.ts'
import { freshDatabase } from '../../../support/database/database.ts'
import { countOutcomes, errorCodeOf } from '../../../support/http/outcomes.ts'
import { historyOf } from '../../../support/orders/history.ts'
import { insertProduct, insertUser } from '../../../support/shop-rows.ts'
import { openTestStore } from '../../../support/store.ts'

let database: Database
const noon = new Date('2026-03-01T12:00:00.000Z')
const review: NewReview = { name: 'Mina', description: 'Fits', img: null, rating: 5 }

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

async function createWriter() {
  const userId = await insertUser(database.db)
  return (values: Partial<NewReview> = {}, { at = noon, reviewsPerDay = 5, timeZone = 'UTC' } = {}) =>
    createReview(database.db, { ...review, ...values }, { userId, at, limits: { reviewsPerDay, timeZone } })
}

describe('the daily limit of reviews', () => {
  test('the limit applies to 50 concurrent posts', async () => {
    const write = await createWriter()
    expect(await countOutcomes(Array.from({ length: 50 }, () => write()))).toEqual({
      done: 5,
      review_limit: 45,
    })
  })

  test('the limit of one account does not affect another', async () => {
    const one = await createWriter()
    const two = await createWriter()
    await one({}, { reviewsPerDay: 1 })
    expect(await errorCodeOf(one({}, { reviewsPerDay: 1 }))).toBe('review_limit')
    expect(await errorCodeOf(two({}, { reviewsPerDay: 1 }))).toBe('done')
  })

  test('hidden reviews count too', async () => {
    const write = await createWriter()
    const actorId = await insertUser(database.db, { role: 'admin' })
    const { _id } = await write({}, { reviewsPerDay: 1 })
    await setReviewHidden(database.db, { id: _id, hidden: true }, { actorId, at: noon })
    expect(await errorCodeOf(write({}, { reviewsPerDay: 1 }))).toBe('review_limit')
  })

  test.each([
    ['UTC', '2026-03-01T23:59:59.500Z', '2026-03-02T00:00:00.000Z', 1],
    // 29 March has 23 hours in Paris.
    ['Europe/Paris', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z', 23 * 3600],
    ['America/New_York', '2026-06-01T04:00:00.000Z', '2026-06-02T04:00:00.000Z', 24 * 3600],
  ])('the limit restarts at midnight in %s', async (timeZone, first, nextDay, secondsLeft) => {
    const write = await createWriter()
    const limits = { reviewsPerDay: 1, timeZone }
    await write({}, { at: new Date(first), ...limits })
    const refused = write({}, { at: new Date(first), ...limits })
    await expect(refused).rejects.toMatchObject({ code: 'review_limit', retryAfterSeconds: secondsLeft })
    const justBefore = new Date(new Date(nextDay).getTime() - 1)
    expect(await errorCodeOf(write({}, { at: justBefore, ...limits }))).toBe('review_limit')
    expect(await errorCodeOf(write({}, { at: new Date(nextDay), ...limits }))).toBe('done')
  })
})

describe('a review', () => {
  test.each([
    [4.2, 4.2],
    [4.256, 4.26],
    [1, 1],
    [4.999, 5],
  ])('a rating of %d is stored as %d', async (rating, stored) => {
    const write = await createWriter()
    expect((await write({ rating })).rating).toBe(stored)
  })

  test('a review of a part on sale has its id, and any other id is not found', async () => {
    const write = await createWriter()
    const productId = await insertProduct(database.db)
    const archived = await insertProduct(database.db, { archived_at: noon })
    expect(await write({ productId })).toMatchObject({ productId })
    for (const other of [newId(), archived, 'x', "' or 1=1", productId.toUpperCase()]) {
      expect(await errorCodeOf(write({ productId: other })), other).toBe('not_found')
    }
  })

  test('a review is listed for its part except while hidden, and each change is in its history', async () => {
    const { db } = database
    const write = await createWriter()
    const actorId = await insertUser(db, { role: 'admin' })
    const productId = await insertProduct(db)
    const first = await write({ productId, name: 'First' })
    const second = await write({ productId, name: 'Second' }, { at: new Date(noon.getTime() + 1) })
    await write({ name: 'Of no part' })
    const names = async () => (await listReviews(db, { limit: 10, productId })).items.map((item) => item.name)
    expect(await names()).toEqual(['Second', 'First'])
    const setHidden = (hidden: boolean) =>
      setReviewHidden(db, { id: second._id, hidden }, { actorId, at: noon })
    expect(await setHidden(true)).toEqual({ ...second, hidden: true })
    expect(await setHidden(true)).toMatchObject({ hidden: true })
    expect(await names()).toEqual(['First'])
    expect(await setHidden(false)).toMatchObject({ hidden: false })
    expect(await names()).toEqual(['Second', 'First'])
    const history = (await historyOf(db, 'review', [second._id, first._id])).get(second._id)
    expect(history?.map(({ field, before, after }) => [field, before, after])).toEqual([
      ['hidden', 'false', 'true'],
      ['hidden', 'true', 'false'],
    ])
  })

  test('an unknown review cannot be hidden, and an unknown part has no reviews', async () => {
    const { db } = database
    const actorId = await insertUser(db, { role: 'admin' })
    const hide = setReviewHidden(db, { id: newId(), hidden: true }, { actorId, at: noon })
    expect(await errorCodeOf(hide)).toBe('not_found')
    for (const productId of [newId(), 'x', '']) {
      expect(await listReviews(db, { limit: 10, productId })).toEqual({ items: [], next: null })
    }
  })
})

test('an admin lists all, hidden or shown reviews in pages, newest first', async () => {
  const { db } = database
  const write = await createWriter()
  const actorId = await insertUser(db, { role: 'admin' })
  const later = (minutes: number) => ({ at: new Date(Date.UTC(2027, 0, 1, 12, minutes)) })
  const names = ['Ada', 'Ben', 'Cleo', 'Dora']
  for (const [minutes, name] of names.entries()) await write({ name }, later(minutes))
  const newest = await listAllReviews(db, { limit: 4 })
  for (const { _id } of newest.items.filter(({ name }) => name === 'Ada' || name === 'Cleo')) {
    await setReviewHidden(db, { id: _id, hidden: true }, { actorId, at: noon })
  }
  const page = async (hidden?: boolean, after?: string) => {
    const { items, next } = await listAllReviews(db, { limit: 2, hidden, after })
    return { next, items: items.map((item) => `${item.name} ${item.hidden ? 'hidden' : 'shown'}`) }
  }
  const first = await page()
  expect(first.items).toEqual(['Dora shown', 'Cleo hidden'])
  expect((await page(undefined, first.next ?? '')).items).toEqual(['Ben shown', 'Ada hidden'])
  expect((await page(true)).items).toEqual(['Cleo hidden', 'Ada hidden'])
  expect((await page(false)).items).toEqual(['Dora shown', 'Ben shown'])
})

test('an admin sees for each review whether its part is still sold', async () => {
  const { db } = database
  const user = await insertUser(db)
  const sold = await insertProduct(db)
  const gone = await insertProduct(db, { archived_at: noon })
  const insert = (name: string, product_id: string | null) =>
    db
      .insertInto('reviews')
      .values({
        id: newId(),
        user_id: user,
        product_id,
        name,
        img: null,
        description: 'x',
        rating: 5,
        created_at: noon,
      })
      .execute()
  await insert('of a part', sold)
  await insert('of a deleted part', gone)
  await insert('of the store', null)
  const { items } = await listAllReviews(db, { limit: 1000 })
  const soldByName = new Map(items.map(({ name, partIsSold }) => [name, partIsSold]))
  const names = ['of a part', 'of a deleted part', 'of the store']
  expect(Object.fromEntries(names.map((name) => [name, soldByName.get(name)]))).toEqual({
    'of a part': true,
    'of a deleted part': false,
    'of the store': null,
  })
})

test('a review with a picture that is an address of the store, or has user information, is rejected', async () => {
  const store = await openTestStore({ env: { PUBLIC_URL: 'https://shop.example' } })
  const { token } = await store.signUp()
  const post = (img: string) =>
    store.call({ method: 'POST', url: '/api/review', token, payload: { name: 'N', description: 'd', img } })
  for (const img of [
    '/sitemap-parts.xml',
    '/api/service?limit=1000',
    '/uploads/../identity/outbox',
    'https://shop.example/api/service?limit=1000',
    'https://user:pw@pictures.example/a.png',
  ]) {
    const response = await post(img)
    expect([img, response.statusCode, response.json().errors?.[0].path]).toEqual([img, 400, 'img'])
  }
  for (const img of ['https://pictures.example/a.png', '/uploads/a-320.webp', '/drawings/avatar.svg?seed=1'])
    expect((await post(img)).json().img).toBe(img)
  await store.close()
})
