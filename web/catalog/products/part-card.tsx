import { useState } from 'react'
import { partFieldLabels, saleUnitNames } from '#contract/catalog/products/part-fields-texts.ts'
import { productTexts as texts } from '#contract/catalog/products/texts.ts'
import { Button, LinkButton, PageLink } from '../../platform/ui/button.tsx'
import { classNames } from '../../platform/ui/class-names.ts'
import type { Elements } from '../../platform/ui/elements.ts'
import { Icon } from '../../platform/ui/icon.tsx'
import { Picture } from '../../platform/ui/picture.tsx'
import { AddToCart } from './add-to-cart.tsx'
import type { PartCardData } from './part-card-data.ts'
import { PartName } from './part-name.tsx'
import { StockBar } from './stock.tsx'

type Props = {
  part: PartCardData
  /** Loads the picture eagerly, not lazily. Set for the first card of the list of parts. */
  isEager?: boolean
  /** An admin's buttons, instead of description, favourite and Purchase. */
  actions?: Elements
  /** Add to cart and Buy now instead of Purchase. */
  hasCart?: boolean
}

export function PartCard({ part, isEager, actions, hasCart = false }: Props) {
  const Heading = actions ? 'h2' : 'h3'
  const { stock } = part
  const { text, isCut } = part.description
  return (
    <li className="card">
      <figure className="card__picture figure">
        <Picture src={part.img} fallback={part.drawing} alt={texts.pictureOf(part.name)} isEager={isEager} />
      </figure>
      {!actions && <FavouriteButton name={part.name} />}
      <div className="card__body">
        <p className="part-number numeric">{part.number}</p>
        <Heading>
          <PageLink to={`/parts/${part.id}`}>
            <PartName name={part.name} />
          </PageLink>
        </Heading>
        {!actions && <p className={classNames('description', isCut && 'is-cut')}>{text}</p>}
        <dl className="card__details">
          <dt>{partFieldLabels.minimumOrder}</dt>
          <dd className="numeric">{part.minimumOrder}</dd>
          <dt>{partFieldLabels.availableQuantity}</dt>
          <dd className="numeric">
            {(actions || !stock.isOut) && <span>{`${part.available} `}</span>}
            {stock.isOut && <b className="out-of-stock">{texts.outOfStock}</b>}
          </dd>
        </dl>
        <StockBar stock={stock} />
        <div className="card__purchase">
          <CardPrice part={part} />
          {actions ?? (hasCart ? <CartButtons part={part} /> : <Purchase part={part} />)}
        </div>
      </div>
    </li>
  )
}

/** With what it is for, unless it is the price of one. */
export function CardPrice({ part: { price, saleUnit } }: { part: PartCardData }) {
  return (
    <p className="price">
      <span>{price}</span>
      {saleUnit !== 'each' && <small>{saleUnitNames[saleUnit]}</small>}
    </p>
  )
}

function CartButtons({ part: { id, name, stock, units, unitPrice } }: { part: PartCardData }) {
  if (stock.isOut) return <Button disabled>{texts.addToCart}</Button>
  return (
    <>
      <AddToCart variant="add" wanted={{ productId: id, name, price: unitPrice, quantity: units }} />
      <PageLink className="link" to={`/purchase/${id}`} aria-label={texts.buyPartNow(name)}>
        {texts.buyNow}
      </PageLink>
    </>
  )
}

function Purchase({ part: { id, name, stock } }: { part: PartCardData }) {
  if (stock.isOut) return <Button disabled>{texts.purchase}</Button>
  return (
    <LinkButton variant="next" to={`/purchase/${id}`} aria-label={texts.purchasePart(name)}>
      {texts.purchase}
    </LinkButton>
  )
}

export function FavouriteButton({ name }: { name: string }) {
  const [isOn, setOn] = useState(false)
  return (
    <button
      type="button"
      className="icon-button heart"
      aria-pressed={isOn}
      aria-label={texts.favourite(name)}
      onClick={() => setOn(!isOn)}
    >
      <Icon name="heart" />
    </button>
  )
}
