import { textOf } from '#contract/catalog/part-types/attribute-values.ts'
import type { ShownAttribute } from '#contract/catalog/part-types/attributes.ts'
import { saleUnitNames } from '#contract/catalog/products/part-fields-texts.ts'
import type { Product } from '#contract/catalog/products/products.ts'
import { type StockLevel, stockLevel } from '#contract/catalog/products/stock-level.ts'
import { listServerTexts as texts } from '#contract/catalog/search/list-server-texts.ts'
import { COLUMNS_SHOWN, type Counts } from '#contract/catalog/search/search.ts'
import { formatCount, formatPrice } from '#contract/platform/money.ts'
import { drawingPath } from '#drawings/drawing-of.ts'
import { partPicture } from '#drawings/part-picture.ts'

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
  values: ListedValue[]
  level: StockLevel
  stock: string
  price: string
  /** What the price is for, and the minimum order, if it is more than one. */
  terms: string
  /** The least and the most that can be ordered, and the price of one unit, for the cart. */
  units: number
  available: number
  unitPrice: number
}

/** `text` is without the unit. */
type ListedValue = { key: string; name: string; text: string; unit: string | null; isNumber: boolean }

/** A column of the table. The unit stands in its head. */
export type ListedColumn = { key: string; name: string; unit: string | null }

/** With a value for each column: empty, where the part has none. Without columns, those that the part has. */
export function toListedPart(product: Product, { locale, columns }: Shown): ListedPart {
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
    values: valuesOf(attributes, { locale, columns }),
    level,
    stock: { in: texts.inStock(count), few: texts.fewLeft(count), out: texts.out }[level],
    price: formatPrice(product.price, { currency, locale }),
    terms: minimumOrder > 1 ? texts.terms(unit, texts.minimum(formatCount(minimumOrder, locale))) : unit,
    units: minimumOrder,
    available,
    unitPrice: product.price,
  }
}

/** The columns with their units, which the parts of the page name. */
export function toListedColumns(columns: Counts['columns'], products: readonly Product[]): ListedColumn[] {
  const units = new Map(products.flatMap(({ attributes }) => attributes.map(({ key, unit }) => [key, unit])))
  return columns.map(({ key, name }) => ({ key, name, unit: units.get(key) ?? null }))
}

type Shown = { locale: string; columns: Counts['columns'] }

function valuesOf(attributes: Product['attributes'], { locale, columns }: Shown): ListedValue[] {
  const toValue = ({ key, name, kind, unit, value, text }: ShownAttribute): ListedValue => ({
    key,
    name,
    text: typeof value === 'number' ? textOf(value, { kind, unit: null, choices: [] }, locale) : text,
    unit,
    isNumber: kind === 'number',
  })
  if (columns.length === 0)
    return attributes
      .filter(({ inTable }) => inTable)
      .slice(0, COLUMNS_SHOWN)
      .map(toValue)
  return columns.map(({ key, name }) => {
    const own = attributes.find((one) => one.key === key)
    return own ? toValue(own) : { key, name, text: '', unit: null, isNumber: false }
  })
}
