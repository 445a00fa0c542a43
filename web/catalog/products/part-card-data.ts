import type { SaleUnit } from '#contract/catalog/products/part-fields.ts'
import type { Product } from '#contract/catalog/products/products.ts'
import { formatCount, formatPrice } from '#contract/platform/money.ts'
import { drawingPath } from '#drawings/drawing-of.ts'
import { partPicture } from '#drawings/part-picture.ts'
import { type CutText, cutText } from '../../platform/ui/cut-text.ts'
import { type Stock, stockOf } from './stock.tsx'

/**
 * The data of a card. Public pages compute it on the server: they send no long description in full, and the browser
 * neither loads the rules that choose a drawing nor formats the numbers of the cards.
 */
export type PartCardData = {
  id: string
  name: string
  number: string | null
  img: string
  drawing: string
  description: CutText
  minimumOrder: string
  available: string
  stock: Stock
  price: string
  saleUnit: SaleUnit
  /** The least quantity and the unit price, for the cart. */
  units: number
  unitPrice: number
}

const DESCRIPTION_GRAPHEMES = 150

export function toPartCard(product: Product, locale: string): PartCardData {
  const { minimumOrder, availableQuantity: available, currency } = product
  const drawing = drawingPath(product)
  return {
    id: product._id,
    name: product.productName,
    number: product.partNumber,
    img: partPicture(product.img, drawing),
    drawing,
    description: cutText(product.description, DESCRIPTION_GRAPHEMES),
    minimumOrder: formatCount(minimumOrder, locale),
    available: formatCount(available, locale),
    stock: stockOf({ minimumOrder, available }),
    price: formatPrice(product.price, { currency, locale }),
    saleUnit: product.saleUnit,
    units: minimumOrder,
    unitPrice: product.price,
  }
}
