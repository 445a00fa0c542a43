import { useRef } from 'react'
import { productTexts } from '#contract/catalog/products/texts.ts'
import { listTexts as texts } from '#contract/catalog/search/list-texts.ts'
import { Button, PageLink } from '../../platform/ui/button.tsx'
import { Icon } from '../../platform/ui/icon.tsx'
import { drawingView, Picture } from '../../platform/ui/picture.tsx'
import { AddToCart } from '../products/add-to-cart.tsx'
import { FavouriteButton } from '../products/part-card.tsx'
import { PartName } from '../products/part-name.tsx'
import type { ListedColumn, ListedPart } from './listed-part-data.ts'

/** The parts as cards or, by the style sheet alone, as rows of a table: `parts-layout.ts`. */
export function PartList({ parts, columns }: { parts: ListedPart[]; columns: ListedColumn[] }) {
  const headings = texts.columns
  return (
    <div className="parts" data-columns={columns.length || undefined}>
      <div className="parts__head" aria-hidden="true">
        <span>{headings.part}</span>
        {columns.length === 0 && <span />}
        {columns.map(({ key, name, unit }) => (
          <span key={key} className={unit ? 'parts__column is-number' : 'parts__column'}>
            <span>{name}</span>
            {unit && <small>{unit}</small>}
          </span>
        ))}
        <span>{headings.stock}</span>
        <span className="parts__rating">{headings.rating}</span>
        <span className="is-number">{headings.price}</span>
        <span>{productTexts.quantity}</span>
      </div>
      <ul className="parts__list">
        {parts.map((part, at) => (
          <Item key={part.id} part={part} isEager={at < 4} />
        ))}
      </ul>
    </div>
  )
}

function Item({ part, isEager }: { part: ListedPart; isEager: boolean }) {
  const { id, name, number, brand, level } = part
  return (
    <li className={level === 'out' ? 'part-item is-out' : 'part-item'}>
      <div className="part-item__picture figure">
        <Picture src={drawingView(part.img, 'thumb')} fallback={part.drawing} alt="" isEager={isEager} />
      </div>
      <div className="part-item__name">
        <p className="part-item__number">
          <span className="numeric">{number}</span>
          {brand && <span>{brand}</span>}
        </p>
        <h3>
          <PageLink to={`/parts/${id}`}>
            <span className="part-item__title">
              <PartName name={name} />
            </span>
          </PageLink>
        </h3>
      </div>
      {part.values.length > 0 && (
        <dl className="part-item__values">
          {part.values.map(({ key, name: label, text, unit, isNumber }) => (
            <div key={key}>
              <dt className="visually-hidden">{label}</dt>
              <dd className={isNumber ? 'numeric' : undefined}>
                {text && <span>{text}</span>}
                {unit && <span className="part-item__unit">{` ${unit}`}</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className="part-item__facts">
        <p className={`part-stock part-stock--${level}`}>{part.stock}</p>
        <p className="part-item__rating">
          {part.score && (
            <>
              <Icon name="star" size={14} />
              <b className="numeric" aria-hidden="true">
                {part.score.average}
              </b>
              <small className="numeric" aria-hidden="true">{`(${part.score.count})`}</small>
              <span className="visually-hidden">{texts.score(part.score.average, part.score.count)}</span>
            </>
          )}
        </p>
      </div>
      <div className="part-item__purchase">
        <div className="part-item__price">
          <p className="price">{part.price}</p>
          <p className="part-item__terms">
            <span>{part.terms}</span>
            {level !== 'out' && (
              <PageLink className="link" to={`/purchase/${id}`} aria-label={productTexts.buyPartNow(name)}>
                {productTexts.buyNow}
              </PageLink>
            )}
          </p>
        </div>
        {level === 'out' ? (
          <div className="part-item__buy">
            <Button disabled>
              <AddText />
            </Button>
          </div>
        ) : (
          <Buy part={part} />
        )}
      </div>
      <FavouriteButton name={name} />
    </li>
  )
}

/**
 * Adds the minimum order or, in the table, as many as its box says: what is typed is brought into the limits as in a `Stepper`.
 * Enter in the box presses the button; a form of this method is never sent, not even without JavaScript.
 */
function Buy({ part: { id, name, unitPrice, units, available } }: { part: ListedPart }) {
  const box = useRef<HTMLInputElement>(null)
  const readQuantity = () => {
    if (!box.current?.checkVisibility()) return units
    const typed = /^\s*\d{1,9}\s*$/.test(box.current.value) ? Number(box.current.value) : units
    const quantity = Math.max(units, Math.min(available, typed))
    box.current.value = String(quantity)
    return quantity
  }
  return (
    <form method="dialog" className="part-item__buy">
      <input
        ref={box}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        aria-label={texts.quantityOf(name)}
        defaultValue={units}
        onBlur={readQuantity}
      />
      <AddToCart
        type="submit"
        variant="add"
        wanted={{ productId: id, name, price: unitPrice, quantity: units }}
        readQuantity={readQuantity}
      >
        <AddText />
      </AddToCart>
    </form>
  )
}

/** The style sheet shows one of them: on cards the first, in the table the second. */
function AddText() {
  return (
    <>
      <span>{productTexts.addToCart}</span>
      <span className="part-item__add">{texts.add}</span>
    </>
  )
}
