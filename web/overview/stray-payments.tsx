import { overviewTexts as texts } from '#contract/messages/overview.ts'
import type { Overview } from '#contract/overview/overview.ts'
import { Price, Time } from '../layout/shop/price.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Tag } from '../ui/tag.tsx'

type Stray = Overview['strayPayments'][number]

const columns: Column<Stray>[] = [
  {
    label: texts.transaction,
    isRowHead: true,
    cell: ({ transactionId }) => <span className="num pi">{transactionId}</span>,
  },
  { label: texts.order, cell: ({ orderId }) => <span className="num pi">{orderId}</span> },
  { label: texts.arrived, cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    label: texts.amount,
    isFigure: true,
    cell: ({ amount, currency }) => <Price amount={amount} currency={currency} />,
  },
  {
    label: texts.refund,
    cell: ({ refunded }) => (
      <Tag tone={refunded ? 'ok' : 'warn'}>{refunded ? texts.refunded : texts.refunding}</Tag>
    ),
  },
]

/** Money that belongs to no order, and whether it is back; nothing where there is none. */
export function StrayPayments({ payments }: { payments: Stray[] }) {
  if (payments.length === 0) return null
  return (
    <section className="strays" aria-labelledby="h-strays">
      <h2 id="h-strays">{texts.orphaned}</h2>
      <p>{texts.orphanedText}</p>
      <Table
        caption={texts.orphaned}
        columns={columns}
        rows={payments}
        rowKey={({ transactionId }) => transactionId}
      />
    </section>
  )
}
