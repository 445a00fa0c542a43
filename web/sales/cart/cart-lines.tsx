import { useState } from 'react'
import { pricePerUnit, saleUnitNames } from '#contract/catalog/products/part-fields-texts.ts'
import type { CartLine } from '#contract/sales/cart/cart.ts'
import { cartTexts as texts } from '#contract/sales/cart/texts.ts'
import { stockOf } from '../../catalog/products/stock.tsx'
import { rememberFocus } from '../../platform/forms/remember-focus.ts'
import { Stepper } from '../../platform/forms/stepper.tsx'
import { useCountText, usePriceText } from '../../platform/layout/price.tsx'
import { Button, PageLink } from '../../platform/ui/button.tsx'
import { Icon } from '../../platform/ui/icon.tsx'
import { changesOf, type LineChange } from './cart-changes.ts'
import { setQuantity } from './cart-store.ts'
import { LineFigure } from './line-figure.tsx'

export function CartLines({ lines }: { lines: CartLine[] }) {
  return (
    <ol className="cart-lines">
      {lines.map((line) => (
        <Line key={line.productId} line={line} />
      ))}
    </ol>
  )
}

function Line({ line }: { line: CartLine }) {
  const priceText = usePriceText()
  const countText = useCountText()
  const { productId, name, part, total, fault } = line
  const [wanted, setWanted] = useState<number>()
  const quantity = wanted ?? line.quantity
  const changes = changesOf(line)
  const canChange = part !== null && part.availableQuantity >= part.minimumOrder
  /** Shown at once; the sums follow. */
  async function change(next: number) {
    setWanted(next)
    await setQuantity(line, next)
    setWanted((last) => (last === next ? undefined : last))
  }
  return (
    <li className={canChange ? undefined : 'is-out'}>
      <LineFigure part={part} width={96} />
      <div className="cart-line__body">
        {part ? (
          <PageLink className="cart-line__name" to={`/parts/${productId}`}>
            {name}
          </PageLink>
        ) : (
          <b className="cart-line__name">{name}</b>
        )}
        <p className="part-number numeric">{[part?.partNumber, part?.brand].filter(Boolean).join(' · ')}</p>
        <p>
          <StockWord part={part} />
        </p>
        <button
          type="button"
          className="link"
          aria-label={texts.removePart(name)}
          onClick={() => void remove(line)}
        >
          {texts.remove}
        </button>
      </div>
      <div className="cart-line__quantity">
        {canChange && (
          <Stepper
            label={texts.quantityOf(name)}
            value={quantity}
            min={part.minimumOrder}
            max={part.availableQuantity}
            onChange={(next) => void change(next)}
          />
        )}
      </div>
      <div className="cart-line__price">
        <span className="price" aria-busy={wanted !== undefined}>
          {total !== null && fault === null ? priceText(total) : '–'}
        </span>
        {canChange && (
          <small className="numeric">
            {texts.times(countText(quantity), pricePerUnit(priceText(part.price), part.saleUnit))}
          </small>
        )}
      </div>
      {changes.length > 0 && (
        <div className="cart-line__notes">
          {changes.map((change) => (
            <LineChangeNote
              key={change.kind}
              line={line}
              change={change}
              onTake={(units) => void setQuantity(line, units)}
            />
          ))}
        </div>
      )}
    </li>
  )
}

/** The focus goes to the next line. */
async function remove(line: CartLine): Promise<void> {
  const restoreFocus = rememberFocus()
  await setQuantity(line, 0)
  requestAnimationFrame(restoreFocus)
}

function StockWord({ part }: { part: CartLine['part'] }) {
  const countText = useCountText()
  if (!part) return <span className="stock-word stock-word--danger">{texts.notSold}</span>
  const { variant } = stockOf({ minimumOrder: part.minimumOrder, available: part.availableQuantity })
  const words = {
    ok: texts.inStock,
    warning: texts.left(countText(part.availableQuantity)),
    danger: texts.soldOut,
  }
  return <span className={`stock-word stock-word--${variant}`}>{words[variant]}</span>
}

type NoteProps = { line: CartLine; change: LineChange; onTake: (units: number) => void }

export function LineChangeNote({ line, change, onTake }: NoteProps) {
  const priceText = usePriceText()
  const countText = useCountText()
  if (change.kind === 'dearer' || change.kind === 'cheaper')
    return (
      <p className="note note--warn">
        <Icon name="warning" />
        <span>
          <b>{`${texts.priceChanged} `}</b>
          <s>{priceText(change.before)}</s>
          <span>{` ${texts.isNow(priceText(change.now), saleUnitNames[line.part?.saleUnit ?? 'each'])}`}</span>
        </span>
      </p>
    )
  if (change.kind === 'few' || change.kind === 'minimum') {
    const units = countText(change.units)
    return (
      <p className="note note--warn">
        <Icon name="warning" />
        <span>
          <b>{`${change.kind === 'few' ? texts.fewLeft(units) : texts.minimumIs(units)} `}</b>
          <span>{texts.youHave(countText(line.quantity))}</span>
        </span>
        <Button size="small" aria-label={texts.takeOf(units, line.name)} onClick={() => onTake(change.units)}>
          {texts.take(units)}
        </Button>
      </p>
    )
  }
  return (
    <p className="note note--bad">
      <Icon name="warning" />
      <span>
        <b>{`${change.kind === 'gone' ? texts.goneNow : texts.soldOutNow} `}</b>
        <span>{texts.notInTotal}</span>
      </span>
    </p>
  )
}
