import { productTexts } from '#contract/catalog/products/texts.ts'
import { listTexts as texts } from '#contract/catalog/search/list-texts.ts'
import type { Counts } from '#contract/catalog/search/search.ts'
import { Button, PageLink } from '../../platform/ui/button.tsx'
import { Icon } from '../../platform/ui/icon.tsx'
import { drawingView, Picture } from '../../platform/ui/picture.tsx'
import { AddToCart } from '../products/add-to-cart.tsx'
import { FavouriteButton } from '../products/part-card.tsx'
import { PartName } from '../products/part-name.tsx'
import type { ListedPart } from './listed-part-data.ts'

/** The parts as cards or, by the style sheet alone, as rows of a table: `parts-layout.ts`. */
export function PartList({ parts, columns }: { parts: ListedPart[]; columns: Counts['columns'] }) {
  const headings = texts.columns
  return (
    <div className="parts" data-columns={columns.length || undefined}>
      <div className="parts__head" aria-hidden="true">
        <span>{headings.part}</span>
        {columns.length === 0 && <span />}
        {columns.map(({ key, name }) => (
          <span key={key} className="parts__column">
            {name}
          </span>
        ))}
        <span>{headings.stock}</span>
        <span>{headings.rating}</span>
        <span>{headings.price}</span>
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
  const { id, name, number, brand, level, units, unitPrice } = part
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
          {part.values.map(({ key, name: label, text, isNumber }) => (
            <div key={key}>
              <dt className="visually-hidden">{label}</dt>
              <dd className={isNumber ? 'numeric' : undefined}>{text}</dd>
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
        <div className="part-item__buy">
          {level === 'out' ? (
            <Button disabled>{productTexts.addToCart}</Button>
          ) : (
            <AddToCart variant="add" wanted={{ productId: id, name, price: unitPrice, quantity: units }} />
          )}
        </div>
      </div>
      <FavouriteButton name={name} />
    </li>
  )
}
