import { Link } from 'react-router'
import type { Order } from '#contract/orders/orders.ts'
import { drawingPath } from '#drawings/part-drawing.ts'
import { Time } from '../layout/shop/price.tsx'
import { Picture, thumbOf } from '../ui/picture.tsx'

/** What was ordered and when, with its picture; in a question the name is no link, which would lead away from it. */
export function OrderItem({ order, isAsked = false }: { order: Order; isAsked?: boolean }) {
  return (
    <div className="item">
      <div className="plate">
        <Picture
          src={thumbOf(order.img)}
          fallback={thumbOf(drawingPath({ productName: order.productName, category: '' }))}
          alt=""
        />
      </div>
      <div>
        {isAsked ? (
          <b>{order.productName}</b>
        ) : (
          <Link to={`/parts/${order.productId}`}>{order.productName}</Link>
        )}
        <small>
          <Time at={order.createdAt} style="date" />
        </small>
      </div>
    </div>
  )
}
