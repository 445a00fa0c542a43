import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '#database/open.ts'
import type { DisputeRow, RefundRow } from '#database/rows.ts'
import type { Change } from '../audit/record.ts'

/** What happened to an order, each oldest first. */
export type Past = {
  history: Pick<Change, 'at' | 'field' | 'before' | 'after'>[]
  refunds: RefundRow[]
  disputes: DisputeRow[]
}

/** The past of each of these orders, in one statement. */
export async function readPasts(db: Db, orderIds: string[]): Promise<Map<string, Past>> {
  const rows = await db
    .selectFrom('orders')
    .select(({ selectFrom, ref }) => [
      'id',
      jsonArrayFrom(
        selectFrom('audit')
          .select(['at', 'field', 'before', 'after'])
          .where('entity', '=', 'order')
          .where('entity_id', '=', sql<string>`${ref('orders.id')}::text`)
          .orderBy('audit.id'),
      ).as('history'),
      jsonArrayFrom(
        selectFrom('refunds')
          .selectAll('refunds')
          .whereRef('order_id', '=', 'orders.id')
          .orderBy('refunds.created_at')
          .orderBy('refunds.id'),
      ).as('refunds'),
      jsonArrayFrom(
        selectFrom('disputes')
          .selectAll('disputes')
          .whereRef('order_id', '=', 'orders.id')
          .orderBy('disputes.created_at')
          .orderBy('disputes.id'),
      ).as('disputes'),
    ])
    .where('id', 'in', orderIds)
    .execute()
  return new Map(
    rows.map(({ id, history, refunds, disputes }) => [
      id,
      {
        history: history.map(({ at, ...change }) => ({ at: new Date(at), ...change })),
        refunds: refunds.map((row) => ({
          ...row,
          created_at: new Date(row.created_at),
          done_at: asDate(row.done_at),
          failed_at: asDate(row.failed_at),
        })),
        disputes: disputes.map((row) => ({
          ...row,
          created_at: new Date(row.created_at),
          evidence_due_at: asDate(row.evidence_due_at),
        })),
      },
    ]),
  )
}

/** JSON has times as texts. */
function asDate(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}
