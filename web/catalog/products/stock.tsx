import { stockLevel } from '#contract/catalog/products/stock-level.ts'
import { productTexts as texts } from '#contract/catalog/products/texts.ts'
import { Tag } from '../../platform/ui/tag.tsx'

export type Stock = { isOut: boolean; variant: 'ok' | 'warning' | 'danger'; percent: number }

const FULL_BAR_UNITS = 300

/** The stock of a part, for its bar and its tag; less than the minimum order is out of stock. The bar is logarithmic. */
export function stockOf({ minimumOrder, available }: { minimumOrder: number; available: number }): Stock {
  const level = stockLevel({ minimumOrder, available })
  if (level === 'out') return { isOut: true, variant: 'danger', percent: 0 }
  const percent = Math.round((100 * Math.log1p(available)) / Math.log1p(FULL_BAR_UNITS))
  return { isOut: false, variant: level === 'few' ? 'warning' : 'ok', percent: Math.min(100, percent) }
}

export function StockBar({ stock }: { stock: Stock }) {
  return (
    <div className={`stock-bar stock-bar--${stock.variant}`} aria-hidden="true">
      <i style={{ width: `${stock.percent}%` }} />
    </div>
  )
}

const labels = { ok: texts.inStock, warning: texts.lowStock, danger: texts.outOfStock }

export function StockTag({ stock }: { stock: Stock }) {
  return <Tag variant={stock.variant}>{labels[stock.variant]}</Tag>
}
