import { percentText } from '#contract/platform/money.ts'
import type { Cart, Quote } from '#contract/sales/cart/cart.ts'
import { cartTexts as texts } from '#contract/sales/cart/texts.ts'
import { useStore } from '../../platform/api/store-config.ts'
import { Price, useCountText, usePriceText } from '../../platform/layout/price.tsx'
import { openLines, soundLines } from './cart-changes.ts'

type Props = { cart: Pick<Quote, 'units' | 'total' | 'tax' | 'currency'> }

/** Goods, delivery, total and the tax in it. */
export function CartTotals({ cart: { units, total, tax, currency } }: Props) {
  const countText = useCountText()
  const priceText = usePriceText()
  const { locale } = useStore()
  return (
    <dl className="totals">
      <dt>{texts.goods(texts.units(countText(units), units === 1))}</dt>
      <dd>
        <Price amount={total} currency={currency} />
      </dd>
      <dt>
        <span>{texts.delivery}</span>
        <small>{texts.deliveryText}</small>
      </dt>
      <dd>{texts.deliveryFree}</dd>
      <dt className="totals__sum">
        <span>{texts.total}</span>
        {tax && (
          <small>{texts.taxIncluded(priceText(tax.amount, currency), percentText(tax.rate, locale))}</small>
        )}
      </dt>
      <dd className="totals__sum price">
        <Price amount={total} currency={currency} />
      </dd>
    </dl>
  )
}

/** Why the cart cannot be ordered now; undefined if it can. */
export function useReasonToWait(cart: Cart): string | undefined {
  const countText = useCountText()
  const open = openLines(cart)
  if (open > 0) return texts.settle(countText(open), open === 1)
  return soundLines(cart).length === 0 ? texts.nothingLeft : undefined
}
