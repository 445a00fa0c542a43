import { type ComponentProps, useId, useState } from 'react'
import { moneyInput, readCount, readMoney } from '#contract/platform/amount-input.ts'
import { fromMinor, type MoneyStyle, toMinor } from '#contract/platform/money.ts'
import { leftOfLine, returnableOfLine, worthOfUnits } from '#contract/sales/orders/line-refunds.ts'
import type { OrderLine } from '#contract/sales/orders/lines.ts'
import { refundableAmount } from '#contract/sales/orders/order-state.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { orderTexts as texts } from '#contract/sales/orders/texts.ts'
import { useStore } from '../../platform/api/store-config.ts'
import { ErrorText, useManagedForm } from '../../platform/forms/form-status.tsx'
import { useCountText, usePriceText } from '../../platform/layout/price.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { classNames } from '../../platform/ui/class-names.ts'
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
  const priceText = usePriceText()
  const countText = useCountText()
  const { name, partNumber, position } = line
  const left = leftOfLine(line, order.currency)
  const nameId = `refund-line-${position}`
  const returnable = returnableOfLine(line, order)
  return (
    <li>
      {/* biome-ignore lint/a11y/useSemanticElements: a legend cannot be a cell of the grid */}
      <div role="group" aria-labelledby={nameId}>
        <p id={nameId}>
          <b>{name}</b>
          {partNumber && <small className="numeric">{partNumber}</small>}
        </p>
        <TypedCell
          name={lineField(index, 'units')}
          label={texts.refundUnits}
          hint={texts.refundUnitsHint(countText(left.units))}
          inputMode="numeric"
          value={units}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => onUnits(target.value)}
        />
        <TypedCell
          name={lineField(index, 'amount')}
          label={texts.refundAmount}
          hint={texts.refundLineHint(priceText(left.amount, order.currency))}
          inputMode="decimal"
          value={amount}
          onChange={({ target }) => onAmount(target.value)}
        />
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

type CellProps = ComponentProps<'input'> & { name: string; label: string; hint: string }

/** A field whose error is as wide as its line. */
function TypedCell({ name, label, hint, ...input }: CellProps) {
  const { errors } = useManagedForm()
  const id = useId()
  const error = errors[name]
  return (
    <>
      <div className={classNames('field', error && 'is-bad')}>
        <label htmlFor={id}>{label}</label>
        <input
          {...input}
          id={id}
          name={name}
          type="text"
          autoComplete="off"
          aria-invalid={error ? true : undefined}
          aria-describedby={classNames(error && `${id}-error`, `${id}-hint`)}
        />
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      </div>
      {error && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
    </>
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
