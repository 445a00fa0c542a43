import { Link } from 'react-router'
import { manageProductTexts as texts } from '#contract/messages/manage-products.ts'
import { partFieldLabels } from '#contract/messages/part-fields.ts'
import { productTexts } from '#contract/messages/products.ts'
import type { Product } from '#contract/products/products.ts'
import { drawingPath } from '#drawings/part-drawing.ts'
import { Count, Price } from '../../layout/shop/price.tsx'
import { stockOf } from '../../layout/shop/stock.ts'
import { StockBar } from '../../layout/shop/stock-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { Picture } from '../../ui/picture.tsx'

type Props = { product: Product; isBusy: boolean; onEdit: () => void; onDelete: () => void }

/** A part as an admin sees it: its numbers, and what can be done with it. */
export function ManageCard({ product, isBusy, onEdit, onDelete }: Props) {
  const { productName, minimumOrder, availableQuantity } = product
  const stock = stockOf({ minimumOrder, available: availableQuantity })
  return (
    <li className="card">
      <figure className="cut plate">
        <Picture
          src={product.img}
          fallback={drawingPath(product)}
          alt={productTexts.pictureOf(productName)}
        />
      </figure>
      <div className="card__b">
        <p className="no num">{product.partNumber}</p>
        <h2>
          <Link to={`/parts/${product._id}`}>{productName}</Link>
        </h2>
        <dl className="facts">
          <dt>{partFieldLabels.minimumOrder}</dt>
          <dd className="num">
            <Count of={minimumOrder} />
          </dd>
          <dt>{partFieldLabels.availableQuantity}</dt>
          <dd className="num">
            <Count of={availableQuantity} />
            {stock.isOut && <b className="out"> {productTexts.outOfStock}</b>}
          </dd>
        </dl>
        <StockBar stock={stock} />
        <div className="buy">
          <p className="price">
            <Price amount={product.price} currency={product.currency} />
          </p>
          <div className="acts">
            <Button size="small" disabled={isBusy} onClick={onEdit}>
              {texts.edit}
            </Button>
            <Button size="small" look="bad" disabled={isBusy} onClick={onDelete}>
              {texts.delete}
            </Button>
          </div>
        </div>
      </div>
    </li>
  )
}
