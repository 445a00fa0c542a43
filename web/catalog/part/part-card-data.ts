import type { Product } from '#contract/products/products.ts'
import { drawingPath } from '#drawings/part-drawing.ts'
import { type CutText, cutText } from '../../ui/cut-text.ts'

/** The data of a card, made on the server, so that the page does not contain whole descriptions. */
export type PartCardData = {
  id: string
  name: string
  number: string | null
  img: string
  drawing: string
  description: CutText
  minimumOrder: number
  available: number
  price: number
  currency: string
}

const DESCRIPTION_GRAPHEMES = 150

/** Cuts the description and chooses the fallback drawing. Not for public pages in the browser: the drawings are large. */
export function toPartCard(product: Product): PartCardData {
  return {
    id: product._id,
    name: product.productName,
    number: product.partNumber,
    img: product.img,
    drawing: drawingPath(product),
    description: cutText(product.description, DESCRIPTION_GRAPHEMES),
    minimumOrder: product.minimumOrder,
    available: product.availableQuantity,
    price: product.price,
    currency: product.currency,
  }
}
