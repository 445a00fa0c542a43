import { productTexts as texts } from '#contract/messages/products.ts'
import { categoryNames } from '#contract/products/categories.ts'
import type { Product } from '#contract/products/products.ts'
import { SheetFrame } from '../../ui/dialogs/sheet-frame.tsx'
import { Picture, plateOf } from '../../ui/picture.tsx'

/** The part in the frame of a drawing sheet, with its title block. */
export function PartPlate({ part, drawing }: { part: Product; drawing: string }) {
  const { plate } = texts
  return (
    <figure>
      <SheetFrame>
        <Picture
          src={plateOf(part.img)}
          fallback={plateOf(drawing)}
          alt={texts.pictureOf(part.productName)}
          width={640}
          height={480}
          isMain
        />
        <dl className="titleblock">
          <div>
            <dt>{plate.part}</dt>
            <dd>{part.productName}</dd>
          </div>
          <div>
            <dt>{plate.number}</dt>
            <dd className="num">{part.partNumber ?? '–'}</dd>
          </div>
          <div>
            <dt>{plate.shelf}</dt>
            <dd>{categoryNames[part.category]}</dd>
          </div>
          <div>
            <dt>{plate.units}</dt>
            <dd className="num">{plate.millimetres}</dd>
          </div>
        </dl>
      </SheetFrame>
    </figure>
  )
}
