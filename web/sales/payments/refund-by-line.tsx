import { useState } from 'react'
import { moneyInput, readCount, readMoney } from '#contract/platform/amount-input.ts'
import { fromMinor, type MoneyStyle, toMinor } from '#contract/platform/money.ts'
import { leftOfLine, returnableOfLine, worthOfUnits } from '#contract/sales/orders/line-refunds.ts'
import type { OrderLine } from '#contract/sales/orders/lines.ts'
import { refundableAmount } from '#contract/sales/orders/order-state.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { orderTexts as texts } from '#contract/sales/orders/texts.ts'
import { useStore } from '../../platform/api/store-config.ts'
import { FieldFrame } from '../../platform/forms/field.tsx'
import { useManagedForm } from '../../platform/forms/form-status.tsx'
import { useCountText, usePriceText } from '../../platform/layout/price.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { lineField } from './refund-action.ts'

/** As typed; without `amount` it is what the units are worth. */
type Typed = { units: string; amount?: string | undefined }

/** The lines of which something is left to refund or to return. */
export function refundableLines(order: Order): OrderLine[] {
  return order.lines.filter((line) => {
    const { units, amount } = leftOfLine(line, order.currency)
    return amount > 0 || (units > 0 && returnableOfLine(line, order) > 0)
  })
}

/** The fields for an order of several lines: units, amount and stock of each of `rows`, and what they give back in all. */
export function RefundByLine({ order, rows }: { order: Order; rows: OrderLine[] }) {
  const { currency } = order
  const { locale } = useStore()
  const style = { currency, locale }
  const priceText = usePriceText()
  const [typed, setTyped] = useState<Record<number, Typed>>({})
  const amounts = rows.map((line) => amountText(line, typed[line.position], style))
  const sum = sumOf(amounts, style)
  const chooseRest = () =>
    setTyped(
      Object.fromEntries(
        rows.map((line) => {
          const { units, amount } = leftOfLine(line, currency)
          return [line.position, { units: String(units), amount: moneyInput(amount, style) }]
        }),
      ),
    )
  return (
    <>
      <ul className="refund-lines" aria-label={texts.refundLines}>
        {rows.map((line, index) => (
          <LineFields
            key={line.position}
            line={line}
            index={index}
            order={order}
            units={typed[line.position]?.units ?? '0'}
            amount={amounts[index] ?? ''}
            onUnits={(units) => setTyped((all) => ({ ...all, [line.position]: { units } }))}
            onAmount={(amount) =>
              setTyped((all) => ({
                ...all,
                [line.position]: { units: all[line.position]?.units ?? '0', amount },
              }))
            }
          />
        ))}
      </ul>
      <div className="refund-sum">
        <Button onClick={chooseRest}>{texts.refundRest}</Button>
        <p role="status">
          <span>{`${texts.refundSum} `}</span>
          <b className="numeric">{sum === undefined ? '–' : priceText(sum, currency)}</b>
        </p>
        <p className="hint">{texts.refundAmountHint(priceText(refundableAmount(order), currency))}</p>
      </div>
    </>
  )
}

type LineProps = {
  line: OrderLine
  index: number
  order: Order
  units: string
  amount: string
  onUnits: (typed: string) => void
  onAmount: (typed: string) => void
}

function LineFields({ line, index, order, units, amount, onUnits, onAmount }: LineProps) {
  const { errors } = useManagedForm()
  const priceText = usePriceText()
  const countText = useCountText()
  const { name, partNumber, position } = line
  const left = leftOfLine(line, order.currency)
  const nameId = `refund-line-${position}`
  const unitsName = lineField(index, 'units')
  const amountName = lineField(index, 'amount')
  const returnable = returnableOfLine(line, order)
  return (
    <li>
      {/* biome-ignore lint/a11y/useSemanticElements: a legend cannot be a cell of the grid */}
      <div role="group" aria-labelledby={nameId}>
        <p id={nameId}>
          <b>{name}</b>
          {partNumber && <small className="numeric">{partNumber}</small>}
        </p>
        <FieldFrame
          label={texts.refundUnits}
          hint={texts.refundUnitsHint(countText(left.units))}
          error={errors[unitsName]}
        >
          {(aria) => (
            <input
              {...aria}
              name={unitsName}
              type="text"
              inputMode="numeric"
              autoComplete="off"
              value={units}
              onFocus={({ target }) => target.select()}
              onChange={({ target }) => onUnits(target.value)}
            />
          )}
        </FieldFrame>
        <FieldFrame
          label={texts.refundAmount}
          hint={texts.refundLineHint(priceText(left.amount, order.currency))}
          error={errors[amountName]}
        >
          {(aria) => (
            <input
              {...aria}
              name={amountName}
              type="text"
              inputMode="decimal"
              autoComplete="off"
              value={amount}
              onChange={({ target }) => onAmount(target.value)}
            />
          )}
        </FieldFrame>
        <label className="check">
          <input
            type="checkbox"
            name={lineField(index, 'restock')}
            value="true"
            disabled={returnable === 0}
          />
          <span>{texts.refundRestock}</span>
        </label>
      </div>
    </li>
  )
}

function amountText(line: OrderLine, typed: Typed | undefined, style: MoneyStyle): string {
  if (typed?.amount !== undefined) return typed.amount
  const units = typed?.units.trim() || '0'
  const read = readCount(units, style.locale)
  const worth = 'text' in read ? worthOfUnits(line, Number(read.text), style.currency) : undefined
  return worth === undefined ? '' : moneyInput(worth, style)
}

/** Undefined if one of the amounts is none. */
function sumOf(amounts: string[], style: MoneyStyle): number | undefined {
  let sumMinor = 0
  for (const amount of amounts) {
    if (amount.trim() === '') continue
    const read = readMoney(amount, style)
    const minor = 'text' in read ? toMinor(Number(read.text), style.currency) : undefined
    if (minor === undefined) return undefined
    sumMinor += minor
  }
  return fromMinor(sumMinor, style.currency)
}
