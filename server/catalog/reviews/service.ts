import { sql } from 'kysely'
import type {
  ListedReview,
  ManagedReview,
  NewReview,
  Review,
  ReviewScore,
  ShownReview,
} from '#contract/catalog/reviews/reviews.ts'
import { formerCustomer } from '#contract/people/users/texts.ts'
import { AppError } from '#contract/platform/errors.ts'
import { idPattern } from '#contract/platform/fields.ts'
import { type Db, inTransaction } from '#database/open.ts'
import type { ReviewRow } from '#database/rows.ts'
import { newId } from '#database/uuid.ts'
import { recordChange } from '../../platform/audit.ts'
import {
  countedPage,
  type ListKey,
  type ListPage,
  newestFirst,
  type PageRequest,
  pageOfList,
  type SortedPageRequest,
  sortedBy,
} from '../../platform/http/page-of-list.ts'

export type ReviewLimits = { reviewsPerDay: number; timeZone: string }

const columns = [
  'reviews.id',
  'reviews.name',
  'reviews.img',
  'reviews.description',
  'reviews.rating',
  'reviews.product_id',
  'reviews.hidden_at',
  'reviews.created_at',
] as const

function toReview(row: Omit<ReviewRow, 'user_id'>): Review {
  return {
    _id: row.id,
    name: row.name,
    img: row.img,
    description: row.description,
    rating: Number(row.rating),
    productId: row.product_id,
    createdAt: row.created_at.toISOString(),
  }
}

function selectReviews(db: Db) {
  return db
    .selectFrom('reviews')
    .leftJoin('products', 'products.id', 'reviews.product_id')
    .select(columns)
    .select(['products.name as part_name', 'products.archived_at as part_archived_at'])
}

/** One page of the reviews that are not hidden; with `productId` only those of that part: none for an unknown id. */
export async function listReviews(
  db: Db,
  { productId, ...page }: PageRequest & { productId?: string | undefined },
): Promise<ListPage<ShownReview>> {
  if (productId !== undefined && !idPattern.test(productId)) return { items: [], next: null }
  let reviews = selectReviews(db).where('hidden_at', 'is', null)
  if (productId !== undefined) reviews = reviews.where('product_id', '=', productId)
  return pageOfList(reviews, {
    order: newestFirst('reviews'),
    page,
    toItem: (row) => ({ ...toReview(row), productName: row.part_archived_at ? null : row.part_name }),
  })
}

const starCounts = [1, 2, 3, 4, 5].map((star) => sql`count(*) filter (where ceil(rating) = ${sql.lit(star)})`)

/** Number, mean rating and stars of the reviews that `listReviews` lists for a part: no mean without reviews or for an unknown id. */
export async function getReviewScore(db: Db, productId: string): Promise<ReviewScore> {
  if (!idPattern.test(productId)) return { count: 0, average: null, stars: [0, 0, 0, 0, 0] }
  return db
    .selectFrom('reviews')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      sql<number | null>`avg(rating)::double precision`.as('average'),
      sql<number[]>`array[${sql.join(starCounts)}]::integer[]`.as('stars'),
    ])
    .where('hidden_at', 'is', null)
    .where('product_id', '=', productId)
    .executeTakeFirstOrThrow()
}

type SortedReview = Pick<ReviewRow, 'id' | 'created_at' | 'name' | 'rating'>
const sortKeys: Record<'name' | 'rating', ListKey<SortedReview>> = {
  name: { column: sql.ref('reviews.name'), kind: 'text', of: (row) => row.name },
  rating: { column: sql.ref('reviews.rating'), kind: 'decimal', of: (row) => row.rating },
}

export function listAllReviews(
  db: Db,
  { hidden, ...page }: SortedPageRequest & { hidden?: boolean | undefined },
): Promise<ListPage<ListedReview>> {
  let reviews = selectReviews(db)
  if (hidden !== undefined) reviews = reviews.where('hidden_at', hidden ? 'is not' : 'is', null)
  return countedPage(db, reviews, {
    order: sortedBy('reviews', page.sort, sortKeys),
    page,
    toItem: (row) => ({
      ...toReview(row),
      hidden: row.hidden_at !== null,
      partIsSold: row.part_name === null ? null : row.part_archived_at === null,
    }),
  })
}

/** Writes a review. Throws `not_found` for an unknown or archived part, `review_limit` (hidden reviews count too), `unauthenticated` for a deleted account. */
export async function createReview(
  db: Db,
  review: NewReview,
  { userId, at, limits }: { userId: string; at: Date; limits: ReviewLimits },
): Promise<Review> {
  return inTransaction(db, async (trx) => {
    if (review.productId) await requirePart(trx, review.productId)
    await enforceDailyLimit(trx, { userId, at, limits })
    const { name, img, description, rating } = review
    const written = { name, img, description, rating, product_id: review.productId || null }
    const row = await trx
      .insertInto('reviews')
      .values({ ...written, id: newId(), user_id: userId, created_at: at })
      .returning(columns)
      .executeTakeFirstOrThrow()
    return toReview(row)
  })
}

/** Hides a review or shows it again; a repeated call changes nothing. Throws `not_found`. */
export async function setReviewHidden(
  db: Db,
  { id, hidden }: { id: string; hidden: boolean },
  { actorId, at }: { actorId: string; at: Date },
): Promise<ManagedReview> {
  return inTransaction(db, async (trx) => {
    const review = await trx
      .selectFrom('reviews')
      .select(columns)
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(() => new AppError('not_found'))
    const wasHidden = review.hidden_at !== null
    if (wasHidden !== hidden) {
      const hiddenAt = hidden ? at : null
      await trx.updateTable('reviews').set({ hidden_at: hiddenAt }).where('id', '=', id).execute()
      const values = { field: 'hidden', before: String(wasHidden), after: String(hidden) }
      await recordChange(trx, { at, actorId, entity: 'review', entityId: id, ...values })
    }
    return { ...toReview(review), hidden }
  })
}

async function requirePart(db: Db, id: string): Promise<void> {
  if (!idPattern.test(id)) throw new AppError('not_found')
  await db
    .selectFrom('products')
    .select('id')
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow(() => new AppError('not_found'))
}

/** Counts under a lock on the account's row, so that concurrent reviews and the account's deletion wait for one another. */
async function enforceDailyLimit(
  db: Db,
  { userId, at, limits }: { userId: string; at: Date; limits: ReviewLimits },
): Promise<void> {
  const account = await db
    .selectFrom('users')
    .select('deleted_at')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (account.deleted_at) throw new AppError('unauthenticated')
  const zone = limits.timeZone
  const midnight = sql`date_trunc('day', ${at}::timestamptz at time zone ${zone})`
  const { rows } = await sql<{ written: number; secondsLeft: number }>`
    select count(*) as written, ceil(extract(epoch from
      (${midnight} + interval '1 day') at time zone ${zone} - ${at}::timestamptz))::integer as "secondsLeft"
    from reviews where user_id = ${userId} and created_at >= ${midnight} at time zone ${zone}`.execute(db)
  const [today] = rows
  if (!today || today.written < limits.reviewsPerDay) return
  throw new AppError('review_limit', { retryAfterSeconds: today.secondsLeft })
}

export async function anonymiseReviews(trx: Db, userId: string): Promise<void> {
  await trx
    .updateTable('reviews')
    .set({ name: formerCustomer, img: null })
    .where('user_id', '=', userId)
    .execute()
}
