import { sql } from 'kysely'
import type { Counts } from '#contract/catalog/search/search.ts'
import type { Db } from '#database/open.ts'
import type { Catalogue, StoredType } from '../../part-types/catalogue.ts'
import {
  all,
  categoryConditions,
  columnConditions,
  type Filters,
  matches,
  onSale,
} from '../../products/list-query.ts'
import { filterQueries } from '../match.ts'

type Amount = Counts['total']

/** How many parts each type has in a list, by the ids of types. `isMore`: of more parts than were counted. */
export type TypeCounts = { amounts: ReadonlyMap<number, Amount>; isMore: boolean }

export function chosenType(
  { partTypeId }: Filters,
  { typeOfId }: Pick<Catalogue, 'typeOfId'>,
): StoredType | undefined {
  return partTypeId === undefined || partTypeId === null ? undefined : typeOfId.get(partTypeId)
}

/** The part types among which a list without words can choose: those of its categories, or of the category of its type. */
export function typesOfList(filters: Filters, catalogue: Catalogue): StoredType[] {
  const chosen = chosenType(filters, catalogue)
  const shown = filters.category?.length ? filters.category : chosen ? [chosen.category] : []
  return catalogue.types.filter((type) => shown.includes(type.category) || type === chosen)
}

/** The types of a list without words with their numbers of parts, by their names. */
export function amountsOfList(
  types: readonly StoredType[],
  { amounts, isMore }: TypeCounts,
): Counts['types'] {
  return types.map(({ id, key, plural }) => ({ key, plural, ...(amounts.get(id) ?? { parts: 0, isMore }) }))
}

/** The types that a search finds, and the chosen one: those of most parts first. */
export function amountsOfSearch(
  filters: Filters,
  { amounts, isMore }: TypeCounts,
  catalogue: Catalogue,
): Counts['types'] {
  const chosen = chosenType(filters, catalogue)
  const found = catalogue.types.filter((type) => amounts.has(type.id) || type === chosen)
  return amountsOfList(found, { amounts, isMore }).sort((a, b) => b.parts - a.parts)
}

/**
 * Counts these types in a list without words that has one of them and price bounds; its filters by type and attributes are
 * left out. At most `max` parts are counted.
 */
export async function countTypes(
  db: Db,
  types: readonly StoredType[],
  { filters: { category = [], subcategory, brand, ...filters }, max }: { filters: Filters; max: number },
): Promise<TypeCounts> {
  const isOne = category.length === 1
  const conditions = [
    onSale,
    sql<boolean>`part_type_id = any(${types.map(({ id }) => id)}::smallint[])`,
    ...columnConditions({ ...filters, attributes: undefined }),
    ...(isOne ? categoryConditions({ category, subcategory }) : []),
    ...filterQueries({ brand, category: isOne ? [] : category }).map(matches),
  ]
  const { rows } = await sql<{ type: number; parts: number }>`
    select part_type_id as type, count(*)::integer as parts from (
      select part_type_id from products where ${all(conditions)} limit ${sql.lit(max + 1)}
    ) as found group by 1`.execute(db)
  const isMore = rows.reduce((sum, { parts }) => sum + parts, 0) > max
  return { amounts: new Map(rows.map(({ type, parts }) => [type, { parts, isMore }])), isMore }
}
