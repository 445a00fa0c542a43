import { sql } from 'kysely'
import { lateOrders, unfinishedClosings, unfinishedRefunds } from '../../orders/service.ts'
import { mirrorDisputes, unheardDisputes } from '../disputes/mirror-disputes.ts'
import type { CardRules } from '../intents/card-attempts.ts'
import type { MaybeCardDeps, PaymentDeps } from '../intents/intents.ts'
import { A_ROUNDS } from '../provider/card-network.ts'
import { mirrorRefunds, unheardRefunds } from '../refunds/mirror-refunds.ts'
import { finishRefund, ignoreRefused } from '../refunds/refund.ts'
import { settleOpen } from './ask-about.ts'
import { completeClosing, expireOrder, ignorePaid } from './close-order.ts'
import { refundStray, unrefundedStrays } from './stray.ts'

/** Refunds made elsewhere are looked for so far back: their events are lost only while the store is away. */
const REFUNDS_MS = 24 * 3_600_000
/** How long the browser and the webhook are given before the poller asks by itself. */
const GRACE_MS = 30_000
const BATCH = 100

export type Failure = {
  task: 'settle' | 'refund' | 'mirror' | 'close' | 'expire'
  id: string
  error: unknown
}

/**
 * The third road to paid, and the broom: asks about open payments, finishes closings a crash left, expires what is
 * late, repeats refunds, takes up those made elsewhere and what banks dispute. One failure does not stop the others;
 * failures are answered for the log. Once the provider shows that it is away, only what needs no provider is done.
 */
export async function reconcile(given: MaybeCardDeps, rules: CardRules): Promise<Failure[]> {
  const deps = { ...given, cards: given.cards?.withPatience(A_ROUNDS) }
  const failures: Failure[] = []
  async function each(
    task: Failure['task'],
    ids: string[],
    work: (id: string) => Promise<unknown>,
  ): Promise<void> {
    for (const id of ids) await work(id).catch((error: unknown) => failures.push({ task, id, error }))
  }
  /** Payments that the provider tells of; it may fail to. */
  async function heard(subject: string, find: () => Promise<string[]>): Promise<string[]> {
    return find().catch((error: unknown) => {
      failures.push({ task: 'mirror', id: subject, error })
      return []
    })
  }
  const { cards } = deps
  const since = new Date(deps.now().getTime() - GRACE_MS)
  if (cards) {
    const paying: PaymentDeps = { ...deps, cards }
    await each('settle', await openIntents(paying, since), (id) => settleOpen(paying, id, rules))
    const disputed = await heard('recent disputes', () => unheardDisputes(paying))
    await each('mirror', disputed, (id) => mirrorDisputes(paying, id))
    await each('refund', await unrefundedStrays(paying.db, BATCH), (id) => refundStray(paying, id))
    const asked = await unfinishedRefunds(deps.db, since, BATCH)
    await each('refund', asked, (id) => finishRefund(deps, id).catch(ignoreRefused))
    const lookBack = new Date(deps.now().getTime() - REFUNDS_MS)
    const refunded = await heard('recent refunds', () => unheardRefunds(paying, lookBack))
    await each('mirror', refunded, (id) => mirrorRefunds(paying, id))
  }
  const closings = await unfinishedClosings(deps.db, since, BATCH)
  await each('close', closings, (orderId) =>
    completeClosing(deps, { orderId, actorId: null }).catch(ignorePaid),
  )
  await each('expire', await lateOrders(deps.db, deps.now(), BATCH), (orderId) => expireOrder(deps, orderId))
  return failures
}

/** The open payments whose turn it is: those never asked about, then the longest ago, however many stand open. */
async function openIntents({ db }: PaymentDeps, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_intents as open')
    .innerJoin('orders', 'orders.id', 'open.order_id')
    .select('open.intent_id')
    .where('open.closed_at', 'is', null)
    .where('open.intent_id', 'is not', null)
    .where('open.created_at', '<=', since)
    .where('orders.cancellation', 'is', null)
    .orderBy('open.checked_at', (order) => order.asc().nullsFirst())
    // some that the provider always stumbles over must not be the first in each round, and end it
    .orderBy(sql`random()`)
    .limit(BATCH)
    .execute()
  return rows.flatMap((row) => row.intent_id ?? [])
}
