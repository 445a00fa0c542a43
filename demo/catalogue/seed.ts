import { sql } from 'kysely'
import { type Db, inTransaction } from '#database/open.ts'
import { newId } from '#database/uuid.ts'
import {
  createTypeColumns,
  STORED_TYPES,
  type StoredType,
  type TypeColumns,
} from '../generator/stored-types.ts'
import { type DemoPart, demoParts } from './parts.ts'
import { type DemoReview, demoReviews } from './reviews.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** The parts look as if they were added evenly over 90 days. */
const CATALOGUE_AGE_MS = 90 * DAY_MS

/** Adds the demo's parts and reviews to an empty store; a lock serialises concurrent instances. */
export async function seedDemoCatalogue(db: Db, { now }: { now: () => Date }): Promise<void> {
  await inTransaction(db, async (trx) => {
    await sql`lock table products in exclusive mode`.execute(trx)
    const existing = await trx.selectFrom('products').select('id').limit(1).executeTakeFirst()
    if (existing) return
    const at = now().getTime()
    const { rows: types } = await sql.raw<StoredType>(STORED_TYPES).execute(trx)
    const parts = toPartRows(at, createTypeColumns(types))
    await trx.insertInto('products').values(parts).execute()
    const idOf = new Map(parts.map((part) => [part.part_number, part.id]))
    await trx.insertInto('reviews').values(toReviewRows(at, idOf)).execute()
  })
}

function toPartRows(at: number, typeColumns: (part: DemoPart) => TypeColumns) {
  const step = Math.floor(CATALOGUE_AGE_MS / demoParts.length)
  return demoParts.map((part, index) => ({
    id: newId(),
    ...toPartRow(part, new Date(at - (demoParts.length - index) * step)),
    part_type_id: typeColumns(part).part_type_id,
    attributes: JSON.stringify(typeColumns(part).attributes),
  }))
}

/** The columns of a part, without its id, type and attributes. */
export function toPartRow(part: DemoPart, createdAt: Date) {
  return {
    name: part.productName,
    description: part.description,
    price_minor: part.priceMinor,
    minimum_order: part.minimumOrder,
    available: part.available,
    img: part.img,
    category: part.category,
    sale_unit: part.saleUnit ?? 'each',
    brand: part.brand,
    part_number: part.partNumber,
    created_at: createdAt,
  }
}

function toReviewRows(at: number, idOf: Map<string, string>) {
  return demoReviews.map((review, index) => ({
    id: newId(),
    product_id: productIdOf(review, idOf),
    name: review.name,
    img: review.img ?? null,
    description: review.description,
    rating: review.rating,
    // on the same day the first review is newer
    created_at: new Date(at - review.daysAgo * DAY_MS - index),
  }))
}

/** Null without a part number: a review of the store. */
function productIdOf({ partNumber }: DemoReview, idOf: Map<string, string>): string | null {
  if (partNumber === undefined) return null
  const id = idOf.get(partNumber)
  if (!id) throw new Error(`A demo review names the unknown part ${partNumber}`)
  return id
}
