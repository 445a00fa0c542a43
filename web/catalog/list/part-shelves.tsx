import { Link } from 'react-router'
import { sortNames, productTexts as texts } from '#contract/messages/products.ts'
import { type Category, categoryIds, categoryNames } from '#contract/products/categories.ts'
import type { Counts } from '#contract/products/search.ts'
import { type PartsView, partsAddress } from '../../layout/shop/parts-address.ts'
import { Icon } from '../../ui/icon.tsx'
import { Amount } from './part-filters.tsx'

const { relevance: _bestMatch, ...shelfSorts } = sortNames

/**
 * Shelves and orders as links: they work without script and can be kept as addresses. On a phone they are folded up,
 * and what is chosen is said.
 */
export function PartShelves({ view, counts }: { view: PartsView; counts: Counts }) {
  // how well a part matches is an order only among found ones, and theirs unless another is asked for
  const sorts = Object.entries(view.q ? sortNames : shelfSorts)
  const [preset] = sorts[0] ?? []
  const sort = view.sort ?? preset
  const shelves: (Category | undefined)[] = [undefined, ...categoryIds]
  const shelf = categoryIds.find((id) => id === view.category)
  const chosen = [
    shelf ? categoryNames[shelf] : texts.allParts,
    ...sorts.flatMap(([name, text]) => (name === sort ? [text] : [])),
  ]
  return (
    <details className="narrow narrow--wide" key={partsAddress(view)}>
      <summary>
        <span>
          {texts.categoriesAndOrder} <small>{chosen.join(', ')}</small>
        </span>
        <Icon name="down" />
      </summary>
      <div className="filters">
        <nav aria-labelledby="f-shelves">
          <p id="f-shelves">{texts.categories}</p>
          <ul>
            {shelves.map((category) => (
              <li key={category ?? ''}>
                <Shelf category={category} view={view} counts={counts} />
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-labelledby="f-sort">
          <p id="f-sort">{texts.sortedBy}</p>
          <ul>
            {sorts.map(([name, text]) => (
              <li key={name}>
                <Link
                  to={partsAddress({ ...view, sort: name === preset ? null : name })}
                  aria-current={sort === name ? 'true' : undefined}
                  preventScrollReset
                >
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </details>
  )
}

type ShelfProps = { category: Category | undefined; view: PartsView; counts: Counts }

/** An empty shelf is told, and leads nowhere. */
function Shelf({ category, view, counts }: ShelfProps) {
  const isShown = view.category === category
  const amount = counts.categories.find((shelf) => shelf.category === category)
  const { parts, isMore } = amount ?? { parts: 0, isMore: false }
  const name = category ? categoryNames[category] : texts.allParts
  if (category && parts === 0 && !isShown)
    return (
      <span>
        {name}
        <Amount parts={parts} isMore={isMore} />
      </span>
    )
  return (
    <Link to={partsAddress({ ...view, category })} aria-current={isShown ? 'page' : undefined}>
      {name}
      {category && <Amount parts={parts} isMore={isMore} />}
    </Link>
  )
}
