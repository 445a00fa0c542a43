import { Link } from 'react-router'
import { productTexts } from '#contract/catalog/products/texts.ts'
import type { Counts } from '#contract/catalog/search/search.ts'
import { searchTexts as texts } from '#contract/catalog/search/texts.ts'
import { useStore } from '../../platform/api/store-config.ts'
import { telLink } from '../../platform/ui/address.ts'
import { LinkButton } from '../../platform/ui/button.tsx'
import type { Elements } from '../../platform/ui/elements.ts'
import { EmptyState } from '../../platform/ui/states.tsx'
import { useTopCategories } from '../part-types/categories.ts'
import { type PartsView, partsAddress, withoutFilters } from '../products/parts-address.ts'

export function SearchNote({ view, search }: { view: PartsView; search: Counts['search'] }) {
  const typed = view.q
  if (!search || !typed) return null
  const { words, change, suggestion } = search
  return (
    <div className="search-note" role="status">
      {change === 'spelling' && <p>{texts.respelled(typed, words)}</p>}
      {change === 'fewer' && <p>{texts.fewer(typed, words)}</p>}
      {change === 'mentioned' && <p>{texts.mentioned(typed)}</p>}
      {change === 'spelling' && (
        <Link to={partsAddress({ q: `"${typed.replaceAll('"', '')}"` })}>{texts.exactly(typed)}</Link>
      )}
      {suggestion && (
        <p>
          <span>{`${texts.didYouMean} `}</span>
          <Link to={partsAddress({ q: suggestion })}>{suggestion}</Link>
          <span>?</span>
        </p>
      )}
    </div>
  )
}

/** Whether a query has four digits in a row, perhaps with separators, outside sizes such as 155x64 or 205/55. */
export function mayBePartNumber(q: string): boolean {
  const withoutSizes = q.replace(/\d+(?:[.,]\d+)? ?[x×*/] ?\d+/gi, ' ')
  return /\d(?:[ ./_-]?\d){3}/.test(withoutSizes)
}

type NothingFoundProps = { view: PartsView; isFiltered: boolean; children: Elements }

/** The children are shown where filters leave nothing. */
export function NothingFound({ view, isFiltered, children }: NothingFoundProps) {
  const { phone } = useStore()
  const categories = useTopCategories()
  if (isFiltered)
    return (
      <EmptyState title={texts.nothingWithFilters}>
        {children}
        <LinkButton to={partsAddress(withoutFilters(view))}>{texts.withoutFilters}</LinkButton>
      </EmptyState>
    )
  const allParts = <LinkButton to="/parts">{productTexts.allParts}</LinkButton>
  if (!view.q) return <EmptyState title={productTexts.emptyCategory}>{allParts}</EmptyState>
  return (
    <EmptyState title={texts.nothing}>
      <p>{mayBePartNumber(view.q) ? texts.checkNumber : texts.checkWords}</p>
      <p>{texts.lookAround}</p>
      <ul className="chips">
        {categories.map(({ id, name }) => (
          <li key={id}>
            <Link to={partsAddress({ category: id })}>{name}</Link>
          </li>
        ))}
      </ul>
      <div className="actions">
        {allParts}
        {phone && (
          <a className="button" href={telLink(phone)}>
            {texts.call(phone)}
          </a>
        )}
      </div>
    </EmptyState>
  )
}
