import { productTexts as texts } from '#contract/messages/products.ts'
import { categoryNames } from '#contract/products/categories.ts'
import type { Product } from '#contract/products/products.ts'
import { PageLink } from '../../ui/button.tsx'
import { partsAddress } from './parts-address.ts'

/** From home by the shelf to a part. */
export function PartBreadcrumb({ part }: { part: Product }) {
  return (
    <nav aria-label={texts.breadcrumb}>
      <ol className="crumb">
        <li>
          <PageLink to="/">{texts.home}</PageLink>
        </li>
        <li>
          <PageLink to={partsAddress({ category: part.category })}>{categoryNames[part.category]}</PageLink>
        </li>
        <li aria-current="page">{part.partNumber ?? part.productName}</li>
      </ol>
    </nav>
  )
}
