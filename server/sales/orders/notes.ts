import type { OrderNote } from '#contract/sales/orders/notes.ts'
import { type Db, inTransaction } from '#database/open.ts'
import { newId } from '#database/uuid.ts'
import { recordChange } from '../../platform/audit.ts'

/** The internal notes of an order, the oldest first. */
export async function listNotes(db: Db, orderId: string): Promise<OrderNote[]> {
  const rows = await selectNotes(db)
    .where('order_id', '=', orderId)
    .orderBy('at')
    .orderBy('order_notes.id')
    .execute()
  return rows.map(toNote)
}

type NewNote = { orderId: string; text: string; actorId: string; now: Date }

export function addNote(db: Db, { orderId, text, actorId, now }: NewNote): Promise<OrderNote> {
  const id = newId()
  return inTransaction(db, async (trx) => {
    const note = { id, order_id: orderId, at: now, actor_id: actorId, text }
    await trx.insertInto('order_notes').values(note).execute()
    const change = { entity: 'order', field: 'note', before: 'false', after: 'true' } as const
    await recordChange(trx, { at: now, actorId, entityId: orderId, ...change })
    return toNote(await selectNotes(trx).where('order_notes.id', '=', id).executeTakeFirstOrThrow())
  })
}

/** What staff wrote about the orders of an account that is deleted. */
export async function emptyNotes(trx: Db, userId: string): Promise<void> {
  await trx
    .updateTable('order_notes')
    .set({ text: '' })
    .where('order_id', 'in', (orders) =>
      orders.selectFrom('orders').select('id').where('user_id', '=', userId),
    )
    .execute()
}

function selectNotes(db: Db) {
  return db
    .selectFrom('order_notes')
    .innerJoin('users', 'users.id', 'actor_id')
    .select(['order_notes.id', 'at', 'text', 'display_name', 'email'])
}

type NoteRow = Awaited<ReturnType<ReturnType<typeof selectNotes>['execute']>>[number]

function toNote({ id, at, text, display_name: name, email }: NoteRow): OrderNote {
  return { _id: id, at: at.toISOString(), by: { name, email }, text }
}
