import { disputeReasonText, disputeTexts as texts } from '#contract/messages/disputes.ts'
import { canRefund } from '#contract/orders/order-state.ts'
import type { Order } from '#contract/orders/orders.ts'
import { claimsMoney } from '#contract/payments/dispute-state.ts'
import type { Dispute } from '#contract/payments/disputes.ts'
import { DisputeLink, DisputeState } from '../layout/shop/dispute.tsx'
import { Price, Time } from '../layout/shop/price.tsx'
import { Fact } from './fact.tsx'

/** What a bank asks about this order's payment, or takes back of it; admins alone are handed any. */
export function OrderDisputes({ order }: { order: Order }) {
  const { disputes } = order
  if (disputes.length === 0) return null
  return (
    <section className="disputes no-print" aria-labelledby="h-disputes">
      <h2 id="h-disputes">{texts.title}</h2>
      {claimsMoney(disputes) && !canRefund(order) && <p>{texts.noRefund}</p>}
      {disputes.map((dispute) => (
        <Facts key={dispute._id} dispute={dispute} />
      ))}
    </section>
  )
}

function Facts({ dispute }: { dispute: Dispute }) {
  const { amount, withdrawn, currency, reason, createdAt } = dispute
  return (
    <dl>
      <Fact label={texts.status}>
        <DisputeState dispute={dispute} />
      </Fact>
      <Fact label={texts.reason}>{disputeReasonText(reason)}</Fact>
      <Fact label={texts.amount}>
        <Price amount={amount} currency={currency} />
      </Fact>
      <Fact label={texts.withdrawn}>
        <Price amount={withdrawn} currency={currency} />
      </Fact>
      <Fact label={texts.opened}>
        <Time at={createdAt} />
      </Fact>
      <Fact label={texts.evidence}>
        <DisputeLink dispute={dispute} />
      </Fact>
    </dl>
  )
}
