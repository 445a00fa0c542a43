import { productTexts as texts } from '#contract/messages/products.ts'
import type { Product } from '#contract/products/products.ts'
import { Picture } from '../../ui/picture.tsx'

/** Further pictures of a part, below its plate; each opens in full. */
export function PartPictures({ part, drawing }: { part: Product; drawing: string }) {
  const images = [...new Set(part.images)]
  if (images.length === 0) return null
  return (
    <ul className="shots">
      {images.map((image, index) => (
        <li key={image}>
          <a href={image} target="_blank" rel="noreferrer">
            <Picture
              src={image}
              fallback={drawing}
              alt={texts.morePictures(part.productName, index + 2)}
              width={160}
              height={120}
            />
          </a>
        </li>
      ))}
    </ul>
  )
}
