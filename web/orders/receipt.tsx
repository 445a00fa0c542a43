import { demoNotice } from '#contract/messages/layout.ts'
import {
  historyWords,
  receiptNumberText,
  receiptTexts,
  shopTimeText,
  orderTexts as texts,
} from '#contract/messages/orders.ts'
import { percentText } from '#contract/money.ts'
import { amountLeft, paidAt, taxLeft } from '#contract/orders/order-state.ts'
import type { Order } from '#contract/orders/orders.ts'
import { useStore, useTakesCards } from '../api/store-config.ts'
import { Count, Price, usePriceText } from '../layout/shop/price.tsx'
import { Fact } from './fact.tsx'
import { PaymentCell } from './payment-cell.tsx'

/** Seller, buyer, what was bought and how it was paid, on one sheet. */
export function Receipt({ order }: { order: Order }) {
  const { demo } = useStore()
  const takesCards = useTakesCards()
  const priceText = usePriceText()
  return (
    <article className="receipt">
      <header>
        <Seller />
        <Numbers order={order} />
      </header>
      <div className="receipt__who">
        <section>
          <h2>{texts.buyer}</h2>
          {order.name && <p>{order.name}</p>}
          {order.email && <p>{order.email}</p>}
        </section>
        {order.address && <Delivery order={order} />}
      </div>
      <Lines order={order} />
      {!order.paid && <p className="receipt__unpaid">{texts.notPaid}</p>}
      <section className="receipt__past">
        <h2>{texts.history}</h2>
        <ol>
          {order.history.filter(isForBuyer).map((change) => (
            <li key={`${change.at} ${change.field}`}>
              <b>{historyWords(change, (amount) => priceText(amount, order.currency))}</b>{' '}
              <ReceiptTime at={change.at} />
            </li>
          ))}
        </ol>
      </section>
      {demo && <p className="receipt__foot">{demoNotice(takesCards)}</p>}
    </article>
  )
}

/** The sheet is the buyer's, also in an admin's hands; what banks do stands beside it. */
function isForBuyer({ field }: Order['history'][number]): boolean {
  return field !== 'dispute'
}

/** Whoever deleted the account has left no address. */
function Delivery({ order }: { order: Order }) {
  return (
    <section>
      <h2>{texts.delivery}</h2>
      <p>{order.address}</p>
      <p>{order.location}</p>
      <p className="num">{order.phone}</p>
    </section>
  )
}

function Seller() {
  const { name, phone, address, taxId } = useStore()
  return (
    <address>
      <b>{name}</b>
      {address}
      {phone && <span className="num">{phone}</span>}
      {taxId && (
        <span>
          {receiptTexts.taxId} <span className="num">{taxId}</span>
        </span>
      )}
    </address>
  )
}

function Numbers({ order }: { order: Order }) {
  const paid = paidAt(order)
  return (
    <dl>
      {order.receiptNumber !== null && (
        <Fact label={texts.receiptNumber}>
          <span className="num">{receiptNumberText(order.receiptNumber)}</span>
        </Fact>
      )}
      <Fact label={texts.orderNumber}>
        <span className="num pi">{order._id}</span>
      </Fact>
      <Fact label={texts.placed}>
        <ReceiptTime at={order.createdAt} />
      </Fact>
      <Fact label={texts.status}>{order.status === 'Shift' ? texts.shifted : texts.pending}</Fact>
      <Fact label={texts.payment}>
        <PaymentCell order={order} />
      </Fact>
      {paid && (
        <Fact label={texts.paidAt}>
          <ReceiptTime at={paid} />
        </Fact>
      )}
    </dl>
  )
}

/** The same as on the receipt's file. */
function ReceiptTime({ at }: { at: string }) {
  return <time dateTime={at}>{shopTimeText(at, useStore())}</time>
}

function Lines({ order }: { order: Order }) {
  const { productName, quantity, price, total, currency } = order
  return (
    <table className="receipt__lines">
      <thead>
        <tr>
          <th scope="col">{texts.productName}</th>
          <th scope="col">{texts.quantity}</th>
          <th scope="col">{texts.unitPrice}</th>
          <th scope="col">{texts.price}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{productName}</th>
          <td className="num" data-l={texts.quantity}>
            <Count of={quantity} />
          </td>
          <td className="num" data-l={texts.unitPrice}>
            <Price amount={price} currency={currency} />
          </td>
          <td className="num" data-l={texts.price}>
            <Price amount={total} currency={currency} />
          </td>
        </tr>
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={3}>
            {texts.total}
          </th>
          <td className="num">
            <Price amount={total} currency={currency} />
          </td>
        </tr>
        <TaxLine order={order} amount={order.tax?.amount ?? null} />
        <RefundLines order={order} />
      </tfoot>
    </table>
  )
}

/** What went back of the total, and what is left of it. */
function RefundLines({ order }: { order: Order }) {
  const given = order.refunds.filter(({ status }) => status === 'done')
  if (given.length === 0) return null
  return (
    <>
      {given.map(({ _id, amount, reason }) => (
        <tr key={_id} className="receipt__back">
          <th scope="row" colSpan={3}>
            {texts.refundLine(reason)}
          </th>
          <td className="num">
            <Price amount={-amount} currency={order.currency} />
          </td>
        </tr>
      ))}
      <tr>
        <th scope="row" colSpan={3}>
          {texts.remaining}
        </th>
        <td className="num">
          <Price amount={amountLeft(order)} currency={order.currency} />
        </td>
      </tr>
      <TaxLine order={order} amount={taxLeft(order)} />
    </>
  )
}

function TaxLine({ order: { tax, currency }, amount }: { order: Order; amount: number | null }) {
  const { locale } = useStore()
  if (!tax || amount === null) return null
  return (
    <tr className="receipt__small">
      <th scope="row" colSpan={3}>
        {texts.tax(percentText(tax.rate, locale))}
      </th>
      <td className="num">
        <Price amount={amount} currency={currency} />
      </td>
    </tr>
  )
}
