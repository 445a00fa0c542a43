import { formatCount, formatPrice, percentText } from '#contract/platform/money.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { historyText, storeTimeText, orderTexts as texts } from '#contract/sales/orders/texts.ts'
import { describeReceipt, type Receipt } from '#contract/sales/receipts/receipt.ts'
import { useStore, useTakesCards } from '../../platform/api/store-config.ts'
import { type Detail, DetailList } from '../../platform/ui/detail-list.tsx'
import { PaymentCell } from '../orders/order-cells.tsx'

export function ReceiptArticle({ order }: { order: Order }) {
  const { demo } = useStore()
  const takesCards = useTakesCards()
  const { currency, seller } = order
  // as the PDF: the shop may have other formats by now
  const money = (amount: number) => formatPrice(amount, { currency, locale: seller.locale })
  const time = (at: string) => storeTimeText(at, seller)
  const count = (n: number) => formatCount(n, seller.locale)
  const percent = (rate: number) => percentText(rate, seller.locale)
  const receipt = describeReceipt(order, { demo, takesCards, format: { money, time, count, percent } })
  // the receipt is for the buyer, also if an admin prints it: disputes do not belong in it
  const history = order.history.filter(({ field }) => field !== 'dispute')
  return (
    <article className="receipt">
      <header>
        <address>
          <b>{receipt.seller.name}</b>
          {receipt.seller.lines.map(({ field, label, text }) => (
            <span key={field}>
              {label && <span>{`${label} `}</span>}
              <span className={numberClass(field)}>{text}</span>
            </span>
          ))}
        </address>
        <DetailList details={detailsOf(order, receipt.details)} inRows />
      </header>
      <div className="receipt__parties">
        {receipt.parties.map(({ title, lines }) => (
          <section key={title}>
            <h2>{title}</h2>
            {lines.map(({ field, text }) => (
              <p key={`${field} ${text}`} className={numberClass(field)}>
                {text}
              </p>
            ))}
          </section>
        ))}
      </div>
      <Lines receipt={receipt} />
      {!order.paid && <p className="receipt__unpaid">{texts.notPaid}</p>}
      <section className="receipt__history">
        <h2>{texts.history}</h2>
        <ol>
          {history.map((change) => (
            <li key={`${change.at} ${change.field}`}>
              <b>{`${historyText(change, money)} `}</b>
              <time dateTime={change.at}>{time(change.at)}</time>
            </li>
          ))}
        </ol>
      </section>
      {receipt.notes.map((note) => (
        <p key={note} className="receipt__note">
          {note}
        </p>
      ))}
    </article>
  )
}

function numberClass(field: string): string | undefined {
  return field === 'phone' || field === 'taxId' ? 'numeric' : undefined
}

function detailsOf(order: Order, { receiptNumber, orderNumber, placed, paid }: Receipt['details']): Detail[] {
  const details: Detail[] = [
    { label: orderNumber.label, value: <span className="numeric identifier">{orderNumber.text}</span> },
    { label: placed.label, value: <time dateTime={placed.at}>{placed.text}</time> },
    { label: texts.status, value: order.status === 'Shift' ? texts.shifted : texts.pending },
    { label: texts.payment, value: <PaymentCell order={order} /> },
  ]
  if (receiptNumber)
    details.unshift({
      label: receiptNumber.label,
      value: <span className="numeric">{receiptNumber.text}</span>,
    })
  if (paid) details.push({ label: paid.label, value: <time dateTime={paid.at}>{paid.text}</time> })
  return details
}

const sumClasses: Partial<Record<Receipt['totals'][number]['kind'], string>> = {
  tax: 'receipt__tax',
  refund: 'receipt__refund',
}

function Lines({ receipt: { headings, rows, totals } }: { receipt: Receipt }) {
  return (
    <table className="receipt__lines">
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [name, ...values] }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {values.map((value, index) => (
              <td key={headings[index + 1]} className="numeric" data-label={headings[index + 1]}>
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        {totals.map(({ kind, key, label, amount }) => (
          <tr key={key} className={sumClasses[kind]}>
            <th scope="row" colSpan={3}>
              {label}
            </th>
            <td className="numeric">{amount}</td>
          </tr>
        ))}
      </tfoot>
    </table>
  )
}
