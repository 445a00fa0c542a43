import type { QuotedLine } from '#contract/sales/cart/cart.ts'
import { drawingView, Picture } from '../../platform/ui/picture.tsx'

/** The picture of a line, three quarters as high as wide; empty if the part is no longer sold. */
export function LineFigure({ part, width }: Pick<QuotedLine, 'part'> & { width: number }) {
  return (
    <div className="figure">
      {part && (
        <Picture
          src={drawingView(part.img, 'thumb')}
          fallback="/drawings/carton.svg?view=thumb"
          alt=""
          width={width}
          height={(width * 3) / 4}
        />
      )}
    </div>
  )
}
