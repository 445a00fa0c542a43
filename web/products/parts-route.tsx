import { Link } from 'react-router'
import { type Category, categoryIds, categoryNames } from '#contract/categories.ts'
import { sortNames, productTexts as texts } from '#contract/messages/products.ts'
import type { ProductSort } from '#contract/products.ts'
import { orPageProblem } from '../api/load.ts'
import { apiContext } from '../api/server-api.ts'
import { pageMeta } from '../layout/page-meta.ts'
import { PageProblem } from '../layout/page-problem.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Pager } from '../ui/pager.tsx'
import { EmptyState } from '../ui/states.tsx'
import type { Route } from './+types/parts-route.ts'
import { PartCard } from './part-card.tsx'
import { toPartCard } from './part-card-data.ts'
import { type PartsView, partsAddress } from './parts-address.ts'

const { relevance: _bestMatch, ...shelfSorts } = sortNames

export async function loader({ context, url }: Route.LoaderArgs) {
  const read = (name: string) => url.searchParams.get(name)?.trim() || undefined
  const view = { q: read('q'), category: read('category'), sort: read('sort'), after: read('after') }
  const sort = view.sort as ProductSort | undefined
  const { items, next } = await orPageProblem(
    context.get(apiContext).listProducts({ query: { ...view, sort } }),
  )
  return { view, parts: items.map(toPartCard), next }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { q, category } = loaderData.view
  const shown = pageMeta({
    matches,
    title: headingOf(loaderData.view),
    description: descriptionOf(loaderData.view),
    path: partsAddress({ category }),
  })
  return q ? [...shown, { name: 'robots', content: 'noindex' }] : shown
}

function headingOf({ q, category }: PartsView): string {
  if (q) return texts.found(q)
  const shelf = categoryIds.find((id) => id === category)
  return shelf ? categoryNames[shelf] : texts.allParts
}

function descriptionOf({ category }: PartsView): string {
  const shelf = categoryIds.find((id) => id === category)
  return shelf ? texts.shelfText(categoryNames[shelf]) : texts.allPartsText
}

export default function PartsPage({ loaderData }: Route.ComponentProps) {
  const { view, parts, next } = loaderData
  const { after, ...start } = view
  return (
    <section className="wrap sheet sheet--first" aria-labelledby="h-parts">
      <div className="sheet__head">
        <div className="sheet__no" aria-hidden="true" />
        <h1 id="h-parts">{headingOf(view)}</h1>
        <p>{texts.allPartsText}</p>
      </div>
      <Filters view={start} />
      <h2 className="vh">{texts.list}</h2>
      {parts.length > 0 ? (
        <ul className="grid">
          {parts.map((part, index) => (
            <PartCard key={part.id} part={part} isEager={index < 4} />
          ))}
        </ul>
      ) : (
        <EmptyState title={view.q ? texts.nothingFound : texts.emptyShelf}>
          <p>{texts.nothingFoundText}</p>
          <LinkButton to="/parts">{texts.allParts}</LinkButton>
        </EmptyState>
      )}
      <Pager
        first={after ? partsAddress(start) : null}
        next={next ? partsAddress({ ...start, after: next }) : null}
      />
    </section>
  )
}

/** Shelves and orders as links: they work without script and can be kept as addresses. */
function Filters({ view }: { view: PartsView }) {
  // how well a part matches is an order only among found ones, and theirs unless another is asked for
  const sorts = Object.entries(view.q ? sortNames : shelfSorts)
  const [preset] = sorts[0] ?? []
  const sort = view.sort ?? preset
  const shelves: (Category | undefined)[] = [undefined, ...categoryIds]
  return (
    <div className="filters">
      <nav aria-labelledby="f-shelves">
        <p id="f-shelves">{texts.categories}</p>
        <ul>
          {shelves.map((category) => (
            <li key={category ?? ''}>
              <Link
                to={partsAddress({ ...view, category })}
                aria-current={view.category === category ? 'page' : undefined}
              >
                {category ? categoryNames[category] : texts.allParts}
              </Link>
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
  )
}

export function ErrorBoundary() {
  return <PageProblem />
}
