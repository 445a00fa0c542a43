import { saleUnitNames } from '#contract/catalog/products/part-fields-texts.ts'
import type { Product } from '#contract/catalog/products/products.ts'
import { type StockLevel, stockLevel } from '#contract/catalog/products/stock-level.ts'
import { listTexts as texts } from '#contract/catalog/search/list-texts.ts'
import { COLUMNS_SHOWN, type Counts } from '#contract/catalog/search/search.ts'
import { formatCount, formatPrice } from '#contract/platform/money.ts'
import { drawingPath } from '#drawings/drawing-of.ts'
import { partPicture } from '#drawings/part-picture.ts'
import { localAttributes } from '../part-types/attribute-texts.ts'

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
  values: { key: string; name: string; text: string; isNumber: boolean }[]
  level: StockLevel
  stock: string
  price: string
  /** What the price is for, and the minimum order, if it is more than one. */
  terms: string
  /** The least quantity and the unit price, for the cart. */
  units: number
  unitPrice: number
}

type Column = Counts['columns'][number]

/** With a value for each column: empty, where the part has none. Without columns, those that the part has. */
export function toListedPart(
  product: Product,
  { locale, columns }: { locale: string; columns: Column[] },
): ListedPart {
  const { minimumOrder, availableQuantity: available, currency, score, attributes } = product
  const drawing = drawingPath(product)
  const level = stockLevel({ minimumOrder, available })
  const count = formatCount(available, locale)
  const unit = saleUnitNames[product.saleUnit]
  return {
    id: product._id,
    name: product.productName,
    number: product.partNumber,
    brand: product.brand,
    img: partPicture(product.img, drawing),
    drawing,
    score: score && { average: score.average.toFixed(1), count: formatCount(score.count, locale) },
    values: valuesOf(localAttributes(attributes, locale), columns),
    level,
    stock: { in: texts.inStock(count), few: texts.fewLeft(count), out: texts.out }[level],
    price: formatPrice(product.price, { currency, locale }),
    terms: minimumOrder > 1 ? texts.terms(unit, texts.minimum(formatCount(minimumOrder, locale))) : unit,
    units: minimumOrder,
    unitPrice: product.price,
  }
}

function valuesOf(attributes: Product['attributes'], columns: Column[]): ListedPart['values'] {
  if (columns.length === 0)
    return attributes
      .filter(({ inTable }) => inTable)
      .slice(0, COLUMNS_SHOWN)
      .map(({ key, name, text, kind }) => ({ key, name, text, isNumber: kind === 'number' }))
  return columns.map(({ key, name }) => {
    const own = attributes.find((one) => one.key === key)
    return { key, name, text: own?.text ?? '', isNumber: own?.kind === 'number' }
  })
}
