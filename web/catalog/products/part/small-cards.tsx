import { partPageTexts as texts } from '#contract/catalog/products/part-page-texts.ts'
import { productTexts } from '#contract/catalog/products/texts.ts'
import { PageLink } from '../../../platform/ui/button.tsx'
import { classNames } from '../../../platform/ui/class-names.ts'
import { drawingView, Picture } from '../../../platform/ui/picture.tsx'
import { AddToCart } from '../add-to-cart.tsx'
import { CardPrice } from '../part-card.tsx'
import type { PartCardData } from '../part-card-data.ts'
import type { Stock } from '../stock.tsx'

/** Parts beside another: what decides at a glance. The link covers the card, the button lies above it. */
export function SmallCards({ parts }: { parts: PartCardData[] }) {
  return (
    <ul className="small-cards">
      {parts.map((part) => (
        <li key={part.id}>
          <div className="figure">
            <Picture
              src={drawingView(part.img, 'thumb')}
              fallback={drawingView(part.drawing, 'thumb')}
              alt=""
              width={120}
              height={90}
            />
          </div>
          <div className="small-cards__text">
            <p className="numeric">{part.number}</p>
            <h3>
              <PageLink to={`/parts/${part.id}`}>{part.name}</PageLink>
            </h3>
            <p className={classNames('stock-word', `stock-word--${part.stock.variant}`)}>
              {stockWord(part.stock, part.available)}
            </p>
          </div>
          <CardPrice part={part} />
          {!part.stock.isOut && (
            <AddToCart
              variant="add"
              wanted={{
                productId: part.id,
                name: part.name,
                price: part.unitPrice,
                quantity: part.units,
              }}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

/** How much of a part there is, in words. */
export function stockWord({ variant }: Stock, count: string): string {
  if (variant === 'danger') return productTexts.outOfStock
  return variant === 'ok' ? texts.available(count) : texts.few(count)
}
