import { pictureAlt } from '#contract/catalog/part-types/picture-alt.ts'
import type { Product } from '#contract/catalog/products/products.ts'
import { productTexts } from '#contract/catalog/products/texts.ts'
import { partPicture } from '#drawings/part-picture.ts'
import type { GalleryPicture } from './picture-zoom.tsx'

/** The pictures of a part as its page shows them, each once. `drawing`: what `drawingPath` makes of the part. */
export function picturesOf(part: Product, drawing: string): GalleryPicture[] {
  const addresses = [part.img, ...part.images].map((address) => partPicture(address, drawing))
  return [...new Set(addresses)].map((src, index) => ({
    src,
    alt: index === 0 ? pictureAlt(part) : productTexts.morePictures(part.productName, index + 1),
  }))
}
