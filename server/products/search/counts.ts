import { type RawBuilder, sql } from 'kysely'
import { type Category, categoryIds } from '#contract/products/categories.ts'
import type { Counts } from '#contract/products/search.ts'
import type { Db } from '#database/open.ts'
import {
  all,
  columnConditions,
  type Filters,
  matches,
  matchesUnseen,
  onSale,
  priceConditions,
} from '../list-query.ts'
import { type Interpretation, interpret, wordsToStem } from './interpret.ts'
import { brandLexeme, filterQueries, type Match, quoteLexeme, toMatch } from './match.ts'
import { brandKey } from './normalise.ts'
import { anyMatch, runFirstWithResults } from './rank.ts'
import { tokenise } from './tokenise.ts'
import { type Versioned, type Vocabulary, vocabularyVersion, withVocabulary } from './vocabulary.ts'

/**
 * How many parts are counted at most; a larger count is "at least". `priced`: parts between two prices. `found`: parts of
 * a search; if it has more, `category` and `brand` parts of each category and brand.
 */
const BOUNDS = { priced: 100_000, found: 15_000, category: 300, brand: 30 }
export type CountBounds = typeof BOUNDS

const MAX_BRANDS_SHOWN = 60
const MAX_BRANDS_COUNTED = 200

/** The parts of one category, brand and stock; with `isMore`, at least this many. */
type FacetCount = { category: Category; brand: string; in_stock: boolean; parts: number; isMore?: boolean }
type Tally = Omit<Counts, 'search'>

/** The counts that triggers keep, and their changes that are not merged yet. */
const keptCounts = sql`(
  select category, brand, in_stock, parts from facet_counts
  union all
  select category, brand, in_stock, parts from facet_count_changes
)`

/**
 * How many parts a list has, by category, brand and stock; each count ignores its own filter. Without a query and prices
 * they are the counts that triggers keep.
 */
export async function countProducts(
  db: Db,
  { q, ...filters }: Filters & { q?: string | undefined },
  bounds: CountBounds = BOUNDS,
): Promise<Counts> {
  if (q?.trim()) return countSearch(db, q, { filters, bounds })
  const isPriced = priceConditions(filters).length > 0
  const counts = isPriced ? await countByPrice(db, filters, bounds.priced) : await readFacetCounts(db)
  return { ...tally(counts, filters), search: null }
}

export async function readFacetCounts(db: Db): Promise<FacetCount[]> {
  const { rows } = await sql<FacetCount>`
    select category, brand, in_stock, sum(parts)::bigint as parts
    from ${keptCounts} as kept
    group by category, brand, in_stock having sum(parts) > 0`.execute(db)
  return rows
}

/** Counts the parts between two prices in an index, for each category, brand and stock that the filters need. */
async function countByPrice(db: Db, filters: Filters, most: number): Promise<FacetCount[]> {
  const { inCategory, ofBrand, inStock } = predicates(filters)
  const kept = (await readFacetCounts(db)).filter((one) => inStock(one) && (inCategory(one) || ofBrand(one)))
  const total = kept.reduce((sum, { parts }) => sum + parts, 0)
  const mostOfEach = total <= most ? total : Math.max(1, Math.floor(most / kept.length))
  const within = sql`${all([onSale, ...priceConditions(filters)])}
    and category = facet.category and in_stock = facet.in_stock`
  const { rows } = await sql<FacetCount>`
    select category, brand, in_stock, least(found, ${mostOfEach}::bigint) as parts, found > ${mostOfEach}::bigint as "isMore"
    from unnest(
      ${kept.map(({ category }) => category)}::text[],
      ${kept.map(({ brand }) => brand)}::text[],
      ${kept.map((one) => one.in_stock)}::boolean[]
    ) as facet (category, brand, in_stock)
    cross join lateral (
      select count(*) as found from (
        select from products where ${within} and brand = facet.brand
        union all
        select from products where ${within} and brand is null and facet.brand = ''
        limit ${mostOfEach}::bigint + 1
      ) as counted
    ) as counted
    where found > 0`.execute(db)
  return rows
}

async function countSearch(
  db: Db,
  q: string,
  { filters, bounds }: { filters: Filters; bounds: CountBounds },
): Promise<Counts> {
  const query = tokenise(q)
  return withVocabulary(
    db,
    () => wordsToStem(query),
    async (vocabulary) => {
      const { inOrder, correction } = interpret(q.trim(), query, vocabulary)
      if (inOrder.length === 0) return { value: { ...tally([], filters), search: null }, version: null }
      const { value, version, used } = await runFirstWithResults(db, inOrder, {
        vocabulary,
        filters,
        run: (one) => countInterpretation(db, one, { filters, bounds, vocabulary }),
        isEmpty: (rows) => rows.length === 0,
      })
      const search = used && (await explain(db, used, { correction, vocabulary }))
      return { value: { ...tallyRows(value, filters), search }, version }
    },
  )
}

/** How the list differs from the query; null where it does not. */
async function explain(
  db: Db,
  { step, text, shown: words = text }: Interpretation,
  { correction, vocabulary }: { correction: Interpretation | null; vocabulary: Vocabulary },
): Promise<Counts['search']> {
  if (step === 'partNumber') return null
  if (step === 'corrected' || step === 'correctedPartType' || step === 'converted')
    return { words, change: 'spelling', suggestion: null }
  if (step === 'fewerTerms') return { words, change: 'fewer', suggestion: null }
  const change = step === 'mentioned' ? step : null
  const suggestion = correction && (await findsParts(db, correction, vocabulary)) ? correction.text : null
  return change === null && suggestion === null ? null : { words, change, suggestion }
}

async function findsParts(db: Db, one: Interpretation, vocabulary: Vocabulary): Promise<boolean> {
  const found = anyMatch(toMatch(one, vocabulary, {}))
  if (!found) return false
  const rows = await db.selectFrom('products').select('id').where(onSale).where(found).limit(1).execute()
  return rows.length > 0
}

/** A count of a category, brand and stock together (`facet`), of a category, of its parts in stock, or of a brand. */
type CountedRow = FacetCount & { kind: 'facet' | 'category' | 'stock' | 'brand'; isMore: boolean }

/** Few parts are counted together; of many parts, each category and each brand is counted up to its own bound. */
async function countInterpretation(
  db: Db,
  interpretation: Interpretation,
  { filters, bounds, vocabulary }: { filters: Filters; bounds: CountBounds; vocabulary: Vocabulary },
): Promise<Versioned<CountedRow[]>> {
  const match = toMatch(interpretation, vocabulary, {})
  const found = anyMatch(match, matchesUnseen)
  if (!found) return { value: [], version: null }
  const isNarrowed = filters.brand?.length || priceConditions(filters).length > 0
  const isSurelyMany = !isNarrowed && isOneWordOfMany(interpretation, match, bounds.found)
  // each count ignores its own filter, so parts with either the category or the brand are needed
  const either = filters.category?.length && filters.brand?.length ? filterQueries(filters) : []
  const few = [onSale, found, ...columnConditions(filters)]
  if (either.length > 0) few.push(matches(either.join(' | ')))
  if (isSurelyMany) few.push(sql<boolean>`false`)
  const isBeyond = isSurelyMany
    ? sql<boolean>`true`
    : sql<boolean>`(select count(*) from few) > ${bounds.found}::integer`
  const groups = groupsOf(filters, bounds)
  const { rows } = await sql<CountedRow | { kind: 'version'; brand: string }>`
    with few as materialized (
      select category, brand, in_stock from products where ${all(few)} limit ${bounds.found + 1}::integer
    )
    select 'version' as kind, null::text as category, ${sql.raw<string>(vocabularyVersion)} as brand,
      null::boolean as in_stock, 0::bigint as parts, false as "isMore"
    union all
    select 'facet', category, coalesce(brand, ''), in_stock, count(*), false
    from few where not ${isBeyond} group by category, brand, in_stock
    union all
    select kind, case when kind <> 'brand' then name end, case when kind = 'brand' then name end,
      kind = 'stock', least(parts, bound), parts > bound
    from (
      select * from unnest(${groups.kinds}::text[], ${groups.names}::text[], ${groups.queries}::text[], ${groups.bounds}::integer[])
        as asked (kind, name, tsquery, bound)
      union all
      (${brandsToCount(filters, bounds)})
    ) as many
    cross join lateral (
      select count(*) as parts from (
        select from products
        where ${all([onSale, found, ...columnConditions(filters)])} and search_vector @@ many.tsquery::tsquery
          and (many.kind <> 'stock' or in_stock)
        limit many.bound + 1
      ) as counted
    ) as counted
    where ${isBeyond} and parts > 0`.execute(db)
  return {
    value: rows.filter((row) => row.kind !== 'version'),
    version: rows.find((row) => row.kind === 'version')?.brand ?? null,
  }
}

/** Whether a single word has more parts than `few`, even if those of its variants overlap. */
function isOneWordOfMany({ terms }: Interpretation, { text }: Match, few: number): boolean {
  return terms.length === 1 && (text?.text.maxParts ?? 0) > 2 * few
}

/** Every category, with the brands of the filter; and the stock of the list. */
function groupsOf({ category, brand }: Filters, bounds: CountBounds) {
  const brands = filterQueries({ brand })
  const listed = category?.length ? category : categoryIds
  const groups = [
    ...categoryIds.map((id) => ({ kind: 'category', id })),
    ...listed.map((id) => ({ kind: 'stock', id })),
  ]
  return {
    kinds: groups.map(({ kind }) => kind),
    names: groups.map(({ id }) => id),
    queries: groups.map(({ id }) => [quoteLexeme(`c:${id}`), ...brands].join(' & ')),
    bounds: groups.map(() => bounds.category),
  }
}

/** The brands of the filter, and those with most parts in the categories of the filter; in any spelling. */
function brandsToCount({ category, brand }: Filters, bounds: CountBounds): RawBuilder<unknown> {
  const inCategories = filterQueries({ category }).map((query) => ` & ${query}`)
  const asked = (brand ?? []).map(brandLexeme)
  return sql`
    select 'brand', (array_agg(brand order by parts desc, brand))[1],
      quote_literal(lexeme) || ${inCategories.join('')}::text, ${bounds.brand}::integer
    from (
      select brand, sum(parts) as parts, 'b:' || brand_key(brand) as lexeme
      from ${keptCounts} as kept
      where brand <> '' ${category?.length ? sql`and category = any(${category}::text[])` : sql``}
      group by brand having sum(parts) > 0
    ) as brands
    group by lexeme
    order by lexeme = any(${asked}::text[]) desc, sum(parts) desc, lexeme limit ${MAX_BRANDS_COUNTED}`
}

function tallyRows(rows: readonly CountedRow[], filters: Filters): Tally {
  const of = (kind: CountedRow['kind']) => rows.filter((row) => row.kind === kind)
  const facets = of('facet')
  if (facets.length === rows.length) return tally(facets, filters)
  const categories = of('category')
  const { inCategory } = predicates(filters)
  return {
    total: amountOf(categories.filter(inCategory)),
    categories: categoryAmounts(categories, filters),
    brands: brandAmounts(of('brand'), filters),
    inStock: amountOf(of('stock')),
  }
}

function predicates({ category, brand, inStock }: Filters) {
  const keys = brand?.map(brandKey)
  return {
    inCategory: (one: FacetCount) => !category?.length || category.includes(one.category),
    ofBrand: (one: FacetCount) => !keys?.length || keys.includes(brandKey(one.brand)),
    inStock: (one: FacetCount) => !inStock || one.in_stock,
  }
}

function tally(counts: readonly FacetCount[], filters: Filters): Tally {
  const { inCategory, ofBrand, inStock } = predicates(filters)
  const ofAnyCategory = counts.filter((one) => ofBrand(one) && inStock(one))
  const ofAnyBrand = counts.filter((one) => inCategory(one) && inStock(one))
  return {
    total: amountOf(ofAnyCategory.filter(inCategory)),
    categories: categoryAmounts(ofAnyCategory, filters),
    brands: brandAmounts(ofAnyBrand, filters),
    inStock: amountOf(counts.filter((one) => inCategory(one) && ofBrand(one) && one.in_stock)),
  }
}

type Amount = Counts['total']

function amountOf(counts: readonly { parts: number; isMore?: boolean }[]): Amount {
  return {
    parts: counts.reduce((sum, { parts }) => sum + parts, 0),
    isMore: counts.some(({ isMore }) => isMore === true),
  }
}

/** The categories that have parts, and those of the filter. */
function categoryAmounts(counts: readonly FacetCount[], filters: Filters): Counts['categories'] {
  return categoryIds
    .map((category) => ({ category, ...amountOf(counts.filter((one) => one.category === category)) }))
    .filter(({ category, parts }) => parts > 0 || filters.category?.includes(category))
}

/** The brands with most parts, and those of the filter. Several spellings of a brand count once. */
function brandAmounts(counts: readonly FacetCount[], filters: Filters): Counts['brands'] {
  const asked = filters.brand?.map(brandKey) ?? []
  const byKey = Map.groupBy(
    counts.filter(({ brand }) => brand !== ''),
    ({ brand }) => brandKey(brand),
  )
  return [...byKey]
    .map(([key, spellings]) => ({ key, brand: mostFrequentSpelling(spellings), ...amountOf(spellings) }))
    .sort((a, b) => b.parts - a.parts || (a.key < b.key ? -1 : 1))
    .filter(({ key }, at) => at < MAX_BRANDS_SHOWN || asked.includes(key))
    .map(({ brand, parts, isMore }) => ({ brand, parts, isMore }))
}

function mostFrequentSpelling(counts: readonly FacetCount[]): string {
  const [first] = counts.toSorted((a, b) => b.parts - a.parts || (a.brand < b.brand ? -1 : 1))
  return first?.brand ?? ''
}
