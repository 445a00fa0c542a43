import type { Db } from '#database/open.ts'
import { noSuch } from '../http/api-error.ts'
import { type Form, readText } from '../http/form.ts'
import { isCardId } from '../http/ids.ts'
import { listBody, newestFirst, readListForm, withinList } from '../http/lists.ts'
import { type DisputeBody, disputeBody } from './dispute-bodies.ts'

/** One dispute, or 404 `resource_missing`. */
export async function findDispute(db: Db, id: string, at: Date): Promise<DisputeBody> {
  const row = isCardId(id)
    ? await disputes(db).where('cards.disputes.id', '=', id).executeTakeFirst()
    : undefined
  if (!row) throw noSuch('dispute', id, 'dispute')
  return disputeBody(row, row, at)
}

/** Newest first, optionally of one `charge` or `payment_intent`. */
export async function listDisputes(db: Db, form: Form, at: Date) {
  const { limit, ...page } = readListForm(form)
  let query = disputes(db).where(withinList('cards.disputes', page))
  const intentId = readText(form, 'payment_intent')
  const charge = readText(form, 'charge')
  if (intentId !== undefined) query = query.where('cards.disputes.intent_id', '=', intentId)
  if (charge !== undefined) query = query.where('intent.charge_id', '=', charge)
  const rows = await query
    .orderBy(newestFirst('cards.disputes'))
    .limit(limit + 1)
    .execute()
  return listBody('/v1/disputes', { rows, limit }, (row) => disputeBody(row, row, at))
}

function disputes(db: Db) {
  return db
    .selectFrom('cards.disputes')
    .innerJoin('cards.intents as intent', 'intent.id', 'cards.disputes.intent_id')
    .selectAll('cards.disputes')
    .select(['intent.currency', 'intent.charge_id'])
}
