import { type SqlBool, sql } from 'kysely'
import { textOf } from '#contract/catalog/part-types/attribute-values.ts'
import type { Attribute } from '#contract/catalog/part-types/attributes.ts'
import { COLUMNS_SHOWN, type Counts } from '#contract/catalog/search/search.ts'
import type { Db } from '#database/open.ts'
import type { Catalogue } from '../../part-types/catalogue.ts'
import {
  type Condition,
  categoryConditions,
  type Filters,
  matches,
  onSale,
  priceConditions,
} from '../../products/list-query.ts'
import { filterQueries } from '../match.ts'
import { facetValue } from '../read-filters.ts'
import { addUp, readGroups } from './facet-counts.ts'
import { chosenType } from './type-counts.ts'

/** The attributes that a list of one part type shows of each part. */
export function columnsOf(filters: Filters, catalogue: Catalogue): Counts['columns'] {
  const type = chosenType(filters, catalogue)
  const shown = type?.attributes.filter(({ inTable }) => inTable).slice(0, COLUMNS_SHOWN) ?? []
  return shown.flatMap(({ key }) => {
    const name = catalogue.attributeOfKey.get(key)?.name
    return name === undefined ? [] : [{ key, name }]
  })
}

/** The values of the attributes by which a list of a part type is filtered, with their numbers of parts. */
export async function countAttributes(
  db: Db,
  found: readonly Condition[],
  { filters, catalogue }: { filters: Filters; catalogue: Catalogue },
): Promise<Counts['attributes']> {
  const type = chosenType(filters, catalogue)
  if (!type) return []
  const { attributes: chosen = [], category = [], brand = [] } = filters
  const several = category.length > 1 ? filterQueries({ category }).map(matches) : []
  const within = [onSale, ...categoryConditions(filters), ...priceConditions(filters), ...several, ...found]
  const [brands] = filterQueries({ brand })
  const groups = await readGroups(db, within, {
    filters: chosen,
    isOfBrand: brands === undefined ? sql<SqlBool>`true` : matches(brands),
  })
  const counts = addUp(groups, { filters: chosen, isStockFilter: filters.inStock === true })
  return type.attributes
    .filter(({ inFilter }) => inFilter)
    .flatMap(({ key }) => {
      const attribute = catalogue.attributeOfKey.get(key)
      if (!attribute) return []
      const asked = chosen.find((one) => one.key === key)?.any
      const values = valuesOf(attribute, { counts: counts.values, asked: asked ?? [] })
      return asked || values.length > 0
        ? [{ key, name: attribute.name, kind: attribute.kind, unit: attribute.unit, values }]
        : []
    })
}

function valuesOf(
  attribute: Attribute,
  { counts, asked }: { counts: Map<string, number>; asked: readonly string[] },
) {
  const facets = new Set([...counts.keys(), ...asked])
  const values = [...facets].flatMap((facet) => {
    const value = facetValue(facet, attribute)
    if (value === undefined) return []
    return [
      {
        value,
        text: textOfValue(value, attribute),
        parts: counts.get(facet) ?? 0,
        isChosen: asked.includes(facet),
      },
    ]
  })
  const { kind, choices } = attribute
  const order = (value: string) =>
    kind === 'number' ? Number(value) : choices.findIndex(({ key }) => key === value)
  return values.sort((a, b) => order(a.value) - order(b.value) || (a.value < b.value ? -1 : 1))
}

/** Without the unit, which stands beside the name of the attribute. */
function textOfValue(value: string, attribute: Attribute): string {
  if (attribute.kind === 'number') return value
  return textOf(attribute.kind === 'boolean' ? value === 'yes' : value, attribute)
}
