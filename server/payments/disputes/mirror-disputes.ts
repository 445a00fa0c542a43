import { inTransaction } from '#database/open.ts'
import { keepDispute, lockOrder, oldestOpenDispute } from '../../orders/service.ts'
import { findIntent, type PaymentDeps } from '../intents/intents.ts'
import { enterCharge, enterMovement } from '../ledger/ledger.ts'
import { drawReadNumber, isNewestRead } from '../provider/provider-reads.ts'
import { type CardDispute, withdrawnMinor } from './card-disputes.ts'

const DAY_MS = 86_400_000
/** How far back the poll looks for disputes that nobody told the store of. */
const LOOK_BACK_MS = 30 * DAY_MS

/**
 * The one place where what banks do with a payment enters the store: its disputes and the ledger agree with the
 * provider's answer afterwards. Harmless at any time, in any order; an intent that is not ours is passed over.
 */
export async function mirrorDisputes({ db, cards, now }: PaymentDeps, intentId: string): Promise<void> {
  const known = await findIntent(db, intentId)
  if (!known) return
  const read = await drawReadNumber(db)
  const disputes = await cards.listDisputes(intentId)
  if (disputes.length === 0) return
  const { order_id: orderId, amount_minor: amountMinor, currency } = known
  await inTransaction(db, async (trx) => {
    await lockOrder(trx, orderId)
    if (!(await isNewestRead(trx, { intentId, subject: 'disputes_read', read }))) return
    const charge = { at: now(), orderId, intentId, currency }
    await enterCharge(trx, { ...charge, amountMinor })
    for (const dispute of disputes) {
      const known = { ...dispute, withdrawnMinor: withdrawnMinor(dispute) }
      await keepDispute(trx, { orderId, intentId, dispute: known, now: now() })
      for (const movement of dispute.movements)
        await enterMovement(trx, { disputeId: dispute.id, ...movement }, charge)
    }
  })
}

/**
 * The payments of which the provider's disputes differ from the store's: their events were lost. Looks at those since a
 * time, or of the last month, and always back to the oldest that is open. One call to the provider.
 */
export async function unheardDisputes(
  { db, cards, now }: PaymentDeps,
  lookBack = new Date(now().getTime() - LOOK_BACK_MS),
): Promise<string[]> {
  const oldest = await oldestOpenDispute(db)
  const since = oldest && oldest < lookBack ? oldest : lookBack
  const listed = await cards.listDisputesWithin({ since, until: new Date(now().getTime() + DAY_MS) })
  const rows = await db.selectFrom('disputes').selectAll().where('created_at', '>=', since).execute()
  const known = new Map(
    rows.map((row) => [row.id, [row.status, row.withdrawn_minor, row.evidence_due_at?.getTime()].join()]),
  )
  const unheard = listed.filter((dispute) => known.get(dispute.id) !== summary(dispute))
  return [...new Set(unheard.flatMap(({ intentId }) => intentId ?? []))]
}

/** What of a dispute changes. */
function summary(dispute: CardDispute): string {
  return [dispute.status, withdrawnMinor(dispute), dispute.evidenceDueAt?.getTime()].join()
}
