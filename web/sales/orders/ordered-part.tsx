import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { SaleUnit } from '#contract/catalog/products/part-fields.ts'
import { pricePerUnit } from '#contract/catalog/products/part-fields-texts.ts'
import { drawingPath } from '#drawings/drawing-of.ts'
import { Count, Price, usePriceText } from '../../platform/layout/price.tsx'
import { drawingView, Picture } from '../../platform/ui/picture.tsx'

type PartProps = { part: { productName: string; img: string; category?: string }; to?: string }

/** An ordered part with its picture, and a line below its name. Without `to` the name is no link. */
export function OrderedPart({ part, to, children }: PartProps & { children: ReactNode }) {
  const drawing = drawingPath({ category: '', ...part })
  return (
    <div className="ordered-part">
      <div className="figure">
        <Picture src={drawingView(part.img, 'thumb')} fallback={drawingView(drawing, 'thumb')} alt="" />
      </div>
      <div>
        {to ? <Link to={to}>{part.productName}</Link> : <b>{part.productName}</b>}
        <small>{children}</small>
      </div>
    </div>
  )
}

type AmountsProps = {
  order: {
    price: number
    currency: string
    quantity: number
    total: number
    lines?: { position: number; name: string; quantity: number; total: number }[]
  }
  /** What the price of one part is for. */
  saleUnit: SaleUnit | null
  labels: { price: string; quantity: string; total: string }
}

/** The unit price of one part; of several what each costs. */
export function OrderAmounts({
  order: { price, currency, quantity, total, lines = [] },
  saleUnit,
  labels,
}: AmountsProps) {
  const priceText = usePriceText()
  return (
    <dl>
      {lines.length > 1 ? (
        lines.map((line) => (
          <Fragment key={line.position}>
            <dt>
              <Count value={line.quantity} />
              <span>{` × ${line.name}`}</span>
            </dt>
            <dd className="numeric">
              <Price amount={line.total} currency={currency} />
            </dd>
          </Fragment>
        ))
      ) : (
        <>
          <dt>{labels.price}</dt>
          <dd className="numeric">{pricePerUnit(priceText(price, currency), saleUnit)}</dd>
        </>
      )}
      <dt>{labels.quantity}</dt>
      <dd className="numeric">
        <Count value={quantity} />
      </dd>
      <dt className="sum">{labels.total}</dt>
      <dd className="price sum">
        <Price amount={total} currency={currency} />
      </dd>
    </dl>
  )
}
