import { productTexts as texts } from '#contract/messages/products.ts'
import { Tag } from '../../ui/tag.tsx'
import type { Stock } from './stock.ts'

/** How full the shelf is, as a bar; the figure stands beside it. */
export function StockBar({ stock }: { stock: Stock }) {
  return (
    <div className={`stock stock--${stock.tone}`} aria-hidden="true">
      <i style={{ width: `${stock.percent}%` }} />
    </div>
  )
}

const words = { ok: texts.inStock, warn: texts.lowStock, bad: texts.outOfStock }

/** The same in a word. */
export function StockTag({ stock }: { stock: Stock }) {
  return <Tag tone={stock.tone}>{words[stock.tone]}</Tag>
}
