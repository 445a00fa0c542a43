import { useEffect, useId, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { pricePerUnit } from '#contract/catalog/products/part-fields-texts.ts'
import type { Cart, CartLine } from '#contract/sales/cart/cart.ts'
import { checkoutPageTexts as pageTexts } from '#contract/sales/cart/checkout-page-texts.ts'
import { cartTexts as texts } from '#contract/sales/cart/texts.ts'
import { rememberFocus } from '../../../platform/forms/remember-focus.ts'
import { useCountText, usePriceText } from '../../../platform/layout/price.tsx'
import { PageLink } from '../../../platform/ui/button.tsx'
import { classNames } from '../../../platform/ui/class-names.ts'
import { Icon } from '../../../platform/ui/icon.tsx'
import { changesOf } from '../cart-changes.ts'
import { LineChangeNote } from '../cart-lines.tsx'
import { setQuantity } from '../cart-store.ts'
import { LineFigure } from '../line-figure.tsx'
import { CartTotals } from '../totals.tsx'
import { lineId } from './checkout-problems.tsx'

/** What is ordered, and what has changed at its line, to be settled here. On phones it is folded, unless something is open. */
export function CheckoutSummary({ cart }: { cart: Cart }) {
  const countText = useCountText()
  const priceText = usePriceText()
  const units = texts.units(countText(cart.units), cart.units === 1)
  const id = useId()
  const restoreFocus = useRef<() => void>(undefined)
  // the button that changed a line is gone with it: the focus goes to the line in its place
  useEffect(() => {
    if (cart) restoreFocus.current?.()
    restoreFocus.current = undefined
  }, [cart])
  const [isUnfolded, setUnfolded] = useState(false)
  const isOpen = isUnfolded || cart.lines.some((line) => changesOf(line).length > 0)
  return (
    <aside
      className={classNames('cart-sum checkout__sum', isOpen && 'is-open')}
      aria-label={pageTexts.yourOrder}
    >
      <button
        type="button"
        className="checkout__fold"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setUnfolded(!isOpen)}
      >
        <span>{pageTexts.units(units, priceText(cart.total, cart.currency))}</span>
        <Icon name={isOpen ? 'up' : 'down'} size={18} />
      </button>
      <div id={id}>
        <h2>{pageTexts.yourOrder}</h2>
        <ul className="order-lines">
          {cart.lines.map((line) => (
            <SummaryLine
              key={line.productId}
              line={line}
              onChange={() => {
                restoreFocus.current = rememberFocus()
              }}
            />
          ))}
        </ul>
        <CartTotals cart={cart} />
        <p>
          <PageLink to="/cart">{pageTexts.back}</PageLink>
        </p>
      </div>
    </aside>
  )
}

function SummaryLine({ line, onChange }: { line: CartLine; onChange: () => void }) {
  const priceText = usePriceText()
  const countText = useCountText()
  const { revalidate } = useRevalidator()
  const { productId, name, part, quantity, total, fault } = line
  const set = (units: number) => {
    onChange()
    void setQuantity(line, units).then(revalidate)
  }
  return (
    <li id={lineId(productId)} className={fault ? 'is-out' : undefined}>
      <LineFigure part={part} width={60} />
      <b>{name}</b>
      <span className="numeric">{total !== null && fault === null ? priceText(total) : '–'}</span>
      <small>
        {part && texts.times(countText(quantity), pricePerUnit(priceText(part.price), part.saleUnit))}
      </small>
      {changesOf(line).map((change) => (
        <LineChangeNote key={change.kind} line={line} change={change} onTake={set} />
      ))}
      {fault && (
        <button type="button" className="link" aria-label={texts.removePart(name)} onClick={() => set(0)}>
          {texts.remove}
        </button>
      )}
    </li>
  )
}
