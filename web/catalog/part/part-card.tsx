import { useState } from 'react'
import { partFieldLabels } from '#contract/messages/part-fields.ts'
import { productTexts as texts } from '#contract/messages/products.ts'
import { Count, Price } from '../../layout/shop/price.tsx'
import { stockOf } from '../../layout/shop/stock.ts'
import { StockBar } from '../../layout/shop/stock-bar.tsx'
import { Button, LinkButton, PageLink } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'
import type { PartCardData } from './part-card-data.ts'

/** One cut in the ruled grid; `isEager` for the first, which alone stands on a phone's first screen. */
export function PartCard({ part, isEager }: { part: PartCardData; isEager?: boolean }) {
  const stock = stockOf(part)
  return (
    <li className="card">
      <figure className="cut plate">
        <Picture src={part.img} fallback={part.drawing} alt={texts.pictureOf(part.name)} isEager={isEager} />
      </figure>
      <Heart name={part.name} />
      <div className="card__b">
        <p className="no num">{part.number}</p>
        <h3>
          <PageLink to={`/parts/${part.id}`}>{part.name}</PageLink>
        </h3>
        <p className={classNames('desc', part.description.isCut && 'cut150')}>{part.description.text}</p>
        <dl className="facts">
          <dt>{partFieldLabels.minimumOrder}</dt>
          <dd className="num">
            <Count of={part.minimumOrder} />
          </dd>
          <dt>{partFieldLabels.availableQuantity}</dt>
          <dd className="num">
            {stock.isOut ? <b className="out">{texts.outOfStock}</b> : <Count of={part.available} />}
          </dd>
        </dl>
        <StockBar stock={stock} />
        <div className="buy">
          <p className="price">
            <Price amount={part.price} currency={part.currency} />
          </p>
          {stock.isOut ? (
            <Button disabled>{texts.purchase}</Button>
          ) : (
            <LinkButton look="tab" to={`/purchase/${part.id}`} aria-label={texts.purchasePart(part.name)}>
              {texts.purchase}
            </LinkButton>
          )}
        </div>
      </div>
    </li>
  )
}

/** A favourite of this moment: off again after a reload. */
function Heart({ name }: { name: string }) {
  const [isOn, setOn] = useState(false)
  return (
    <button
      type="button"
      className="ico heart"
      aria-pressed={isOn}
      aria-label={texts.favourite(name)}
      onClick={() => setOn(!isOn)}
    >
      <Icon name="heart" />
    </button>
  )
}
