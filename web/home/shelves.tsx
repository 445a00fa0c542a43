import { categoryContents, homeTexts as texts } from '#contract/messages/home.ts'
import { categoryIds, categoryNames } from '#contract/products/categories.ts'
import { partsAddress } from '../layout/shop/parts-address.ts'
import { PageLink } from '../ui/button.tsx'
import { Sheet } from '../ui/dialogs/sheet.tsx'
import { Drawing } from '../ui/picture.tsx'

const drawings = {
  tools: 'socket-wrench',
  wheels: 'wheel',
  engine: 'piston',
  suspension: 'spring',
  body: 'brake-disc',
  lighting: 'headlamp',
  electrical: 'battery',
  fluids: 'oil-bottle',
} as const

/** The eight shelves of the shop as one ruled board. */
export function Shelves() {
  return (
    <Sheet id="h-shelves" title={texts.categories} lead={texts.categoriesText} className="sheet--next wrap">
      <ul className="shelves">
        {categoryIds.map((category) => (
          <li key={category}>
            <PageLink to={partsAddress({ category })}>
              <span className="plate">
                <Drawing src={`/drawings/${drawings[category]}.svg?view=thumb`} width={96} height={72} />
              </span>
              <b>{categoryNames[category]}</b>
              <span>{categoryContents[category]}</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
