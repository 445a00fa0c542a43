import { type RawBuilder, sql } from 'kysely'
import type { Counts } from '#contract/catalog/search/search.ts'
import type { Db } from '#database/open.ts'
import { type Catalogue, currentCatalogue } from '../part-types/catalogue.ts'
import { findFirstWithParts, runFirstWithResults } from '../products/list.ts'
import {
  all,
  type Condition,
  columnConditions,
  type Filters,
  hasFilters,
  hiddenConditions,
  matches,
  onSale,
  priceConditions,
  runOnce,
  runPrepared,
  typeConditions,
} from '../products/list-query.ts'
import { columnsOf, countAttributes } from './facets/attribute-counts.ts'
import {
  amountsOfList,
  amountsOfSearch,
  countTypes,
  type TypeCounts,
  typesOfList,
} from './facets/type-counts.ts'
import { findVagueNoun, type Interpretation, interpret, wordsToStem } from './interpret.ts'
import { findLookAlikeNumber, lookAlikeTexts } from './look-alikes.ts'
import { brandLexeme, filterQueries, quoteLexeme, toMatch } from './match.ts'
import { CATEGORY_PREFIX } from './names.ts'
import { brandKey } from './normalise.ts'
import { anyMatch } from './rank.ts'
import { type Query, tokenise } from './tokenise.ts'
import { type Vocabulary, vocabularyVersion, withVocabulary } from './vocabulary.ts'

/** How many parts are counted at most: of a list with price bounds, of a search; beyond, of each category and brand. */
const BOUNDS = { priced: 100_000, found: 15_000, category: 300, brand: 30 }
export type CountBounds = typeof BOUNDS

const MAX_BRANDS_SHOWN = 60
const MAX_BRANDS_COUNTED = 200

type CountedOrVersion = CountedRow | { kind: 'version'; brand: string }
/** `type`: the id of a part type, 0 for none; null where types are not told apart. */
type FacetCount = { category: string; brand: string; in_stock: boolean; type: number | null; parts: number }
/** `type`: parts of a type, whether or not they pass the filters by type. */
type CountedRow = FacetCount & {
  kind: 'facet' | 'total' | 'category' | 'stock' | 'brand' | 'type'
  isMore: boolean
}

export async function countProducts(
  db: Db,
  { q, ...filters }: Filters & { q?: string | undefined },
  bounds: CountBounds = BOUNDS,
): Promise<Counts> {
  const catalogue = await currentCatalogue(db)
  const { categoryIds } = catalogue
  if (q?.trim()) return countSearch(db, q, { filters, bounds, catalogue })
  const types = typesOfList(filters, catalogue)
  const { rows, ofTypes } = await countList(db, { filters, types, bounds, categoryIds })
  const attributes = await countAttributes(db, [], { filters, catalogue })
  return {
    ...tally(rows, filters, categoryIds),
    types: amountsOfList(types, ofTypes),
    columns: columnsOf(filters, catalogue),
    attributes,
    search: null,
  }
}

type CountingList = Omit<Counting, 'max'> & { types: ReturnType<typeof typesOfList> }

/** Parts are read only if prices or attributes decide: all other counts are kept. */
async function countList(db: Db, { filters, types, bounds, categoryIds }: CountingList) {
  const { partTypeId } = filters
  const found = async () =>
    (await countFound(db, [], { filters, bounds, categoryIds, max: bounds.priced })).value
  if (priceConditions(filters).length === 0) {
    const stored = await readFacetCounts(
      db,
      types.map(({ id }) => id),
    )
    const facets = stored.map((row) => ({ ...row, kind: 'facet' as const, isMore: false }))
    const ofType = partTypeId === undefined ? facets : facets.filter(({ type }) => type === (partTypeId ?? 0))
    return {
      rows: filters.attributes?.length ? await found() : ofType,
      ofTypes: tallyTypes(facets, filters),
    }
  }
  const rows = await found()
  const ofTypes =
    partTypeId === undefined
      ? tallyTypes(rows, filters)
      : await countTypes(db, types, { filters, max: bounds.priced })
  return { rows, ofTypes }
}

const storedCounts = sql`(table facet_counts union all table facet_count_changes)`

/** The stored counts. Of the types named by their ids, and of parts without one, each has its own. */
export async function readFacetCounts(db: Db, typeIds: readonly number[]): Promise<FacetCount[]> {
  const { rows } = await sql<FacetCount>`
    select category, brand, in_stock, sum(parts)::bigint as parts,
      case when part_type_id = any(${[0, ...typeIds]}::smallint[]) then part_type_id end as type
    from ${storedCounts} as stored
    group by category, brand, in_stock, 5 having sum(parts) > 0`.execute(db)
  return rows
}

async function countSearch(
  db: Db,
  q: string,
  { filters, bounds, catalogue }: Omit<Counting, 'max' | 'categoryIds'> & { catalogue: Catalogue },
): Promise<Counts> {
  const { categoryIds } = catalogue
  const columns = columnsOf(filters, catalogue)
  const query = tokenise(q)
  const lookAlikes = lookAlikeTexts(q.trim()).map((text) => ({ text, query: tokenise(text) }))
  return withVocabulary(
    db,
    () => [query, ...lookAlikes.map((one) => one.query)].flatMap(wordsToStem),
    async (vocabulary) => {
      const { inOrder, correction } = interpret(q.trim(), query, vocabulary)
      const findLookAlike = async () =>
        (await findLookAlikeNumber(db, q)) ?? findFirstText(db, lookAlikes, vocabulary)
      const suggest = async () => {
        const suggestion = (await findLookAlike()) ?? findVagueNoun(query, vocabulary)
        return suggestion === null ? null : { words: q.trim(), change: null, suggestion }
      }
      if (inOrder.length === 0)
        return {
          value: {
            ...tally([], filters, categoryIds),
            types: amountsOfSearch(filters, tallyTypes([], filters), catalogue),
            columns,
            attributes: [],
            search: await suggest(),
          },
          version: null,
        }
      const { value, version, used } = await runFirstWithResults(db, inOrder, {
        vocabulary,
        isNarrowed: hasFilters(filters),
        run: async (one) => {
          const found = anyMatch(toMatch(one, vocabulary, {}))
          if (!found) return { value: [], version: null }
          return countFound(db, [found], { filters, bounds, categoryIds, max: bounds.found })
        },
        isEmpty: (rows) => rows.every(({ kind }) => kind === 'type'),
      })
      const search = used
        ? await explain(db, used, { correction, vocabulary, findLookAlike })
        : await suggest()
      const found = used && anyMatch(toMatch(used, vocabulary, {}))
      const attributes = found ? await countAttributes(db, [found], { filters, catalogue }) : []
      const types = amountsOfSearch(filters, tallyTypes(value, filters), catalogue)
      return { value: { ...tally(value, filters, categoryIds), types, columns, attributes, search }, version }
    },
  )
}

/** The first of other texts by which parts on sale are found, all of its words counting; null if none is. */
async function findFirstText(
  db: Db,
  texts: readonly { text: string; query: Query }[],
  vocabulary: Vocabulary,
): Promise<string | null> {
  for (const { text, query } of texts) {
    const whole = interpret(text, query, vocabulary).inOrder.filter(({ step }) => step !== 'fewerTerms')
    if (await findFirstWithParts(db, whole, vocabulary)) return text
  }
  return null
}

type Explaining = {
  correction: Interpretation | null
  vocabulary: Vocabulary
  findLookAlike: () => Promise<string | null>
}

async function explain(
  db: Db,
  { step, text, shown: words = text }: Interpretation,
  { correction, vocabulary, findLookAlike }: Explaining,
): Promise<Counts['search']> {
  if (step === 'partNumber') return null
  // the contract has no value of `change` for converted units: they are reported as a corrected spelling
  if (step === 'corrected' || step === 'correctedPartType' || step === 'converted')
    return { words, change: 'spelling', suggestion: null }
  if (step === 'fewerTerms') return { words, change: 'fewer', suggestion: await findLookAlike() }
  const change = step === 'mentioned' ? step : null
  const likelier = correction && (await findFirstWithParts(db, [correction], vocabulary))
  const suggestion = likelier?.text ?? null
  return change === null && suggestion === null ? null : { words, change, suggestion }
}

type Counting = { filters: Filters; bounds: CountBounds; categoryIds: readonly string[]; max: number }

/**
 * Up to `max` parts are counted together; of more, the whole up to `max`, each category and each frequent brand up to its own
 * bound, and of types what the first `max` parts have.
 */
async function countFound(db: Db, found: readonly Condition[], counting: Counting) {
  const { filters, bounds, categoryIds, max } = counting
  const isSearch = found.length > 0
  const { partTypeId, attributes, ...others } = filters
  // the counts of types, of a search, ignore the filters by type
  const ofType = isSearch ? hiddenConditions({ partTypeId, attributes }) : []
  const ofAnyType = [
    onSale,
    ...found,
    ...(isSearch ? hiddenConditions(others) : [...typeConditions(filters), ...columnConditions(filters)]),
  ]
  const counted = [...ofAnyType, ...ofType]
  // each count ignores its own filter, so parts with either the category or the brand are needed
  const isEither = filters.category?.length && filters.brand?.length
  const either = isEither ? [matches(filterQueries(filters).join(' | '))] : []
  const hasTypes = isSearch || (partTypeId === undefined && (filters.category?.length ?? 0) > 0)
  const offered = groupsOfParts([...ofAnyType, ...either], {
    max,
    type: hasTypes ? sql`part_type_id` : sql`null::smallint`,
    passes: all(ofType),
  })
  const isMoreOffered = isMoreThan(max, 'offered')
  const few =
    ofType.length === 0
      ? sql`few as not materialized (table offered)`
      : sql`few as materialized (
          select category, brand, in_stock, null::smallint as type, true as passes, sum(parts)::bigint as parts
          from offered where passes and not ${isMoreOffered} group by 1, 2, 3
          union all
          select * from (${groupsOfParts([...counted, ...either], { max })}) as of_type where ${isMoreOffered}
        )`
  const isBeyond = isMoreThan(max, 'few')
  const groups = groupsOf(filters, categoryIds)
  const ofWhole = filterQueries(filters).map(matches)
  const whole =
    ofWhole.length === 0
      ? sql`select sum(parts)::bigint as parts from few`
      : sql`select count(*) as parts from (
          select from products where ${all([...counted, ...ofWhole])} limit ${sql.lit(max + 1)}
        ) as found`
  const statement = sql<CountedOrVersion>`
    with offered as materialized (${offered}), ${few}
    select 'version' as kind, null::text as category, ${sql.raw<string>(vocabularyVersion)} as brand,
      null::boolean as in_stock, null::smallint as type, 0::bigint as parts, false as "isMore"
    union all
    select 'facet', category, brand, in_stock, type, parts, false from few where not ${isBeyond}
    union all
    select 'type', category, brand, in_stock, type, parts, ${isMoreOffered} from offered
    where type is not null and ${ofType.length > 0 ? sql`true` : isMoreOffered}
    union all
    select 'total', null, null, null, null, least(parts, ${sql.lit(max)}), parts > ${sql.lit(max)} from (${whole}) as whole
    where ${isBeyond}
    union all
    select kind, case when kind <> 'brand' then name end, case when kind = 'brand' then name end,
      kind = 'stock', null, least(parts, bound), parts > bound
    from (
      select kind, name, tsquery, ${sql.lit(bounds.category)} as bound from unnest(
        ${groups.map(({ kind }) => kind)}::text[], ${groups.map(({ name }) => name)}::text[],
        ${groups.map(({ tsquery }) => tsquery)}::text[]
      ) as listed (kind, name, tsquery)
      union all (${brandsToCount(filters, bounds)})
    ) as groups
    cross join lateral (
      select count(*) as parts from (
        select from products
        where ${all(counted)} and search_vector @@ groups.tsquery::tsquery and (groups.kind <> 'stock' or in_stock)
        limit groups.bound + 1
      ) as counted
    ) as counted
    where ${isBeyond} and parts > 0`.compile(db)
  const rows = await (isSearch
    ? runPrepared<CountedOrVersion>(db, statement)
    : runOnce<CountedOrVersion>(db, statement))
  return {
    value: rows.filter((row) => row.kind !== 'version'),
    version: rows.find((row) => row.kind === 'version')?.brand ?? null,
  }
}

/** At most `max` and one part, by category, brand, stock, type, and whether they pass. */
function groupsOfParts(
  conditions: readonly Condition[],
  {
    max,
    type = sql`null::smallint`,
    passes = sql<boolean>`true`,
  }: { max: number; type?: RawBuilder<unknown>; passes?: Condition },
) {
  return sql`
    select category, coalesce(brand, '') as brand, in_stock, type, passes, count(*) as parts
    from (
      select category, brand, in_stock, ${type} as type, ${passes} as passes
      from products where ${all(conditions)} limit ${sql.lit(max + 1)}
    ) as found
    group by 1, 2, 3, 4, 5`
}

function isMoreThan(max: number, groups: 'few' | 'offered') {
  return sql<boolean>`(select sum(parts) from ${sql.ref(groups)}) > ${sql.lit(max)}`
}

function groupsOf({ category = [], brand }: Filters, categoryIds: readonly string[]) {
  const group = (kind: 'category' | 'stock', name: string) => ({
    kind,
    name,
    tsquery: [quoteLexeme(CATEGORY_PREFIX + name), ...filterQueries({ brand })].join(' & '),
  })
  const listed = category.length > 0 ? category : categoryIds
  return [
    ...categoryIds.map((name) => group('category', name)),
    ...listed.map((name) => group('stock', name)),
  ]
}

function brandsToCount({ category = [], brand = [] }: Filters, bounds: CountBounds) {
  const inCategories = filterQueries({ category }).map((query) => ` & ${query}`)
  const isListed = category.length > 0 ? sql`category = any(${category}::text[])` : sql`true`
  return sql`
    select 'brand', (array_agg(brand order by parts desc, brand))[1],
      quote_literal(lexeme) || ${inCategories.join('')}::text, ${sql.lit(bounds.brand)}
    from (
      select brand, sum(parts) as parts, 'b:' || brand_key(brand) as lexeme
      from ${storedCounts} as stored where brand <> '' and ${isListed}
      group by brand having sum(parts) > 0
    ) as brands
    group by lexeme
    order by lexeme = any(${brand.map(brandLexeme)}::text[]) desc, sum(parts) desc, lexeme
    limit ${MAX_BRANDS_COUNTED}`
}

/** Whether a row passes each filter. `keys`: of the brands that the filter has. */
function testsOf(filters: Filters) {
  const keys = filters.brand?.map(brandKey) ?? []
  return {
    keys,
    inCategory: (one: FacetCount) => !filters.category?.length || filters.category.includes(one.category),
    ofBrand: (one: FacetCount) => keys.length === 0 || keys.includes(brandKey(one.brand)),
    inStock: (one: FacetCount) => !filters.inStock || one.in_stock,
  }
}

function tally(
  rows: readonly CountedRow[],
  filters: Filters,
  categoryIds: readonly string[],
): Pick<Counts, 'total' | 'categories' | 'brands' | 'inStock'> {
  const { keys, inCategory, ofBrand, inStock } = testsOf(filters)
  const rowsOf = (kind: CountedRow['kind'], isCounted: (facet: CountedRow) => boolean) =>
    rows.filter((row) => (row.kind === 'facet' ? isCounted(row) : row.kind === kind))
  const byCategory = rowsOf('category', (one) => ofBrand(one) && inStock(one))
  const byBrand = rowsOf('brand', (one) => inCategory(one) && inStock(one))
  const whole = rows.find(({ kind }) => kind === 'total')
  const stocked = rowsOf('stock', (one) => inCategory(one) && ofBrand(one) && one.in_stock)
  return {
    total: amountOf(whole ? [whole] : byCategory.filter(inCategory)),
    categories: categoryIds
      .map((category) => ({ category, ...amountOf(byCategory.filter((one) => one.category === category)) }))
      .filter(({ category, parts }) => parts > 0 || filters.category?.includes(category)),
    brands: brandAmounts(byBrand, keys),
    inStock: amountOf(stocked),
  }
}

/** The types of the parts that pass all filters but those by type. */
function tallyTypes(rows: readonly CountedRow[], filters: Filters): TypeCounts {
  const { inCategory, ofBrand, inStock } = testsOf(filters)
  const typed = rows.filter(
    (one) => (one.kind === 'facet' || one.kind === 'type') && inCategory(one) && inStock(one) && ofBrand(one),
  )
  const amounts = new Map<number, Counts['total']>()
  for (const [type, same] of Map.groupBy(typed, (one) => one.type))
    if (type !== null) amounts.set(type, amountOf(same))
  return { amounts, isMore: rows.some(({ kind, isMore }) => kind === 'total' || (kind === 'type' && isMore)) }
}

function amountOf(rows: readonly CountedRow[]): Counts['total'] {
  return {
    parts: rows.reduce((sum, { parts }) => sum + parts, 0),
    isMore: rows.some(({ isMore }) => isMore),
  }
}

function brandAmounts(rows: readonly CountedRow[], brandFilter: readonly string[]): Counts['brands'] {
  const named = rows.filter(({ brand }) => brand !== '')
  return [...Map.groupBy(named, ({ brand }) => brandKey(brand))]
    .map(([key, same]) => ({ key, ...amountOf(same), brand: mostFrequentSpelling(same) }))
    .sort((a, b) => b.parts - a.parts || (a.key < b.key ? -1 : 1))
    .filter(({ key }, at) => at < MAX_BRANDS_SHOWN || brandFilter.includes(key))
    .map(({ brand, parts, isMore }) => ({ brand, parts, isMore }))
}

function mostFrequentSpelling(rows: readonly CountedRow[]): string {
  const [first] = rows.toSorted((a, b) => b.parts - a.parts || (a.brand < b.brand ? -1 : 1))
  return first?.brand ?? ''
}
