import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { OrderRow } from '#database/rows.ts'

/* When an order is late: the one definition, for rows in memory and in SQL; a test compares the two. */

/** Shifted goods are on their way: their order does not expire. */
export function mayBeLate({ status }: Pick<OrderRow, 'status'>): boolean {
  return status !== 'Shift'
}

/** Past its time and not on its way. Meaningful for an order that is neither paid nor ended. */
export function isLate(order: Pick<OrderRow, 'status' | 'expires_at'>, now: Date): boolean {
  return mayBeLate(order) && order.expires_at.getTime() <= now.getTime()
}

/** Not paid in time: also before the job has expired it. */
export function isExpired(
  order: Pick<OrderRow, 'status' | 'expires_at' | 'paid_at' | 'expired_at'>,
  now: Date,
): boolean {
  return order.paid_at === null && (order.expired_at !== null || isLate(order, now))
}

/** `isLate` of rows of `orders`, written as in its partial indexes: PostgreSQL uses one only if the condition implies its own. */
export function isLateInSql(now: Date): RawBuilder<SqlBool> {
  return sql<SqlBool>`(status <> 'Shift' and expires_at <= ${now}::timestamptz)`
}
