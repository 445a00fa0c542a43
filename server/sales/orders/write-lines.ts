import { sql } from 'kysely'
import type { Db } from '#database/open.ts'
import type { OrderLineRow } from '#database/rows.ts'

/* The only module that changes `order_lines` after their order was placed. The caller has locked the order. */

/** All units that are not cancelled are on their way. */
export async function sendLines(trx: Db, orderId: string): Promise<void> {
  await sql`update order_lines set shipped = quantity - cancelled where order_id = ${orderId}`.execute(trx)
}

/** Nothing is on its way but what came back. */
export async function takeBackLines(trx: Db, orderId: string): Promise<void> {
  await sql`update order_lines set shipped = returned where order_id = ${orderId}`.execute(trx)
}

/** Ends the lines of an order that was never paid. Without `returnsStock` units that were sent stay away. */
export async function endLines(
  trx: Db,
  { orderId, returnsStock }: { orderId: string; returnsStock: boolean },
): Promise<void> {
  await sql`update order_lines
    set shipped = case when ${returnsStock} then 0 else shipped end,
      cancelled = case when ${returnsStock} then quantity else quantity - shipped end
    where order_id = ${orderId}`.execute(trx)
}

/** Units that return to stock: first those that were not sent yet. */
export async function restockUnits(
  trx: Db,
  orderId: string,
  units: { position: number; quantity: number }[],
): Promise<void> {
  await sql`update order_lines
    set cancelled = cancelled + least(back.units, quantity - cancelled - shipped),
      returned = returned + greatest(back.units - (quantity - cancelled - shipped), 0)
    from (
      select position, sum(units)::integer as units
      from unnest(
        ${units.map(({ position }) => position)}::integer[], ${units.map(({ quantity }) => quantity)}::integer[]
      ) as given (position, units)
      group by position
    ) as back
    where order_id = ${orderId} and order_lines.position = back.position`.execute(trx)
}

export function readLines(db: Db, orderId: string): Promise<OrderLineRow[]> {
  return db
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
}

/** Sums up the refunds of each line that have not failed; it may run any number of times. */
export async function setLineRefunds(trx: Db, orderId: string): Promise<void> {
  await sql`update order_lines as line
    set refunded_units = live.units, refunded_minor = live.amount, refunded_tax_minor = live.tax
    from (
      select order_lines.position, coalesce(sum(units), 0) as units, coalesce(sum(amount_minor), 0) as amount,
        coalesce(sum(refund_lines.tax_minor), 0) as tax
      from order_lines left join refund_lines on refund_lines.order_id = order_lines.order_id
        and refund_lines.position = order_lines.position
        and exists (select from refunds where refunds.id = refund_id and failed_at is null)
      where order_lines.order_id = ${orderId}
      group by order_lines.position
    ) as live
    where line.order_id = ${orderId} and line.position = live.position`.execute(trx)
}
