import { Link } from 'react-router'
import { disputeReasonText, disputeTexts as texts } from '#contract/messages/disputes.ts'
import type { Overview } from '#contract/overview/overview.ts'
import { DisputeLink, DisputeState } from '../layout/shop/dispute.tsx'
import { Price, Time } from '../layout/shop/price.tsx'
import { type Column, Table } from '../ui/table.tsx'

type Disputed = Overview['disputes'][number]

const columns: Column<Disputed>[] = [
  {
    label: texts.order,
    isRowHead: true,
    cell: ({ orderId, productName, isGone }) =>
      isGone ? productName : <Link to={`/dashboard/orders/${orderId}`}>{productName}</Link>,
  },
  { label: texts.status, cell: (dispute) => <DisputeState dispute={dispute} /> },
  { label: texts.reason, cell: ({ reason }) => disputeReasonText(reason) },
  { label: texts.opened, cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    label: texts.amount,
    isFigure: true,
    cell: ({ amount, currency }) => <Price amount={amount} currency={currency} />,
  },
  { label: texts.evidence, cell: (dispute) => <DisputeLink dispute={dispute} /> },
]

/** What banks ask about or take back, open ones first; nothing where there is none. */
export function Disputes({ disputes }: { disputes: Disputed[] }) {
  if (disputes.length === 0) return null
  return (
    <section className="strays" aria-labelledby="h-disputes">
      <h2 id="h-disputes">{texts.title}</h2>
      <p>{texts.about}</p>
      <Table caption={texts.title} columns={columns} rows={disputes} rowKey={({ _id }) => _id} />
    </section>
  )
}
