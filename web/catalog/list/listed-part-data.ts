import type { Product } from '#contract/catalog/products/products.ts'
import { type StockLevel, stockLevel } from '#contract/catalog/products/stock-level.ts'
import { listTexts as texts } from '#contract/catalog/search/list-texts.ts'
import { formatCount, formatPrice } from '#contract/platform/money.ts'
import { drawingPath } from '#drawings/drawing-of.ts'

/** One part of the list. It is computed on the server: the browser formats no numbers and chooses no drawing. */
export type ListedPart = {
  id: string
  name: string
  number: string | null
  brand: string | null
  img: string
  drawing: string
  /** Average rating and number of reviews. */
  score: { average: string; count: string } | null
  /** Values of the attributes that the table of its type has. */
  values: { key: string; name: string; text: string }[]
  level: StockLevel
  stock: string
  price: string
  /** The minimum order, if it is more than one. */
  minimum: string | null
  /** The least quantity and the unit price, for the cart. */
  units: number
  unitPrice: number
}

export function toListedPart(product: Product, locale: string): ListedPart {
  const { minimumOrder, availableQuantity: available, currency, score, attributes } = product
  const level = stockLevel({ minimumOrder, available })
  const count = formatCount(available, locale)
  return {
    id: product._id,
    name: product.productName,
    number: product.partNumber,
    brand: product.brand,
    img: product.img,
    drawing: drawingPath(product),
    score: score && { average: score.average.toFixed(1), count: formatCount(score.count, locale) },
    values: attributes
      .filter(({ inTable }) => inTable)
      .slice(0, 4)
      .map(({ key, name, text }) => ({ key, name, text })),
    level,
    stock: { in: texts.inStock(count), few: texts.fewLeft(count), out: texts.out }[level],
    price: formatPrice(product.price, { currency, locale }),
    minimum: minimumOrder > 1 ? texts.minimum(formatCount(minimumOrder, locale)) : null,
    units: minimumOrder,
    unitPrice: product.price,
  }
}
