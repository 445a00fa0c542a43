import { productTexts as texts } from '#contract/messages/products.ts'
import { Tag } from '../../ui/tag.tsx'

export type Stock = { isOut: boolean; tone: 'ok' | 'warn' | 'bad'; percent: number }

const FULL_BAR = 300
/** Up to this many minimum orders are low stock. */
const LOW_ORDERS = 5

/** The stock of a part, for its bar and its tag; less than the minimum order is out of stock. The bar is logarithmic. */
export function stockOf({ minimumOrder, available }: { minimumOrder: number; available: number }): Stock {
  if (available < minimumOrder) return { isOut: true, tone: 'bad', percent: 0 }
  const percent = Math.round((100 * Math.log1p(available)) / Math.log1p(FULL_BAR))
  const isLow = available <= LOW_ORDERS * minimumOrder && available < 30
  return { isOut: false, tone: isLow ? 'warn' : 'ok', percent: Math.min(100, percent) }
}

export function StockBar({ stock }: { stock: Stock }) {
  return (
    <div className={`stock stock--${stock.tone}`} aria-hidden="true">
      <i style={{ width: `${stock.percent}%` }} />
    </div>
  )
}

const words = { ok: texts.inStock, warn: texts.lowStock, bad: texts.outOfStock }

export function StockTag({ stock }: { stock: Stock }) {
  return <Tag tone={stock.tone}>{words[stock.tone]}</Tag>
}
