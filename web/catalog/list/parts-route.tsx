import { data, Link, redirect } from 'react-router'
import type * as z from 'zod/mini'
import type { ApiClient } from '#contract/api-client.ts'
import type { Category } from '#contract/catalog/part-types/categories.ts'
import type { listProducts } from '#contract/catalog/products/products.ts'
import { productTexts as texts } from '#contract/catalog/products/texts.ts'
import { isAttributeParameter, writeAttributes } from '#contract/catalog/search/attribute-filters.ts'
import { numberedPages, PARTS_OF_PAGE } from '#contract/catalog/search/list-pages.ts'
import { listTexts } from '#contract/catalog/search/list-texts.ts'
import type { Counts } from '#contract/catalog/search/search.ts'
import { searchTexts } from '#contract/catalog/search/texts.ts'
import { orErrorPage } from '../../platform/api/load.ts'
import { apiContext } from '../../platform/api/server-api.ts'
import { pageMeta } from '../../platform/layout/page-meta.ts'
import { useCountText } from '../../platform/layout/price.tsx'
import { localFilters } from '../part-types/attribute-texts.ts'
import { categoriesOf, useCategories } from '../part-types/categories.ts'
import {
  attributesOf,
  changeView,
  isFiltered,
  isPartsAddress,
  type PartsView,
  partsAddress,
  readPartsView,
} from '../products/parts-address.ts'
import { NothingFound, SearchNote } from '../search/search-notes.tsx'
import type { Route } from './+types/parts-route.ts'
import { useAmountText } from './check.tsx'
import { FilterChips, type NamedAttribute } from './filter-chips.tsx'
import { type FilterErrors, filterErrorsOf, withoutErrors } from './filter-errors.ts'
import { FilterRail } from './filter-rail.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { toListedColumns, toListedPart } from './listed-part-data.ts'
import { NearestValues } from './nearest-values.tsx'
import { PageLinks } from './page-links.tsx'
import { PartList } from './part-list.tsx'
import { isSpelled, readAttributes, readPrices } from './typed-filters.ts'

export { ErrorBoundary } from '../../platform/layout/error-boundary.tsx'

export async function loader({ context, url }: Route.LoaderArgs) {
  const view = readPartsView(url.searchParams)
  const api = context.get(apiContext)
  const typed = await orErrorPage(readTyped(api, view))
  const address = partsAddress(Object.keys(typed.errors).length > 0 ? view : typed.view)
  if (!isPartsAddress(url.searchParams) || address !== partsAddress(view)) throw redirect(address)
  const found = await orErrorPage(findParts(api, typed.view, typed.errors))
  const { asked, errors, counts, store } = found
  const { items, next } = found.page
  if (items.length === 0 && (view.page || view.after)) {
    const last = Math.min(lastPage(counts.total.parts), numberedPages({ ...view, limit: PARTS_OF_PAGE }))
    throw redirect(partsAddress(changeView(view, { page: last > 1 ? String(last) : undefined })))
  }
  const parts = items.map((part) => toListedPart(part, { locale: store.locale, columns: counts.columns }))
  const columns = toListedColumns(counts.columns, items)
  const status = Object.keys(errors).length > 0 ? 400 : 200
  const attributes = await orErrorPage(wrongAttributes(api, errors, counts))
  const shown = { ...counts, attributes: localFilters(counts.attributes, store.locale) }
  return data({ view, asked, errors, parts, columns, next, counts: shown, attributes }, { status })
}

function lastPage(parts: number): number {
  return Math.max(1, Math.ceil(parts / PARTS_OF_PAGE))
}

/** The view as the API reads it, from what people type. */
async function readTyped(api: ApiClient, asked: PartsView) {
  const view = asked.subcategory ? inItsCategory(asked, await api.listCategories({})) : asked
  const hasPrices = view.minPrice !== undefined || view.maxPrice !== undefined
  const needsCatalogue = [...attributesOf(view).values()].some((text) => !isSpelled(text))
  if (!hasPrices && !needsCatalogue) return { view, errors: {} }
  const { store } = await api.getConfig()
  const prices = readPrices(view, store)
  if (!needsCatalogue) return prices
  const { attributes } = await api.getCatalogue()
  const typed = readAttributes(prices.view, { attributes, locale: store.locale })
  return { view: typed.view, errors: { ...prices.errors, ...typed.errors } }
}

/** A subcategory alone has its category beside it; one of another category goes, as after another choice without JavaScript. */
function inItsCategory(view: PartsView, categories: readonly Category[]): PartsView {
  const parent = findCategory(categories, view.subcategory)?.parent ?? view.category
  if (view.category === undefined) return { ...view, category: parent }
  return view.category === parent ? view : { ...view, subcategory: undefined }
}

/** Attributes that are wrong in this list: what the counts do not name. */
async function wrongAttributes(
  api: ApiClient,
  errors: FilterErrors,
  { attributes: known }: Counts,
): Promise<NamedAttribute[]> {
  const isWrong = ({ key }: NamedAttribute) => errors[`a.${key}`] && !known.some((one) => one.key === key)
  if (!Object.keys(errors).some(isAttributeParameter)) return []
  const { attributes } = await api.getCatalogue()
  return attributes.filter(isWrong).map(({ key, name, unit }) => ({ key, name, unit }))
}

/** The list of a view, without the filters that the store refuses: `asked` is the view without them. */
async function findParts(api: ApiClient, view: PartsView, typedErrors: FilterErrors) {
  const errors = { ...typedErrors }
  for (;;) {
    const asked = withoutErrors(view, errors)
    try {
      return { ...(await requestParts(api, asked)), asked, errors }
    } catch (error) {
      const found = filterErrorsOf(asked, error)
      if (!found) throw error
      Object.assign(errors, found)
    }
  }
}

async function requestParts(api: ApiClient, view: PartsView) {
  // the store rejects an unknown value, and the page shows the error
  const query = view as PartsView & ListQuery
  const attributes = writeAttributes(attributesOf(view))
  const { after, page, sort, view: _, ...filters } = query
  const counting = api.countProducts({ query: { ...filters, attributes } })
  const listing = api.listProducts({ query: { ...query, attributes } })
  const [listed, counts, { store }] = await Promise.all([listing, counting, api.getConfig()]).catch(
    async (failure: unknown) => {
      // the call that fails first may be another one
      await counting
      throw failure
    },
  )
  return { page: listed, counts, store }
}

type ListQuery = z.input<typeof listProducts.query>

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { view } = loaderData
  const { q, category, subcategory, page } = view
  const known = findCategory(categoriesOf(matches), subcategory ?? category)
  const heading = headingOf(view, loaderData.counts, known)
  const isNarrowed = q !== undefined || isFiltered({ ...view, subcategory: undefined })
  const shown = pageMeta({
    matches,
    title: page ? listTexts.titleOfPage(heading, page) : heading,
    description: known ? texts.categoryText(known.name) : texts.allPartsText,
    path: partsAddress({ category, subcategory, page: isNarrowed ? undefined : page }),
  })
  return isNarrowed ? [...shown, { name: 'robots', content: 'noindex, follow' }] : shown
}

function findCategory(categories: readonly Category[], id: string | undefined): Category | undefined {
  return categories.find((one) => one.id === id)
}

function headingOf({ q, type }: PartsView, { types }: Counts, category: Category | undefined): string {
  if (q) return texts.found(q)
  const known = types.find(({ key }) => key === type)
  return known?.plural ?? category?.name ?? texts.allParts
}

export default function PartsPage({ loaderData }: Route.ComponentProps) {
  const { view, asked, errors, parts, columns, next, counts, attributes } = loaderData
  const categories = useCategories()
  const category = findCategory(categories, view.category)
  const subcategory = findCategory(categories, asked.subcategory)
  const total = useTotal(counts.total)
  const number = view.after ? null : Number(view.page ?? 1)
  const deepest = numberedPages({ ...view, limit: PARTS_OF_PAGE })
  const pages = counts.total.isMore ? null : Math.min(lastPage(counts.total.parts), deepest)
  return (
    <section className="wrap list-page" aria-labelledby="h-parts" data-view={view.view}>
      <div className="list-page__head">
        <h1 id="h-parts">{headingOf(view, counts, subcategory ?? category)}</h1>
        <p className="numeric" role="status">
          <Position number={number} shown={parts.length} total={counts.total} />
        </p>
        {category && (
          <nav aria-label={texts.breadcrumb}>
            <ol className="breadcrumb">
              <li>
                <Link to="/parts">{texts.allParts}</Link>
              </li>
              {subcategory && (
                <li>
                  <Link to={partsAddress({ category: category.id })}>{category.name}</Link>
                </li>
              )}
              <li aria-current="page">{(subcategory ?? category).name}</li>
            </ol>
          </nav>
        )}
      </div>
      <div className="list-page__body">
        <FilterRail view={view} counts={counts} errors={errors} total={total} />
        <div>
          <ListToolbar view={view} counts={counts} />
          <FilterChips view={view} counts={counts} others={attributes} errors={errors} />
          <SearchNote view={view} search={counts.search} />
          <h2 className="visually-hidden">{texts.list}</h2>
          {parts.length > 0 ? (
            <PartList parts={parts} columns={columns} />
          ) : (
            <NothingFound view={view} isFiltered={isFiltered(view)}>
              <NearestValues view={view} counts={counts} />
            </NothingFound>
          )}
          <PageLinks view={asked} number={number} pages={pages} next={next} deepest={deepest} />
        </div>
      </div>
    </section>
  )
}

function useTotal(total: Counts['total']): string {
  return searchTexts.parts(useAmountText()(total), total.parts === 1 && !total.isMore)
}

type PositionProps = { number: number | null; shown: number; total: Counts['total'] }

/** Which of how many parts are shown; the number alone, if these are all, or the page has no number. */
function Position({ number, shown, total }: PositionProps) {
  const countText = useCountText()
  const amountText = useAmountText()
  const all = useTotal(total)
  if (number === null || shown === 0 || (shown === total.parts && !total.isMore)) return <span>{all}</span>
  const from = (number - 1) * PARTS_OF_PAGE + 1
  return <span>{listTexts.range(countText(from), countText(from + shown - 1), amountText(total))}</span>
}
