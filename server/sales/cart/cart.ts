import { type SelectQueryBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { AppError } from '#contract/platform/errors.ts'
import { fromMinor, toMinor } from '#contract/platform/money.ts'
import type { Cart, WantedLine } from '#contract/sales/cart/cart.ts'
import { MAX_LINES } from '#contract/sales/cart/limits.ts'
import type { Tables } from '#database/generated-tables.ts'
import { type Db, inTransaction } from '#database/open.ts'
import { newId } from '#database/uuid.ts'
import { lockAccount } from '../../people/users/lock-account.ts'
import { type QuoteRules, quoteLines } from './quote.ts'

/*
 * A change locks the account, then the parts by ascending id, then writes lines: the order of `place_order`, so that a change
 * and an order of the account take turns. Parts are locked because undoing an import deletes parts, and with them their lines.
 */

type Account = { userId: string; now: Date }
type Seen = Account & { version: number }

/** The cart as it would be ordered now, in two statements at most. */
export async function readCart(db: Db, userId: string, rules: QuoteRules): Promise<Cart> {
  const row = await db
    .selectFrom('carts')
    .select(['id', 'version'])
    .select(({ selectFrom }) =>
      jsonArrayFrom(
        selectFrom('cart_lines')
          .innerJoin('products', 'products.id', 'cart_lines.product_id')
          .select(['product_id', 'quantity', 'seen_price_minor', 'name'])
          .whereRef('cart_lines.user_id', '=', 'carts.user_id')
          .orderBy('position'),
      ).as('lines'),
    )
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const held = row?.lines ?? []
  const wanted = held.map(({ product_id: productId, quantity }) => ({ productId, quantity }))
  const { lines, ...sums } = await quoteLines(db, wanted, rules)
  return {
    id: row?.id ?? null,
    version: row?.version ?? 0,
    lines: lines.map((line, index) => ({
      ...line,
      name: held[index]?.name ?? '',
      seenPrice: fromMinor(held[index]?.seen_price_minor ?? 0, rules.currency),
    })),
    ...sums,
  }
}

/** Sets how many of a part are wanted; 0 takes it out. Throws `cart_changed`, `cart_full`, `not_found`, `unauthenticated`. */
export function setLine(db: Db, { productId, quantity, ...seen }: Seen & WantedLine): Promise<void> {
  return inTransaction(db, async (trx) => {
    await changeCart(trx, seen)
    const [part] = await lockParts(trx, [productId])
    if (quantity === 0) return deleteLines(trx, seen.userId, [productId])
    if (!part || part.archived_at) throw new AppError('not_found')
    const others = await trx
      .selectFrom('cart_lines')
      .select('product_id')
      .where('user_id', '=', seen.userId)
      .where('product_id', '<>', productId)
      .execute()
    if (others.length >= MAX_LINES) throw new AppError('cart_full')
    await writeLines(trx, seen.userId, [{ productId, quantity, seenPriceMinor: part.price_minor }])
  })
}

export type SentLine = WantedLine & { seenPrice?: number | undefined }
export type MergedLine = { productId: string; name: string | null; from: number; to: number }

/**
 * Adds what a browser had: of each part the larger quantity. Of more than a hundred parts the newest stay, those of the
 * browser counting as newer. Says what became of each part that was sent, and of those without room. Throws `unauthenticated`.
 */
export function mergeCart(
  db: Db,
  { lines, currency, ...account }: Account & { lines: SentLine[]; currency: string },
): Promise<MergedLine[]> {
  return inTransaction(db, async (trx) => {
    const { userId } = account
    await changeCart(trx, account)
    const held = await trx
      .selectFrom('cart_lines')
      .select(['product_id', 'quantity'])
      .where('user_id', '=', userId)
      .orderBy('position')
      .execute()
    const before = new Map(held.map((line) => [line.product_id, line.quantity]))
    const sent = new Map<string, SentLine>()
    for (const line of lines) {
      const quantity = Math.max(line.quantity, sent.get(line.productId)?.quantity ?? 0)
      sent.set(line.productId, { ...line, quantity })
    }
    const parts = await lockParts(trx, [...new Set([...before.keys(), ...sent.keys()])])
    const partOf = new Map(parts.map((part) => [part.id, part]))
    const oldestFirst = [...before.keys()].filter((id) => !sent.has(id)).concat([...sent.keys()])
    const kept = new Set(oldestFirst.filter((id) => partOf.has(id)).slice(-MAX_LINES))
    const merged = oldestFirst.map((productId) => {
      const from = before.get(productId) ?? 0
      const to = kept.has(productId) ? Math.max(from, sent.get(productId)?.quantity ?? 0) : 0
      return { productId, name: partOf.get(productId)?.name ?? null, from, to }
    })
    await deleteLines(
      trx,
      userId,
      merged.filter(({ to }) => to === 0).map(({ productId }) => productId),
    )
    await writeLines(
      trx,
      userId,
      [...sent.values()]
        .filter(({ productId }) => kept.has(productId))
        .map(({ productId, seenPrice = -1 }) => ({
          productId,
          quantity: merged.find((line) => line.productId === productId)?.to ?? 0,
          seenPriceMinor: toMinor(seenPrice, currency) ?? partOf.get(productId)?.price_minor ?? 0,
        })),
    )
    return merged.filter(({ productId, to }) => sent.has(productId) || to === 0)
  })
}

/** Takes everything out. Throws `cart_changed`, `unauthenticated`. */
export function emptyCart(db: Db, seen: Seen): Promise<void> {
  return inTransaction(db, async (trx) => {
    await changeCart(trx, seen)
    await deleteAllLines(trx, seen.userId)
  })
}

/**
 * Ends the cart that an order was placed from, in the transaction of the order: it gets another id, and keeps what was put in
 * meanwhile, also units of a part that was ordered. Throws `cart_changed` if the account's cart is another one. `place_order` has locked the account and the parts.
 */
export async function endCart(
  trx: Db,
  { userId, now, cartId, lines }: Account & { cartId: string; lines: WantedLine[] },
): Promise<void> {
  const ended = await trx
    .updateTable('carts')
    .set({ id: newId(), version: sql`version + 1`, changed_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', cartId)
    .returning('id')
    .executeTakeFirst()
  if (!ended) throw new AppError('cart_changed')
  const ids = lines.map(({ productId }) => productId)
  const quantities = lines.map(({ quantity }) => quantity)
  await sql`
    with ordered as (
      select product_id, sum(quantity)::integer as units
      from unnest(${ids}::uuid[], ${quantities}::integer[]) as line (product_id, quantity) group by product_id
    ), lowered as (
      update cart_lines as held set quantity = held.quantity - units from ordered
      where user_id = ${userId} and held.product_id = ordered.product_id and held.quantity > units
    )
    delete from cart_lines as held using ordered
    where user_id = ${userId} and held.product_id = ordered.product_id and held.quantity <= units`.execute(
    trx,
  )
}

/** The cart of an account that is deleted, once the account is locked. */
export async function deleteCart(trx: Db, userId: string): Promise<void> {
  await deleteAllLines(trx, userId)
  await trx.deleteFrom('carts').where('user_id', '=', userId).execute()
}

const KEPT_MS = 90 * 24 * 3_600_000
const BATCH = 100

/** Deletes carts that nobody has changed for 90 days. */
export async function deleteOldCarts(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS)
  while ((await deleteSomeCarts(db, before)) > 0);
}

function deleteSomeCarts(db: Db, before: Date): Promise<number> {
  return inTransaction(db, async (trx) => {
    const candidates = await oldCarts(trx, before)
      .innerJoin('users', 'users.id', 'carts.user_id')
      .orderBy('changed_at')
      .limit(BATCH)
      .forNoKeyUpdate('users')
      .skipLocked()
      .execute()
    if (candidates.length === 0) return 0
    // with the accounts locked: one may have been changed before that
    const ids = candidates.map((row) => row.user_id)
    const old = await oldCarts(trx, before).where('user_id', 'in', ids).execute()
    for (const { user_id: userId } of old) await deleteCart(trx, userId)
    return old.length
  })
}

function oldCarts(db: Db, before: Date) {
  return db.selectFrom('carts').select('carts.user_id').where('changed_at', '<', before)
}

/** Locks the account and raises the version. Throws `cart_changed` unless it was the one that was seen. */
async function changeCart(trx: Db, { userId, now, version }: Account & { version?: number }): Promise<void> {
  await lockAccount(trx, userId)
  const cart = await trx
    .insertInto('carts')
    .values({ user_id: userId, id: newId(), version: 1, changed_at: now })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ version: sql`carts.version + 1`, changed_at: now }),
    )
    .returning('version')
    .executeTakeFirstOrThrow()
  if (version !== undefined && cart.version !== version + 1) throw new AppError('cart_changed')
}

/** Parts that exist, sold or not: they stay until the end of the transaction. */
function lockParts(
  trx: Db,
  ids: string[] | SelectQueryBuilder<Tables, 'cart_lines', { product_id: string }>,
) {
  return trx
    .selectFrom('products')
    .select(['id', 'name', 'price_minor', 'archived_at'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forKeyShare()
    .execute()
}

type NewLine = { productId: string; quantity: number; seenPriceMinor: number }

async function writeLines(trx: Db, userId: string, lines: NewLine[]): Promise<void> {
  if (lines.length === 0) return
  await trx
    .insertInto('cart_lines')
    .values(
      lines.map(({ productId, quantity, seenPriceMinor }) => ({
        user_id: userId,
        product_id: productId,
        quantity,
        seen_price_minor: seenPriceMinor,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'product_id']).doUpdateSet({
        quantity: sql`excluded.quantity`,
        seen_price_minor: sql`excluded.seen_price_minor`,
      }),
    )
    .execute()
}

async function deleteLines(trx: Db, userId: string, productIds: string[]): Promise<void> {
  if (productIds.length === 0) return
  await trx
    .deleteFrom('cart_lines')
    .where('user_id', '=', userId)
    .where('product_id', 'in', productIds)
    .execute()
}

async function deleteAllLines(trx: Db, userId: string): Promise<void> {
  const lines = trx.selectFrom('cart_lines').select('product_id').where('user_id', '=', userId)
  await lockParts(trx, lines)
  await trx.deleteFrom('cart_lines').where('user_id', '=', userId).execute()
}
