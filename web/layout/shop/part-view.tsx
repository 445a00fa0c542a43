import type { ReactNode } from 'react'
import { partFieldLabels } from '#contract/messages/part-fields.ts'
import { productTexts as texts } from '#contract/messages/products.ts'
import { categoryNames } from '#contract/products/categories.ts'
import type { Product } from '#contract/products/products.ts'
import { PageLink } from '../../ui/button.tsx'
import { SheetFrame } from '../../ui/dialogs/sheet-frame.tsx'
import { Picture, plateOf } from '../../ui/picture.tsx'
import { partsAddress } from './parts-address.ts'
import { Count, Price } from './price.tsx'
import { StockBar, StockTag, stockOf } from './stock.tsx'

/** Links to Home and to the part's category. */
export function PartBreadcrumb({ part }: { part: Product }) {
  return (
    <nav aria-label={texts.breadcrumb}>
      <ol className="crumb">
        <li>
          <PageLink to="/">{texts.home}</PageLink>
        </li>
        <li>
          <PageLink to={partsAddress({ category: part.category })}>{categoryNames[part.category]}</PageLink>
        </li>
        <li aria-current="page">{part.partNumber ?? part.productName}</li>
      </ol>
    </nav>
  )
}

/** The picture of a part, framed as a technical drawing with its title block. */
export function PartPlate({ part, drawing }: { part: Product; drawing: string }) {
  const { plate } = texts
  const cells = [
    { label: plate.part, text: part.productName },
    { label: plate.number, text: part.partNumber ?? '–', isFigure: true },
    { label: plate.shelf, text: categoryNames[part.category] },
    { label: plate.units, text: plate.millimetres, isFigure: true },
  ]
  return (
    <figure>
      <SheetFrame>
        <Picture
          src={plateOf(part.img)}
          fallback={plateOf(drawing)}
          alt={texts.pictureOf(part.productName)}
          width={640}
          height={480}
          isMain
        />
        <dl className="titleblock">
          {cells.map(({ label, text, isFigure }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className={isFigure ? 'num' : undefined}>{text}</dd>
            </div>
          ))}
        </dl>
      </SheetFrame>
    </figure>
  )
}

/** Name, price, stock and details of a part; `children` is the way to buy it. */
export function PartFacts({ part, children }: { part: Product; children: ReactNode }) {
  const stock = stockOf({ minimumOrder: part.minimumOrder, available: part.availableQuantity })
  return (
    <div>
      <p className="no num">{part.partNumber}</p>
      <h1>{part.productName}</h1>
      <p className="lead">{part.description}</p>
      <div className="pricebig">
        <p className="price">
          <Price amount={part.price} currency={part.currency} />
        </p>
        <div className="instock">
          <StockTag stock={stock} />
          <StockBar stock={stock} />
        </div>
      </div>
      <dl className="spec">
        <dt>{texts.productId}</dt>
        <dd className="num">{part._id}</dd>
        <dt>{texts.minimumOrderQuantity}</dt>
        <dd className="num">
          <Count of={part.minimumOrder} />
        </dd>
        <dt>{partFieldLabels.availableQuantity}</dt>
        <dd className="num">
          <Count of={part.availableQuantity} />
        </dd>
        <dt>{partFieldLabels.category}</dt>
        <dd>{categoryNames[part.category]}</dd>
        {part.brand && (
          <>
            <dt>{partFieldLabels.brand}</dt>
            <dd>{part.brand}</dd>
          </>
        )}
      </dl>
      {children}
    </div>
  )
}
