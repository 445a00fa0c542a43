import type { Product } from '#contract/catalog/products/products.ts'
import { productTexts as texts } from '#contract/catalog/products/texts.ts'
import { PageLink } from '../../platform/ui/button.tsx'
import { useCategoryName } from '../part-types/categories.ts'
import { partsAddress } from './parts-address.ts'

export function PartBreadcrumb({ part }: { part: Product }) {
  const { category, subcategory, type, partNumber, productName } = part
  const categoryName = useCategoryName()
  return (
    <nav aria-label={texts.breadcrumb}>
      <ol className="breadcrumb">
        <li>
          <PageLink to="/">{texts.home}</PageLink>
        </li>
        <li>
          <PageLink to={partsAddress({ category })}>{categoryName(category)}</PageLink>
        </li>
        {subcategory && (
          <li>
            <PageLink to={partsAddress({ category, subcategory })}>{categoryName(subcategory)}</PageLink>
          </li>
        )}
        {type && (
          <li>
            <PageLink to={partsAddress({ type: type.key })}>{type.name}</PageLink>
          </li>
        )}
        <li aria-current="page">{partNumber ?? productName}</li>
      </ol>
    </nav>
  )
}
