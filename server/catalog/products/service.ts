import { isDeepStrictEqual } from 'node:util'
import { sql, type Updateable } from 'kysely'
import { partFields } from '#contract/catalog/products/part-fields.ts'
import type {
  ChangedProduct,
  NewProduct,
  Product,
  ProductChange,
} from '#contract/catalog/products/products.ts'
import { AppError } from '#contract/platform/errors.ts'
import { validationTexts as texts } from '#contract/platform/texts/validation.ts'
import type { Tables } from '#database/generated-tables.ts'
import { type Db, inTransaction } from '#database/open.ts'
import { newId } from '#database/uuid.ts'
import { recordChange } from '../../platform/audit.ts'
import { type Catalogue, currentCatalogue, heldCatalogue } from '../part-types/catalogue.ts'
import {
  droppedAttributes,
  type PartRow,
  productColumns,
  toColumns,
  toProduct,
  typedColumns,
  untyped,
} from './product.ts'

/** Who acts, and when; `actorId` is null when the store itself or a command does. */
export type Actor = { actorId: string | null; at: Date }

export function findProduct(db: Db, id: string): Promise<PartRow | undefined> {
  return db.selectFrom('products').select(productColumns).where('id', '=', id).executeTakeFirst()
}

export async function getProduct(db: Db, id: string, currency: string): Promise<Product> {
  const part = await findProduct(db, id)
  if (!part || part.archived_at) throw new AppError('not_found')
  return toProduct(part, currency, await currentCatalogue(db))
}

export async function listScarceProducts(db: Db, { limit, currency }: { limit: number; currency: string }) {
  const parts = await db
    .selectFrom('products')
    .select(productColumns)
    .where('archived_at', 'is', null)
    .where('scarce', 'is not', null)
    .orderBy('scarce')
    .orderBy('id')
    .limit(limit)
    .execute()
  const catalogue = await currentCatalogue(db)
  return parts.map((part) => toProduct(part, currency, catalogue))
}

/** The number of parts that `listScarceProducts` lists without a limit. */
export async function countScarceProducts(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('products')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('archived_at', 'is', null)
    .where('scarce', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Adds a part. Throws `invalid_request` naming `price` for a price that no card can be charged. */
export async function createProduct(
  db: Db,
  product: NewProduct,
  { actorId, at, currency }: Actor & { currency: string },
): Promise<Product> {
  const columns = toColumns(product, currency)
  return inTransaction(db, async (trx) => {
    const catalogue = await catalogueFor(product, trx)
    const { attributes, ...typed } = typedColumns(untyped, product, catalogue)
    const part = await trx
      .insertInto('products')
      .values({ id: newId(), ...columns, ...typed, attributes: JSON.stringify(attributes), created_at: at })
      .returning(productColumns)
      .executeTakeFirstOrThrow()
    await recordChange(
      trx,
      toAuditedChange(part.id, { actorId, at }, 'created', { before: null, after: part.name }),
    )
    return toProduct(part, currency, catalogue)
  })
}

/** A choice that is given is not merged into another one before it is written. */
function catalogueFor({ attributes }: ProductChange, trx: Db): Promise<Catalogue> {
  return attributes ? heldCatalogue(trx) : currentCatalogue(trx)
}

/** Writes and audits what differs, prices in minor units. Throws `not_found`, `stock_changed`, `insufficient_stock`, `invalid_request`. */
export async function updateProduct(
  db: Db,
  { id, change: wanted }: { id: string; change: ProductChange },
  { currency, ...actor }: Actor & { currency: string },
): Promise<ChangedProduct> {
  return inTransaction(db, async (trx) => {
    const catalogue = await catalogueFor(wanted, trx)
    const part = await trx
      .selectFrom('products')
      .select(productColumns)
      .where('id', '=', id)
      .where('archived_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(() => new AppError('not_found'))
    const columns = changedColumns(part, wanted, { currency, catalogue })
    if (Object.keys(columns).length === 0) return { ...toProduct(part, currency, catalogue), dropped: [] }
    const after = await trx
      .updateTable('products')
      .set(toWritten(columns))
      .where('id', '=', id)
      .returning(productColumns)
      .executeTakeFirstOrThrow()
    const fields = auditedFields(part, columns, catalogue)
    const changes = fields.map(({ field, ...values }) => toAuditedChange(id, actor, field, values))
    await recordChange(trx, ...changes)
    return {
      ...toProduct(after, currency, catalogue),
      dropped: droppedAttributes(part, after, catalogue),
    }
  })
}

const MAX_UNITS = 2_147_483_647

/** The changed columns. Throws `stock_changed`, `insufficient_stock`, `invalid_request`. */
export function changedColumns(
  part: PartRow,
  change: ProductChange,
  { currency, catalogue }: { currency: string; catalogue: Catalogue },
): Partial<PartRow> {
  const wanted = {
    ...toColumns(change, currency),
    ...typedColumns(part, change, catalogue),
    available: wantedStock(part.available, change),
  }
  const before: Record<string, unknown> = part
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([column, value]) => value !== undefined && !isDeepStrictEqual(value, before[column]),
    ),
  )
}

/** JSON is written as text. */
function toWritten({ attributes, ...columns }: Partial<PartRow>): Updateable<Tables['products']> {
  return { ...columns, ...(attributes && { attributes: JSON.stringify(attributes) }) }
}

function auditedFields(part: PartRow, columns: Partial<PartRow>, { typeOfId }: Catalogue) {
  const typeName = (id: number | null) => (id === null ? null : (typeOfId.get(id)?.name ?? String(id)))
  const after = { ...part, ...columns }
  return partFields
    .filter(({ column }) => column in columns)
    .map(({ name, column }) =>
      column === 'part_type_id'
        ? { field: name, before: typeName(part[column]), after: typeName(after[column]) }
        : { field: name, before: toAuditedText(part[column]), after: toAuditedText(after[column]) },
    )
}

function toAuditedText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return value.join('\n')
  if (typeof value !== 'object') return String(value)
  return Object.entries(value)
    .map(([key, one]) => `${key}=${one}`)
    .join(', ')
}

function wantedStock(available: number, change: ProductChange): number | undefined {
  const { addQuantity, availableQuantity, expectedQuantity } = change
  if (availableQuantity !== undefined) {
    if (addQuantity !== undefined) throw invalid('addQuantity', texts.stockTwice)
    // without the expected quantity it would undo concurrent orders
    if (expectedQuantity !== available) throw new AppError('stock_changed')
    return availableQuantity
  }
  if (expectedQuantity !== undefined && expectedQuantity !== available) throw new AppError('stock_changed')
  if (addQuantity === undefined) return undefined
  const sum = available + addQuantity
  if (sum < 0) {
    const message = texts.stockTooSmall(available)
    throw new AppError('insufficient_stock', { message, errors: [{ path: 'addQuantity', message }] })
  }
  if (sum > MAX_UNITS) throw invalid('addQuantity', texts.stockTooLarge)
  return sum
}

function invalid(path: string, message: string): AppError {
  return new AppError('invalid_request', { errors: [{ path, message }] })
}

/** Takes a part off sale for good; existing orders continue. Throws `not_found` for an unknown or already archived part. */
export async function archiveProduct(db: Db, id: string, actor: Actor): Promise<void> {
  await inTransaction(db, async (trx) => {
    await trx
      .updateTable('products')
      .set({ archived_at: actor.at })
      .where('id', '=', id)
      .where('archived_at', 'is', null)
      .returning('id')
      .executeTakeFirstOrThrow(() => new AppError('not_found'))
    await recordChange(trx, toAuditedChange(id, actor, 'archived', { before: 'false', after: 'true' }))
  })
}

export type ReturnedUnits = { productId: string; quantity: number; actorId: string | null }

/** Returns units to stock, also of archived parts, which are locked by ascending id. A sum stops at PostgreSQL's largest integer. */
export function returnStocks(db: Db, units: ReturnedUnits[], at: Date): Promise<void> {
  return inTransaction(db, async (trx) => {
    const ids = units.map(({ productId }) => productId)
    await sql`select 1 from products where id = any (${ids}::uuid[]) order by id for no key update`.execute(
      trx,
    )
    for (const [actorId, given] of Map.groupBy(units, (one) => one.actorId)) {
      await sql`with returned as (
        select id, sum(units) as units
        from unnest(
          ${given.map(({ productId }) => productId)}::uuid[], ${given.map(({ quantity }) => quantity)}::integer[]
        ) as given (id, units)
        group by id
      ), changed as (
        update products set available = least(before.available + units, ${MAX_UNITS}::integer)
        from products as before join returned on returned.id = before.id
        where products.id = before.id
        returning products.id, before.available as before, products.available as after
      )
      insert into audit (at, actor_id, entity, entity_id, field, before, after)
      select ${at}::timestamptz, ${actorId}::uuid, 'product', id::text, 'availableQuantity', before::text, after::text
      from changed order by id`.execute(trx)
    }
  })
}

function toAuditedChange(
  entityId: string,
  actor: Actor,
  field: string,
  values: { before: string | null; after: string | null },
) {
  return { ...actor, entity: 'product', entityId, field, ...values } as const
}
