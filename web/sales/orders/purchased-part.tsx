import { partFieldLabels as labels, saleUnitNames } from '#contract/catalog/products/part-fields-texts.ts'
import type { Product } from '#contract/catalog/products/products.ts'
import { productTexts as texts } from '#contract/catalog/products/texts.ts'
import { partPicture } from '#drawings/part-picture.ts'
import { useCategoryName } from '../../catalog/part-types/categories.ts'
import { StockBar, StockTag, stockOf } from '../../catalog/products/stock.tsx'
import { Price, useCountText } from '../../platform/layout/price.tsx'
import { type Detail, DetailList } from '../../platform/ui/detail-list.tsx'
import type { Elements } from '../../platform/ui/elements.ts'
import { DrawingFrame } from '../../platform/ui/page-section.tsx'
import { drawingView, Picture } from '../../platform/ui/picture.tsx'

export function PartFigure({ part, drawing }: { part: Product; drawing: string }) {
  const { plate } = texts
  const categoryName = useCategoryName()
  const details = [
    { label: plate.part, value: part.productName },
    { label: plate.number, value: part.partNumber ?? '–', className: 'numeric' },
    { label: plate.category, value: categoryName(part.category) },
    { label: plate.units, value: plate.millimetres, className: 'numeric' },
  ]
  return (
    <figure>
      <DrawingFrame>
        <Picture
          src={drawingView(partPicture(part.img, drawing), 'plate')}
          fallback={drawingView(drawing, 'plate')}
          alt={texts.pictureOf(part.productName)}
          width={640}
          height={480}
          isMain
        />
        <DetailList className="title-block" details={details} inRows />
      </DrawingFrame>
    </figure>
  )
}

type PartDetailsProps = {
  part: Product
  children?: Elements
}

export function PartDetails({ part, children }: PartDetailsProps) {
  const stock = stockOf({ minimumOrder: part.minimumOrder, available: part.availableQuantity })
  const countText = useCountText()
  const categoryName = useCategoryName()
  const details: Detail[] = [
    { label: texts.productId, value: part._id, className: 'numeric' },
    { label: texts.minimumOrderQuantity, value: countText(part.minimumOrder), className: 'numeric' },
    { label: labels.availableQuantity, value: countText(part.availableQuantity), className: 'numeric' },
    { label: labels.category, value: categoryName(part.category) },
  ]
  if (part.brand) details.push({ label: labels.brand, value: part.brand })
  return (
    <div>
      <p className="part-number numeric">{part.partNumber}</p>
      <h1>{part.productName}</h1>
      <p className="lead">{part.description}</p>
      <div className="price-box">
        <p className="price">
          <Price amount={part.price} currency={part.currency} />
          <small>{saleUnitNames[part.saleUnit]}</small>
        </p>
        <div className="stock-box">
          <StockTag stock={stock} />
          <StockBar stock={stock} />
        </div>
      </div>
      <DetailList className="detail-list" details={details} />
      {children}
    </div>
  )
}
