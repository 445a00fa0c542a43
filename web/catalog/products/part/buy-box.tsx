import { type Ref, type RefObject, useEffect, useRef, useState } from 'react'
import { noticeTexts } from '#contract/catalog/notices/texts.ts'
import { pricePerUnit, saleUnitNames } from '#contract/catalog/products/part-fields-texts.ts'
import { partPageTexts as texts } from '#contract/catalog/products/part-page-texts.ts'
import type { Product } from '#contract/catalog/products/products.ts'
import { productTexts } from '#contract/catalog/products/texts.ts'
import { fromMinor, toMinor } from '#contract/platform/money.ts'
import { Stepper } from '../../../platform/forms/stepper.tsx'
import { Price, useCountText, usePriceText } from '../../../platform/layout/price.tsx'
import { LinkButton } from '../../../platform/ui/button.tsx'
import { Tag } from '../../../platform/ui/tag.tsx'
import { AddToCart } from '../add-to-cart.tsx'
import { StockBar, stockOf } from '../stock.tsx'
import { stockWord } from './small-cards.tsx'
import { StockNotice } from './stock-notice.tsx'

type BuyBoxProps = {
  ref: Ref<HTMLElement>
  part: Product
  quantity: number
  onQuantity: (quantity: number) => void
}

/** Price, stock, quantity and the two ways to buy. */
export function BuyBox({ ref, part, quantity, onQuantity }: BuyBoxProps) {
  const { _id, productName, price, minimumOrder, availableQuantity } = part
  const stock = stockOf({ minimumOrder, available: availableQuantity })
  const countText = useCountText()
  return (
    <section ref={ref} className="buy-box" aria-label={texts.buy(productName)}>
      <div className="buy-box__price">
        <p className="price">
          <Price amount={price} currency={part.currency} />
          <small>{saleUnitNames[part.saleUnit]}</small>
        </p>
        {minimumOrder > 1 && <p>{texts.minimum(countText(minimumOrder))}</p>}
      </div>
      <div className="buy-box__stock">
        <Tag variant={stock.variant}>{stockWord(stock, countText(availableQuantity))}</Tag>
        <StockBar stock={stock} />
      </div>
      <BackAgain isOut={stock.isOut} />
      {stock.isOut ? (
        <div>
          <StockNotice />
        </div>
      ) : (
        <div className="buy-box__actions">
          <Stepper
            label={productTexts.quantity}
            value={quantity}
            min={minimumOrder}
            max={availableQuantity}
            onChange={onQuantity}
          />
          <AddToCart
            variant="primary"
            size="big"
            wanted={{ productId: _id, name: productName, price, quantity }}
          />
          <LinkButton to={`/purchase/${_id}`}>{productTexts.buyNow}</LinkButton>
        </div>
      )}
    </section>
  )
}

/** Says so where a part that was sold out when the page opened is for sale. */
function BackAgain({ isOut }: { isOut: boolean }) {
  const [wasOut] = useState(isOut)
  const text = useRef<HTMLParagraphElement>(null)
  const isBack = wasOut && !isOut
  // the field for the notice, which had the focus, is gone
  useEffect(() => {
    if (isBack && document.activeElement === document.body) text.current?.focus()
  }, [isBack])
  if (!isBack) return null
  return (
    <p ref={text} role="status" tabIndex={-1} className="buy-box__back">
      {noticeTexts.isBack}
    </p>
  )
}

type BuyBarProps = { buyBox: RefObject<HTMLElement | null>; part: Product; quantity: number }

/** On phones, at the foot of the window once the buy box has scrolled away upwards. */
export function BuyBar({ buyBox, part, quantity }: BuyBarProps) {
  const { _id, productName, price, currency, saleUnit, minimumOrder, availableQuantity } = part
  const [isPast, setPast] = useState(false)
  const priceText = usePriceText()
  const countText = useCountText()
  const total = fromMinor((toMinor(price, currency) ?? 0) * quantity, currency)
  useEffect(() => {
    const box = buyBox.current
    if (!box) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setPast(!entry.isIntersecting && entry.boundingClientRect.bottom <= 0)
    })
    observer.observe(box)
    return () => observer.disconnect()
  }, [buyBox])
  if (!isPast || stockOf({ minimumOrder, available: availableQuantity }).isOut) return null
  return (
    <section className="buy-bar" aria-label={texts.buyBar(productName)}>
      <div>
        <p className="price">{priceText(total, currency)}</p>
        <p className="numeric">
          {texts.sum(countText(quantity), pricePerUnit(priceText(price, currency), saleUnit))}
        </p>
      </div>
      <AddToCart variant="primary" wanted={{ productId: _id, name: productName, price, quantity }} />
    </section>
  )
}
