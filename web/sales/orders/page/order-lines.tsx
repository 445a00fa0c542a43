import type { ReactNode } from 'react'
import { pricePerUnit } from '#contract/catalog/products/part-fields-texts.ts'
import { formatCount, formatPrice, percentText } from '#contract/platform/money.ts'
import type { Quote } from '#contract/sales/cart/cart.ts'
import type { OrderLine } from '#contract/sales/orders/lines.ts'
import { orderPageTexts as texts } from '#contract/sales/orders/order-page-texts.ts'
import { orderState } from '#contract/sales/orders/order-state.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { storeTimeText } from '#contract/sales/orders/texts.ts'
import { describeReceipt } from '#contract/sales/receipts/receipt.ts'
import { useStore, useTakesCards } from '../../../platform/api/store-config.ts'
import { Price, useCountText, usePriceText } from '../../../platform/layout/price.tsx'
import { tableRoles as roles } from '../../../platform/lists/table.tsx'
import { Status, Tag } from '../../../platform/ui/tag.tsx'
import { OrderedPart } from '../ordered-part.tsx'
import { buyerStates, type Formats, staffStates } from './line-states.ts'

export type Quoted = Pick<Quote, 'lines'> | undefined
type Props = { order: Order; quoted: Quoted }
type Column = { label: string; isNumeric?: boolean; isHidden?: boolean; cell: (line: OrderLine) => ReactNode }

/** The lines of an order for its buyer. `action` is the button of a part that is sold. */
export function BuyerLines({ order, quoted, action }: Props & { action: (line: OrderLine) => ReactNode }) {
  const countText = useCountText()
  const priceText = usePriceText()
  const { currency } = order
  return (
    <LineTable
      className="line-table"
      order={order}
      quoted={quoted}
      columns={[
        { label: texts.quantity, isNumeric: true, cell: ({ quantity }) => countText(quantity) },
        {
          label: texts.price,
          isNumeric: true,
          cell: ({ quantity, price, saleUnit, total }) => (
            <>
              <Price amount={total} currency={currency} />
              <span className="secondary-text">
                {texts.times(countText(quantity), pricePerUnit(priceText(price, currency), saleUnit))}
              </span>
            </>
          ),
        },
        { label: texts.status, cell: (line) => <BuyerStatus order={order} line={line} quoted={quoted} /> },
        { label: texts.actions, isHidden: true, cell: action },
      ]}
    />
  )
}

function BuyerStatus({ order, line, quoted }: Props & { line: OrderLine }) {
  const formats = useFormats(order)
  const isUnsold = ['expired', 'cancelling'].includes(orderState(order))
  return (
    <>
      {buyerStates(order, line, formats).map(({ variant, text }) => (
        <Tag key={text} variant={variant}>
          {text}
        </Tag>
      ))}
      {isUnsold && quoted && !soldPart(line, quoted) && <Tag variant="warning">{texts.goneNow}</Tag>}
    </>
  )
}

function useFormats({ currency }: Order): Formats {
  const count = useCountText()
  const priceText = usePriceText()
  return { count, money: (amount) => priceText(amount, currency) }
}

/** The lines of an order for staff, with tax, and what became of the units. */
export function StaffLines({ order, quoted }: Props) {
  const countText = useCountText()
  const priceText = usePriceText()
  const { currency } = order
  return (
    <LineTable
      className="line-table line-table--staff"
      order={order}
      quoted={quoted}
      columns={[
        {
          label: texts.unitPrice,
          isNumeric: true,
          cell: ({ price, saleUnit }) => pricePerUnit(priceText(price, currency), saleUnit),
        },
        { label: texts.units, isNumeric: true, cell: ({ quantity }) => countText(quantity) },
        { label: texts.status, cell: (line) => <StaffStatus order={order} line={line} /> },
        {
          label: texts.tax,
          isNumeric: true,
          cell: ({ tax }) => (tax ? <Price amount={tax.amount} currency={currency} /> : '–'),
        },
        {
          label: texts.amount,
          isNumeric: true,
          cell: ({ total }) => <Price amount={total} currency={currency} />,
        },
      ]}
    />
  )
}

function StaffStatus({ order, line }: { order: Order; line: OrderLine }) {
  const formats = useFormats(order)
  return (
    <span className="line-states">
      {staffStates(order, line, formats).map(({ kind, text }) => (
        <Status key={text} kind={kind}>
          {text}
        </Status>
      ))}
    </span>
  )
}

/** The part of a line as it is sold now. */
export function soldPart({ productId }: OrderLine, quoted: Quoted) {
  return quoted?.lines.find((line) => line.productId === productId)?.part ?? undefined
}

type TableProps = Props & { className: string; columns: Column[] }

function LineTable({ className, order, quoted, columns }: TableProps) {
  return (
    <table className={className} {...roles.table}>
      <caption className="visually-hidden">{texts.lines(order.number)}</caption>
      <thead {...roles.group}>
        <tr {...roles.row}>
          <th {...roles.head}>{texts.part}</th>
          {columns.map(({ label, isNumeric, isHidden }) => (
            <th key={label} className={isNumeric ? 'right' : undefined} {...roles.head}>
              <span className={isHidden ? 'visually-hidden' : undefined}>{label}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...roles.group}>
        {order.lines.map((line) => (
          <tr key={line.position} {...roles.row}>
            <th {...roles.rowHeader}>
              <LinePart line={line} order={order} quoted={quoted} />
            </th>
            {columns.map(({ label, isNumeric, cell }) => (
              <td
                key={label}
                className={isNumeric ? 'numeric right' : undefined}
                data-label={label}
                {...roles.cell}
              >
                <div>{cell(line)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <Totals order={order} columns={columns.length} />
    </table>
  )
}

function LinePart({ line, order, quoted }: Props & { line: OrderLine }) {
  const { name, img, productId, partNumber, brand } = line
  const part = { productName: name, img: img ?? order.img }
  return (
    <OrderedPart part={part} to={soldPart(line, quoted) ? `/parts/${productId}` : undefined}>
      {[partNumber, brand].filter(Boolean).join(' · ')}
    </OrderedPart>
  )
}

/** As on the receipt, in the formats of the shop as it is now. */
function Totals({ order, columns }: { order: Order; columns: number }) {
  const { demo, locale, timeZone } = useStore()
  const takesCards = useTakesCards()
  const format = {
    money: (amount: number) => formatPrice(amount, { currency: order.currency, locale }),
    percent: (rate: number) => percentText(rate, locale),
    time: (at: string) => storeTimeText(at, { locale, timeZone }),
    count: (n: number) => formatCount(n, locale),
  }
  const { totals } = describeReceipt(order, { format, demo, takesCards })
  return (
    <tfoot {...roles.group}>
      {totals.map(({ kind, key, label, amount, time }) => (
        <tr key={key} className={`line-table__${kind}`} {...roles.row}>
          <th colSpan={columns} {...roles.rowHeader}>
            <span>{label}</span>
            {time && <span className="secondary-text">{time}</span>}
          </th>
          <td className="numeric right" {...roles.cell}>
            {amount}
          </td>
        </tr>
      ))}
    </tfoot>
  )
}
