import { sql } from 'kysely'
import type { RelatedParts } from '#contract/catalog/products/related.ts'
import { AppError } from '#contract/platform/errors.ts'
import type { Db } from '#database/open.ts'
import { currentCatalogue } from '../part-types/catalogue.ts'
import { productColumns, toProduct } from './product.ts'

const MAX_TYPES = 4
const MAX_SIMILAR = 4
/** Only the newest parts of a type are compared: their values are read from an index, at most so many. */
const COMPARED = 500

/** What goes together with a part, and what is similar. Throws `not_found`. */
export async function readRelatedParts(db: Db, id: string, currency: string): Promise<RelatedParts> {
  const part = await db
    .selectFrom('products')
    .select(['id', 'part_type_id', 'category', 'brand', 'facets'])
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow(() => new AppError('not_found'))
  const togetherIds = await findTogether(db, part)
  const similarIds = await findSimilar(db, part)
  const rows = await db
    .selectFrom('products')
    .select(productColumns)
    .where('id', 'in', [id, ...togetherIds, ...similarIds])
    .where('archived_at', 'is', null)
    .execute()
  const catalogue = await currentCatalogue(db)
  const known = new Map(rows.map((row) => [row.id, toProduct(row, currency, catalogue)]))
  const inOrder = (ids: string[]) => ids.flatMap((one) => known.get(one) ?? [])
  return { together: inOrder(togetherIds), similar: inOrder(similarIds) }
}

type Part = {
  id: string
  part_type_id: number | null
  category: string
  brand: string | null
  facets: string[] | null
}

/** Of each related type the newest part in stock that has the same values of the shared attributes, of the same brand first. */
async function findTogether(db: Db, { part_type_id, brand, facets }: Part): Promise<string[]> {
  if (part_type_id === null) return []
  const { rows } = await sql<{ id: string }>`
    with wanted as (
      select other_type_id, position, array(
        select facet from unnest(${facets ?? []}::text[]) as facet
        where split_part(facet, '=', 1) = any (shared)
      ) as needed
      from type_relations where part_type_id = ${part_type_id} order by position, other_type_id limit ${MAX_TYPES}
    )
    select found.id from wanted cross join lateral (
      select id from (
        select id, brand, in_stock, facets, created_at from products
        where part_type_id = wanted.other_type_id and archived_at is null
        order by created_at desc, id desc limit ${COMPARED}
      ) as newest
      where in_stock and facets @> needed
      order by (brand is not distinct from ${brand}) desc, created_at desc, id desc limit 1
    ) as found order by wanted.position, wanted.other_type_id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Parts in stock first, then those with the most values of the part, then the newest. */
async function findSimilar(db: Db, { id, part_type_id, category, facets }: Part): Promise<string[]> {
  const ofSame = part_type_id === null ? sql`category = ${category}` : sql`part_type_id = ${part_type_id}`
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, in_stock, facets, created_at from products
      where ${ofSame} and archived_at is null and id <> ${id}
      order by created_at desc, id desc limit ${COMPARED}
    ) as newest
    order by in_stock desc,
      (select count(*) from unnest(facets) as facet where facet = any (${facets ?? []}::text[])) desc,
      created_at desc, id desc limit ${MAX_SIMILAR}`.execute(db)
  return rows.map((row) => row.id)
}
