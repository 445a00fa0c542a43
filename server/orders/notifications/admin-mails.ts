import { disputeMail, refundReturnedMail } from '#contract/messages/disputes.ts'
import { shopTimeText } from '#contract/messages/orders.ts'
import { formatMinor } from '#contract/money.ts'
import { knownDisputeStatus } from '#contract/payments/dispute-state.ts'
import type { Db } from '#database/open.ts'
import type { OrderRow } from '#database/rows.ts'
import { type Mailboxes, mailAccount } from '../../mail/account-mail.ts'
import type { Mail } from '../../mail/outbox.ts'
import { plainLine } from '../../mail/plain-line.ts'

type Shop = { origin: string; locale: string; timeZone: string; mailboxes: Mailboxes }
type News = { order: OrderRow; status: string | null }

/** Mails every admin what became of a dispute; the buyer's own bank tells the buyer. */
export async function tellOfDispute(trx: Db, shop: Shop, { order, status }: News): Promise<void> {
  const dispute = await trx
    .selectFrom('disputes')
    .selectAll()
    .where('order_id', '=', order.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const known = knownDisputeStatus(status)
  if (!dispute || !known) return
  const { locale } = shop
  const until = dispute.evidence_due_at
  const mail = disputeMail({
    status: known,
    product: plainLine(order.product_name),
    amount: formatMinor(dispute.amount_minor, { currency: dispute.currency, locale }),
    reason: dispute.reason,
    until: until && shopTimeText(until, shop),
    link: linkTo(shop, order),
  })
  if (mail) await mailAdmins(trx, shop, mail)
}

/** Mails every admin that a refund did not arrive: the buyer was told that it would. */
export async function tellOfReturnedRefund(
  trx: Db,
  shop: Shop,
  { order, amountMinor }: { order: OrderRow; amountMinor: number },
): Promise<void> {
  const amount = formatMinor(amountMinor, { currency: order.currency, locale: shop.locale })
  const product = plainLine(order.product_name)
  const facts = { amount, product, buyer: order.email, link: linkTo(shop, order) }
  await mailAdmins(trx, shop, refundReturnedMail(facts))
}

/** An order that is gone has no page any more. */
function linkTo({ origin }: Shop, { id, deleted_at: deletedAt }: OrderRow): string {
  return deletedAt ? `${origin}/dashboard/overview` : `${origin}/dashboard/orders/${id}`
}

async function mailAdmins(trx: Db, { mailboxes }: Shop, mail: Omit<Mail, 'to'>): Promise<void> {
  const admins = await trx
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const { email } of admins) if (email) await mailAccount(trx, mailboxes, { to: email, ...mail })
}
