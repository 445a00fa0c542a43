import type { Counts } from '#contract/catalog/search/search.ts'
import type { Db } from '#database/open.ts'
import { type Catalogue, currentCatalogue } from '../part-types/catalogue.ts'
import { findFirstWithParts, runFirstWithResults } from '../products/list.ts'
import { type Filters, hasFilters, priceConditions } from '../products/list-query.ts'
import { columnsOf, countAttributes } from './facets/attribute-counts.ts'
import {
  BOUNDS,
  type CountBounds,
  type CountedRow,
  type Counting,
  countFound,
  type FacetCount,
  readFacetCounts,
} from './facets/grouped-parts.ts'
import {
  amountsOfList,
  amountsOfSearch,
  countTypes,
  type TypeCounts,
  typesOfList,
} from './facets/type-counts.ts'
import { findVagueNoun, type Interpretation, interpret, wordsToStem } from './interpret.ts'
import { findLookAlikeNumber, lookAlikeTexts } from './look-alikes.ts'
import { toMatch } from './match.ts'
import { brandKey } from './normalise.ts'
import { anyMatch } from './rank.ts'
import { type Query, tokenise } from './tokenise.ts'
import { type Vocabulary, withVocabulary } from './vocabulary.ts'

const MAX_BRANDS_SHOWN = 60
type CountQuery = Filters & { q?: string | undefined }

/** A subcategory is counted in its category: those beside it, and other categories, ignore it. */
export async function countProducts(
  db: Db,
  query: CountQuery,
  bounds: CountBounds = BOUNDS,
): Promise<Counts> {
  const counts = await countOne(db, query, { bounds, hasAttributes: true })
  if (query.subcategory === undefined) return counts
  const { categories, subcategories } = await countOne(
    db,
    { ...query, subcategory: undefined },
    { bounds, hasAttributes: false },
  )
  return { ...counts, categories, subcategories }
}

type Extent = { bounds: CountBounds; hasAttributes: boolean }

async function countOne(db: Db, { q, ...filters }: CountQuery, extent: Extent): Promise<Counts> {
  const { bounds, hasAttributes } = extent
  const catalogue = await currentCatalogue(db)
  const { categoryIds } = catalogue
  if (q?.trim()) return countSearch(db, q, { filters, catalogue, ...extent })
  const types = typesOfList(filters, catalogue)
  const { rows, ofTypes } = await countList(db, { filters, types, bounds, categoryIds })
  const attributes = hasAttributes ? await countAttributes(db, [], { filters, catalogue }) : []
  return {
    ...tally(rows, filters, catalogue),
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
    const { subcategory } = filters
    const facets = stored
      .filter((row) => subcategory === undefined || row.subcategory === subcategory)
      .map((row) => ({ ...row, kind: 'facet' as const, isMore: false }))
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

async function countSearch(
  db: Db,
  q: string,
  { filters, bounds, hasAttributes, catalogue }: Extent & { filters: Filters; catalogue: Catalogue },
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
            ...tally([], filters, catalogue),
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
      const found = hasAttributes && used && anyMatch(toMatch(used, vocabulary, {}))
      const attributes = found ? await countAttributes(db, [found], { filters, catalogue }) : []
      const types = amountsOfSearch(filters, tallyTypes(value, filters), catalogue)
      return { value: { ...tally(value, filters, catalogue), types, columns, attributes, search }, version }
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
  { categories, categoryIds }: Catalogue,
): Pick<Counts, 'total' | 'categories' | 'subcategories' | 'brands' | 'inStock'> {
  const { keys, inCategory, ofBrand, inStock } = testsOf(filters)
  const rowsOf = (kind: CountedRow['kind'], isCounted: (facet: CountedRow) => boolean) =>
    rows.filter((row) => (row.kind === 'facet' ? isCounted(row) : row.kind === kind))
  const byCategory = rowsOf('category', (one) => ofBrand(one) && inStock(one))
  const byBrand = rowsOf('brand', (one) => inCategory(one) && inStock(one))
  const ofSubcategories = rows.filter(
    (one) =>
      (one.kind === 'facet' || one.kind === 'subcategory') && inCategory(one) && ofBrand(one) && inStock(one),
  )
  const inList = (category: string) => filters.category?.includes(category)
  const whole = rows.find(({ kind }) => kind === 'total')
  const stocked = rowsOf('stock', (one) => inCategory(one) && ofBrand(one) && one.in_stock)
  return {
    total: amountOf(whole ? [whole] : byCategory.filter(inCategory)),
    categories: categoryIds
      .map((category) => ({ category, ...amountOf(byCategory.filter((one) => one.category === category)) }))
      .filter(({ category, parts }) => parts > 0 || filters.category?.includes(category)),
    subcategories: categories
      .filter(({ parent }) => parent !== null && filters.category?.length === 1 && inList(parent))
      .map(({ id }) => ({
        subcategory: id,
        ...amountOf(ofSubcategories.filter(({ subcategory }) => subcategory === id)),
        ...(whole && { isMore: true }),
      })),
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
