import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { partsText } from '#contract/sales/orders/texts.ts'
import type { Overview } from '#contract/sales/overview/overview.ts'
import { overviewTexts as texts } from '#contract/sales/overview/texts.ts'
import { disputeReasonText, disputeTexts } from '#contract/sales/payments/dispute-texts.ts'
import type { LedgerCheck, LedgerDifference } from '#contract/sales/payments/ledger.ts'
import { Count, Price, Time } from '../../platform/layout/price.tsx'
import { type Column, Table } from '../../platform/lists/table.tsx'
import { Tag } from '../../platform/ui/tag.tsx'
import { DisputeLink, DisputeState } from '../payments/dispute.tsx'

type Dispute = NonNullable<Overview['disputes']>[number]

const disputeColumns: Column<Dispute>[] = [
  {
    label: disputeTexts.order,
    isRowHeader: true,
    cell: ({ orderNumber, productName, otherParts, isGone }) => (
      <>
        {isGone ? (
          <span className="numeric">{orderNumber}</span>
        ) : (
          <Link className="numeric" to={`/dashboard/orders/${orderNumber}`}>
            {orderNumber}
          </Link>
        )}
        <span className="secondary-text">{partsText(productName, otherParts)}</span>
      </>
    ),
  },
  { label: disputeTexts.status, cell: (dispute) => <DisputeState dispute={dispute} /> },
  { label: disputeTexts.reason, cell: ({ reason }) => disputeReasonText(reason) },
  { label: disputeTexts.opened, cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    label: disputeTexts.amount,
    isNumeric: true,
    cell: ({ amount, currency }) => <Price amount={amount} currency={currency} />,
  },
  { label: disputeTexts.evidence, cell: (dispute) => <DisputeLink dispute={dispute} /> },
]

export function Disputes({ disputes }: { disputes: Dispute[] }) {
  if (disputes.length === 0) return null
  const { title, about } = disputeTexts
  return (
    <Report title={title} text={about} columns={disputeColumns} rows={disputes} rowKey={({ _id }) => _id} />
  )
}

type ReportProps<Row> = {
  title: string
  text: ReactNode
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
}

function Report<Row>({ title, text, ...table }: ReportProps<Row>) {
  const id = useId()
  return (
    <section className="report" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p>{text}</p>
      {table.rows.length > 0 && <Table caption={title} {...table} />}
    </section>
  )
}

const ledgerColumns: Column<LedgerDifference>[] = [
  {
    label: texts.transaction,
    isRowHeader: true,
    cell: ({ kind, id }) => (
      <>
        <span>{texts.differences[kind]}</span>
        <span className="secondary-text numeric identifier">{id}</span>
      </>
    ),
  },
  {
    label: texts.order,
    cell: ({ orderId, otherOrderId }) => (
      <>
        <Id id={orderId ?? '–'} />
        {otherOrderId && (
          <span className="secondary-text">
            <span>{`${texts.alsoNamed} `}</span>
            <Id id={otherOrderId} />
          </span>
        )}
      </>
    ),
  },
  { label: texts.inStore, isNumeric: true, cell: ({ store, currency }) => amountText(store, currency) },
  {
    label: texts.atProvider,
    isNumeric: true,
    cell: ({ provider, currency, providerCurrency }) => amountText(provider, providerCurrency ?? currency),
  },
]

/** Whether the ledgers of the store and the card provider agree; empty until they have been compared. */
export function LedgerReport({ check }: { check: LedgerCheck | null }) {
  if (!check) return null
  const { at, payments, differences } = check
  const text = (
    <span>
      <span>{`${texts.compared} `}</span>
      <Time at={at} />
      <span>. </span>
      <Count value={payments} />
      <span>{` ${texts.comparedPayments(payments)} `}</span>
      <span>{differences.length === 0 ? texts.ledgersAgree : texts.ledgersDiffer}</span>
    </span>
  )
  return (
    <Report
      title={texts.ledger}
      text={text}
      columns={ledgerColumns}
      rows={differences}
      rowKey={({ kind, id }) => `${kind} ${id}`}
    />
  )
}

function Id({ id }: { id: string }) {
  return <span className="numeric identifier">{id}</span>
}

function amountText(value: number | null, currency: string) {
  return value === null ? '–' : <Price amount={value} currency={currency} />
}

type OrphanedPayment = NonNullable<Overview['strayPayments']>[number]

const orphanedColumns: Column<OrphanedPayment>[] = [
  { label: texts.transaction, isRowHeader: true, cell: ({ transactionId }) => <Id id={transactionId} /> },
  { label: texts.order, cell: ({ orderId }) => <Id id={orderId} /> },
  { label: texts.arrived, cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    label: texts.amount,
    isNumeric: true,
    cell: ({ amount, currency }) => <Price amount={amount} currency={currency} />,
  },
  {
    label: texts.refund,
    cell: ({ refunded }) => (
      <Tag variant={refunded ? 'ok' : 'warning'}>{refunded ? texts.refunded : texts.refunding}</Tag>
    ),
  },
]

export function OrphanedPayments({ payments }: { payments: OrphanedPayment[] }) {
  if (payments.length === 0) return null
  return (
    <Report
      title={texts.orphaned}
      text={texts.orphanedText}
      columns={orphanedColumns}
      rows={payments}
      rowKey={({ transactionId }) => transactionId}
    />
  )
}
