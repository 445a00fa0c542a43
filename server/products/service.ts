import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { NewProduct, Product, ProductChange } from '#contract/products/products.ts'
import { type Db, inTransaction } from '#database/open.ts'
import { newId } from '#database/uuid.ts'
import { recordChange, recordChanges } from '../audit/record.ts'
import { auditedFields, changedColumns } from './change.ts'
import { type ProductPart, productColumns, toColumns, toProduct } from './product.ts'

export { type StockMoved, stockTags } from './stock-tags.ts'

/** Who acts, and when; `actorId` is null when the store itself does. */
export type Act = { actorId: string | null; at: Date }

/** A part by its id, archived or not; `archived_at` tells. */
export function findProduct(db: Db, id: string): Promise<ProductPart | undefined> {
  return db.selectFrom('products').select(productColumns).where('id', '=', id).executeTakeFirst()
}

/** A part on sale. Throws `not_found` for an unknown or archived one. */
export async function getProduct(db: Db, id: string, currency: string): Promise<Product> {
  const part = await findProduct(db, id)
  if (!part || part.archived_at) throw new AppError('not_found')
  return toProduct(part, currency)
}

/** The parts on sale of which ten pieces or fewer are left, the fewest first. */
export async function listScarceProducts(
  db: Db,
  { limit, currency }: { limit: number; currency: string },
): Promise<Product[]> {
  const parts = await db
    .selectFrom('products')
    .select(productColumns)
    .where('archived_at', 'is', null)
    .where('scarce', 'is not', null)
    .orderBy('scarce')
    .orderBy('id')
    .limit(limit)
    .execute()
  return parts.map((part) => toProduct(part, currency))
}

/** Adds a part. Throws `invalid_request` naming `price` for more decimals than the currency has. */
export async function createProduct(
  db: Db,
  product: NewProduct,
  { actorId, at, currency }: Act & { currency: string },
): Promise<Product> {
  const columns = toColumns(product, currency)
  return inTransaction(db, async (trx) => {
    const part = await trx
      .insertInto('products')
      .values({
        id: newId(),
        ...columns,
        created_at: at,
      })
      .returning(productColumns)
      .executeTakeFirstOrThrow()
    await recordChange(trx, change(part.id, { actorId, at }, 'created', { before: null, after: part.name }))
    return toProduct(part, currency)
  })
}

/** Writes only what differs and records price and stock. Errors: `not_found` and those of `changedColumns`. */
export async function updateProduct(
  db: Db,
  { id, change: wanted }: { id: string; change: ProductChange },
  { currency, ...act }: Act & { currency: string },
): Promise<Product> {
  return inTransaction(db, async (trx) => {
    const part = await trx
      .selectFrom('products')
      .select(productColumns)
      .where('id', '=', id)
      .where('archived_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!part) throw new AppError('not_found')
    const columns = changedColumns(part, wanted, currency)
    if (Object.keys(columns).length === 0) return toProduct(part, currency)
    const after = await trx
      .updateTable('products')
      .set(columns)
      .where('id', '=', id)
      .returning(productColumns)
      .executeTakeFirstOrThrow()
    const fields = auditedFields(part, columns, currency)
    await recordChanges(
      trx,
      fields.map(({ field, ...values }) => change(id, act, field, values)),
    )
    return toProduct(after, currency)
  })
}

/** Takes a part off sale for good; its orders go on. Throws `not_found` for an unknown one, and the second time. */
export async function archiveProduct(db: Db, id: string, act: Act): Promise<void> {
  await inTransaction(db, async (trx) => {
    const part = await trx
      .updateTable('products')
      .set({ archived_at: act.at })
      .where('id', '=', id)
      .where('archived_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!part) throw new AppError('not_found')
    await recordChange(trx, change(id, act, 'archived', { before: 'false', after: 'true' }))
  })
}

/** Pieces that come back; orders take theirs as they are placed. */
export type StockMove = Act & { productId: string; quantity: number }

/** Puts pieces back, also into an archived part; the shelf is full at PostgreSQL's largest integer. */
export async function returnStock(db: Db, move: StockMove): Promise<void> {
  await db
    .with('part', (query) =>
      query
        .updateTable('products')
        .set({ available: sql`least(available::bigint + ${move.quantity}::integer, 2147483647)` })
        .where('id', '=', move.productId)
        .returning(['id', 'available']),
    )
    .insertInto('audit')
    .columns(['at', 'actor_id', 'entity', 'entity_id', 'field', 'before', 'after'])
    .expression((eb) => eb.selectFrom('part').select(trail(move)))
    .execute()
}

/** The audit row of a return, read from the changed part. */
function trail({ at, actorId, quantity }: StockMove) {
  return [
    sql<Date>`${at}::timestamptz`.as('at'),
    sql<string | null>`${actorId}::uuid`.as('actor_id'),
    sql<'product'>`'product'`.as('entity'),
    sql<string>`id::text`.as('entity_id'),
    sql<string>`'availableQuantity'`.as('field'),
    sql<string>`(available::bigint - ${quantity}::integer)::text`.as('before'),
    sql<string>`available::text`.as('after'),
  ] as const
}

function change(
  entityId: string,
  act: Act,
  field: string,
  values: { before: string | null; after: string | null },
) {
  return { ...act, entity: 'product', entityId, field, ...values } as const
}
