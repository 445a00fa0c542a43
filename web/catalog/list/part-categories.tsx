import { Link } from 'react-router'
import { sortNames, productTexts as texts } from '#contract/messages/products.ts'
import { type Category, categoryIds, categoryNames } from '#contract/products/categories.ts'
import type { Counts } from '#contract/products/search.ts'
import { type PartsView, partsAddress } from '../../layout/shop/parts-address.ts'
import { Choices } from '../../ui/forms/choices.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Amount } from './part-filters.tsx'

const { relevance: _, ...sortsOfAll } = sortNames

/** Categories and orders of the list as links; folded on a phone. */
export function PartCategories({ view, counts }: { view: PartsView; counts: Counts }) {
  // by relevance only a search can be sorted, and is unless another order is chosen
  const sorts = Object.entries(view.q ? sortNames : sortsOfAll)
  const [preset] = sorts[0] ?? []
  const sort = view.sort ?? preset
  const shown = categoryIds.find((id) => id === view.category)
  const chosen = [nameOf(shown), sorts.find(([name]) => name === sort)?.[1]]
  return (
    <details className="narrow narrow--wide" key={partsAddress(view)}>
      <summary>
        <span>
          {texts.categoriesAndOrder} <small>{chosen.filter(Boolean).join(', ')}</small>
        </span>
        <Icon name="down" />
      </summary>
      <div className="filters">
        <nav aria-labelledby="f-categories">
          <p id="f-categories">{texts.categories}</p>
          <ul>
            {[undefined, ...categoryIds].map((category) => (
              <li key={category ?? ''}>
                <CategoryLink category={category} view={view} counts={counts} />
              </li>
            ))}
          </ul>
        </nav>
        <Choices
          label={texts.sortedBy}
          choices={sorts.map(([name, text]) => ({
            text,
            to: partsAddress({ ...view, sort: name === preset ? undefined : name }),
            isNow: sort === name,
          }))}
        />
      </div>
    </details>
  )
}

function nameOf(category: Category | undefined): string {
  return category ? categoryNames[category] : texts.allParts
}

type LinkProps = { category: Category | undefined; view: PartsView; counts: Counts }

/** An empty category is shown, but is no link. */
function CategoryLink({ category, view, counts }: LinkProps) {
  const isShown = view.category === category
  const { parts = 0, isMore = false } = counts.categories.find((one) => one.category === category) ?? {}
  const content = (
    <>
      {nameOf(category)}
      {category && <Amount parts={parts} isMore={isMore} />}
    </>
  )
  if (category && parts === 0 && !isShown) return <span>{content}</span>
  return (
    <Link to={partsAddress({ ...view, category })} aria-current={isShown ? 'page' : undefined}>
      {content}
    </Link>
  )
}
