import { sql } from 'kysely'
import type { RelatedParts } from '#contract/catalog/products/related.ts'
import { AppError } from '#contract/platform/errors.ts'
import type { Db } from '#database/open.ts'
import { currentCatalogue } from '../part-types/catalogue.ts'
import { productColumns, toProduct } from './product.ts'

const MAX_SIMILAR = 4
/** Only the newest parts of a category are looked at. */
const COMPARED = 500

/** What is similar to a part. Throws `not_found`. */
export async function readRelatedParts(db: Db, id: string, currency: string): Promise<RelatedParts> {
  const part = await db
    .selectFrom('products')
    .select(['id', 'category'])
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow(() => new AppError('not_found'))
  const similarIds = await findSimilar(db, part)
  const rows = await db
    .selectFrom('products')
    .select(productColumns)
    .where('id', 'in', [id, ...similarIds])
    .where('archived_at', 'is', null)
    .execute()
  const catalogue = await currentCatalogue(db)
  const known = new Map(rows.map((row) => [row.id, toProduct(row, currency, catalogue)]))
  return { similar: similarIds.flatMap((one) => known.get(one) ?? []) }
}

/** Parts in stock first, then the newest. */
async function findSimilar(db: Db, { id, category }: { id: string; category: string }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, in_stock, created_at from products
      where category = ${category} and archived_at is null and id <> ${id}
      order by created_at desc, id desc limit ${COMPARED}
    ) as newest
    order by in_stock desc, created_at desc, id desc limit ${MAX_SIMILAR}`.execute(db)
  return rows.map((row) => row.id)
}
