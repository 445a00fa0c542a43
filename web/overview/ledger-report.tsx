import { overviewTexts as texts } from '#contract/messages/overview.ts'
import type { LedgerCheck, LedgerDifference } from '#contract/payments/ledger.ts'
import { Count, Price, Time } from '../layout/shop/price.tsx'
import { type Column, Table } from '../ui/table.tsx'

const columns: Column<LedgerDifference>[] = [
  {
    label: texts.transaction,
    isRowHead: true,
    cell: ({ kind, id }) => (
      <>
        {texts.differences[kind]}
        <span className="sub num pi">{id}</span>
      </>
    ),
  },
  {
    label: texts.order,
    cell: ({ orderId, otherOrderId }) => (
      <>
        <span className="num pi">{orderId ?? '–'}</span>
        {otherOrderId && (
          <span className="sub">
            {texts.alsoNamed} <span className="num pi">{otherOrderId}</span>
          </span>
        )}
      </>
    ),
  },
  { label: texts.inStore, isFigure: true, cell: ({ store, currency }) => amount(store, currency) },
  {
    label: texts.atProvider,
    isFigure: true,
    cell: ({ provider, currency, providerCurrency }) => amount(provider, providerCurrency ?? currency),
  },
]

/** Whether the store's ledger and the card provider's books agree; nothing before they were first compared. */
export function LedgerReport({ check }: { check: LedgerCheck | null }) {
  if (!check) return null
  const { at, payments, differences } = check
  return (
    <section className="strays" aria-labelledby="h-ledger">
      <h2 id="h-ledger">{texts.ledger}</h2>
      <p>
        {texts.compared} <Time at={at} />. <Count of={payments} /> {texts.comparedPayments(payments)}{' '}
        {differences.length === 0 ? texts.ledgersAgree : texts.ledgersDiffer}
      </p>
      {differences.length > 0 && (
        <Table
          caption={texts.ledger}
          columns={columns}
          rows={differences}
          rowKey={({ kind, id }) => `${kind} ${id}`}
        />
      )}
    </section>
  )
}

function amount(value: number | null, currency: string) {
  return value === null ? '–' : <Price amount={value} currency={currency} />
}
