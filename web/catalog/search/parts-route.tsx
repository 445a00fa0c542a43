import { redirect } from 'react-router'
import type * as z from 'zod/mini'
import { type ApiClient, isApiError } from '#contract/api-client.ts'
import type { Category } from '#contract/catalog/part-types/categories.ts'
import type { listProducts } from '#contract/catalog/products/products.ts'
import { productTexts as texts } from '#contract/catalog/products/texts.ts'
import type { Counts, countProducts } from '#contract/catalog/search/search.ts'
import { searchTexts } from '#contract/catalog/search/texts.ts'
import { readMoney } from '#contract/platform/amount-input.ts'
import type { MoneyStyle } from '#contract/platform/money.ts'
import { orErrorPage } from '../../platform/api/load.ts'
import { apiContext } from '../../platform/api/server-api.ts'
import { pageMeta } from '../../platform/layout/page-meta.ts'
import { useCountText } from '../../platform/layout/price.tsx'
import { leaveEmptyPage } from '../../platform/lists/list-page.tsx'
import { Pager } from '../../platform/lists/pager.tsx'
import { categoriesOf, useCategories } from '../part-types/categories.ts'
import { PartCard } from '../products/part-card.tsx'
import { toPartCard } from '../products/part-card-data.ts'
import { type PartsView, partsAddress, readPartsView } from '../products/parts-address.ts'
import type { Route } from './+types/parts-route.ts'
import {
  CategoriesAndOrder,
  FilterChips,
  PartFilters,
  type PriceErrors,
  withoutFilters,
} from './part-filters.tsx'
import { NothingFound, SearchNote } from './search-notes.tsx'

export { ErrorBoundary } from '../../platform/layout/error-boundary.tsx'

export async function loader({ context, url }: Route.LoaderArgs) {
  const view = readPartsView(url.searchParams)
  const hasNoEmpty = [...url.searchParams].every(([name, value]) => name.startsWith('_') || value !== '')
  // empty fields and repeated names give the same list another address; names with `_` are React Router's own
  if (!hasNoEmpty || new Set(url.searchParams.keys()).size < url.searchParams.size)
    throw redirect(partsAddress(view))
  const api = context.get(apiContext)
  const hasPrices = view.minPrice !== undefined || view.maxPrice !== undefined
  const typed = hasPrices ? readPrices(view, (await orErrorPage(api.getConfig())).store) : { view }
  if ('view' in typed && partsAddress(typed.view) !== partsAddress(view))
    throw redirect(partsAddress(typed.view))
  // the store rejects an unknown value, and the page shows the error
  const query = view as PartsView & ListQuery
  const { after, sort, ...countQuery } = query
  const listed = 'view' in typed ? await orErrorPage(findParts(api, query, countQuery)) : typed
  if ('priceErrors' in listed) {
    const { minPrice, maxPrice, ...withoutPrices } = countQuery
    const counts = await orErrorPage(api.countProducts({ query: withoutPrices }))
    const total = { parts: 0, isMore: false }
    return { view, parts: [], next: null, counts: { ...counts, total }, ...listed }
  }
  const [{ items, next }, counts, { store }] = listed
  leaveEmptyPage(url, items)
  const parts = items.map((part) => toPartCard(part, store.locale))
  return { view, parts, next, counts, priceErrors: undefined }
}

/** The view with prices as the API reads them, from prices as people type them; or the errors of the prices. */
function readPrices(view: PartsView, style: MoneyStyle): { view: PartsView } | { priceErrors: PriceErrors } {
  const plain = { ...view }
  const priceErrors: PriceErrors = {}
  for (const name of ['minPrice', 'maxPrice'] as const) {
    const result = view[name] === undefined ? undefined : readMoney(view[name], style)
    if (result && 'text' in result) plain[name] = result.text
    if (result && 'error' in result) priceErrors[name] = result.error
  }
  return Object.keys(priceErrors).length > 0 ? { priceErrors } : { view: plain }
}

type ListQuery = z.input<typeof listProducts.query>
type CountQuery = z.input<typeof countProducts.query>

function findParts(api: ApiClient, query: ListQuery, countQuery: CountQuery) {
  const counting = api.countProducts({ query: countQuery })
  return Promise.all([api.listProducts({ query }), counting, api.getConfig()]).catch((error: unknown) =>
    priceErrorsOf(counting, error),
  )
}

/** The errors of the filters, if all are in the prices: the form shows them beside its fields. Otherwise throws `failure`. */
async function priceErrorsOf(
  counting: Promise<Counts>,
  failure: unknown,
): Promise<{ priceErrors: PriceErrors }> {
  // the call that fails first may be another one
  const error = await counting.catch((rejected: unknown) => rejected)
  const fields = isApiError(error) ? error.errors.map(({ path, message }) => [path, message] as const) : []
  const { minPrice, maxPrice, ...others } = Object.fromEntries(fields)
  if (fields.length === 0 || Object.keys(others).length > 0) throw failure
  return { priceErrors: { minPrice, maxPrice } }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { q, category } = loaderData.view
  const known = findCategory(categoriesOf(matches), category)
  const shown = pageMeta({
    matches,
    title: headingOf(loaderData.view, known),
    description: known ? texts.categoryText(known.name) : texts.allPartsText,
    path: partsAddress({ category }),
  })
  return q ? [...shown, { name: 'robots', content: 'noindex' }] : shown
}

function findCategory(categories: readonly Category[], id: string | undefined): Category | undefined {
  return categories.find((one) => one.id === id)
}

function headingOf({ q }: PartsView, category: Category | undefined): string {
  if (q) return texts.found(q)
  return category?.name ?? texts.allParts
}

export default function PartsPage({ loaderData }: Route.ComponentProps) {
  const { view, parts, next, counts, priceErrors } = loaderData
  const { after, ...filters } = view
  const category = findCategory(useCategories(), view.category)
  const isFiltered = partsAddress(filters) !== partsAddress(withoutFilters(filters))
  return (
    <section className="wrap section section--first" aria-labelledby="h-parts">
      <div className="section__head">
        <div className="section__number" aria-hidden="true" />
        <h1 id="h-parts">{headingOf(view, category)}</h1>
        <p>{texts.allPartsText}</p>
      </div>
      <SearchNote view={filters} search={counts.search} />
      <CategoriesAndOrder view={filters} counts={counts} />
      <PartFilters view={filters} counts={counts} errors={priceErrors} />
      <FilterChips view={filters} />
      <h2 className="visually-hidden">{texts.list}</h2>
      <Total {...counts.total} />
      {parts.length > 0 ? (
        <ul className="grid">
          {parts.map((part, index) => (
            <PartCard key={part.id} part={part} isEager={index === 0} hasCart />
          ))}
        </ul>
      ) : (
        <NothingFound view={filters} isFiltered={isFiltered} />
      )}
      <Pager
        first={after ? partsAddress(filters) : null}
        next={next ? partsAddress({ ...filters, after: next }) : null}
      />
    </section>
  )
}

function Total({ parts, isMore }: Counts['total']) {
  const count = useCountText()(parts)
  if (parts === 0) return null
  return (
    <p className="part-count numeric">
      {searchTexts.parts(isMore ? searchTexts.andMore(count) : count, parts === 1 && !isMore)}
    </p>
  )
}
