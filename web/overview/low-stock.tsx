import { Link } from 'react-router'
import { overviewTexts as texts } from '#contract/messages/overview.ts'
import type { Product } from '#contract/products/products.ts'
import { Count, useCountText } from '../layout/shop/price.tsx'
import { StockBar, stockOf } from '../layout/shop/stock.tsx'

/** The emptiest shelves; each leads to where it is filled. */
export function LowStock({ products }: { products: Product[] }) {
  const countText = useCountText()
  if (products.length === 0) return <p>{texts.noLowStock}</p>
  return (
    <ul className="low">
      {products.map(({ _id, productName, partNumber, minimumOrder, availableQuantity: available }) => {
        const stock = stockOf({ minimumOrder, available })
        return (
          <li key={_id}>
            <span>
              <Link to={`/dashboard/manageProduct?${new URLSearchParams({ q: partNumber ?? productName })}`}>
                {productName}
              </Link>
              <small>{partNumber}</small>
            </span>
            <span className="low__left">
              <b className={stock.isOut ? 'num out' : 'num'}>
                {available === 0 ? texts.out : <Count of={available} />}
              </b>
              {stock.isOut && available > 0 && <small>{texts.belowMinimum(countText(minimumOrder))}</small>}
            </span>
            <StockBar stock={stock} />
          </li>
        )
      })}
    </ul>
  )
}
