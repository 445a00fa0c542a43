import type { ReactNode } from 'react'
import { partFieldLabels } from '#contract/messages/part-fields.ts'
import { productTexts as texts } from '#contract/messages/products.ts'
import { categoryNames } from '#contract/products/categories.ts'
import type { Product } from '#contract/products/products.ts'
import { Count, Price } from './price.tsx'
import { stockOf } from './stock.ts'
import { StockBar, StockTag } from './stock-bar.tsx'

/** Name, price, stock and numbers of a part; `children` is the way to buy it. */
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
