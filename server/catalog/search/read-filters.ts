import { sql } from 'kysely'
import type { Attribute } from '#contract/catalog/part-types/attributes.ts'
import { typesTexts } from '#contract/catalog/part-types/texts.ts'
import {
  ATTRIBUTE_PREFIX,
  type FilterValue,
  MAX_ATTRIBUTES,
  readFilter,
  splitAttributes,
} from '#contract/catalog/search/attribute-filters.ts'
import { WITHOUT_TYPE } from '#contract/catalog/search/filters.ts'
import { listServerTexts as texts } from '#contract/catalog/search/list-server-texts.ts'
import { AppError, type FieldError } from '#contract/platform/errors.ts'
import type { Db } from '#database/open.ts'
import { type Catalogue, currentCatalogue, type StoredType } from '../part-types/catalogue.ts'
import { type AttributeFilter, type Filters, toFilters } from '../products/list-query.ts'

type WireFilters = Omit<Parameters<typeof toFilters>[0], 'type'> & {
  category?: string[] | undefined
  subcategory?: string | undefined
  type?: string | undefined
  attributes?: string | undefined
}

/**
 * The filters of a wire query. Throws `invalid_request` for a subcategory of another category, an unknown type, attributes without a type or of another one, and
 * values that are none; each at its name in the address of a page: `a.diameter`.
 */
export async function readFilters<Wire extends WireFilters>(db: Db, query: Wire, currency: string) {
  const { type: key, attributes, ...others } = query
  const { category, subcategory } = query
  const plain = toFilters(others, currency)
  if (key === undefined && attributes === undefined && subcategory === undefined) return plain
  const catalogue = await currentCatalogue(db)
  const filters =
    subcategory === undefined ? plain : { ...plain, category: categoryOf(subcategory, category, catalogue) }
  if (key === undefined && attributes === undefined) return filters
  const type = key === undefined ? undefined : catalogue.typeOfKey.get(key)
  const isWithout = key === WITHOUT_TYPE
  if (key !== undefined && !isWithout && !type) throw invalid([{ path: 'type', message: texts.unknownType }])
  if (attributes === undefined) return { ...filters, partTypeId: isWithout ? null : type?.id }
  const given = splitAttributes(attributes)
  if (!given) throw invalid([{ path: 'attributes', message: texts.unknownFilter }])
  if (given.size > MAX_ATTRIBUTES)
    throw invalid([{ path: 'attributes', message: texts.tooManyAttributes(MAX_ATTRIBUTES) }])
  if (!type)
    throw invalid(
      [...given.keys()].map((one) => ({ path: ATTRIBUTE_PREFIX + one, message: texts.withoutType })),
    )
  const read = await readAttributes(db, given, { type, catalogue })
  return { ...filters, partTypeId: type.id, attributes: read } satisfies Filters
}

/** A subcategory alone says its category; beside another category, or several, it is refused. */
function categoryOf(id: string, given: readonly string[] | undefined, { categories }: Catalogue): string[] {
  const parent = categories.find((one) => one.id === id)?.parent
  if (!parent || (given && (given.length !== 1 || given[0] !== parent)))
    throw invalid([{ path: 'subcategory', message: typesTexts.unknownSubcategory }])
  return [parent]
}

function invalid(errors: FieldError[]): AppError {
  return new AppError('invalid_request', { errors })
}

async function readAttributes(
  db: Db,
  given: ReadonlyMap<string, string>,
  { type, catalogue }: { type: StoredType; catalogue: Catalogue },
): Promise<AttributeFilter[]> {
  const errors: FieldError[] = []
  const read: { key: string; value: FilterValue }[] = []
  for (const [key, text] of given) {
    const path = ATTRIBUTE_PREFIX + key
    const attribute = catalogue.attributeOfKey.get(key)
    if (!attribute) errors.push({ path, message: texts.unknownFilter })
    else if (!type.attributes.some((one) => one.key === key && one.inFilter))
      errors.push({ path, message: texts.needsType })
    else {
      const value = readFilter(text, attribute.kind, attribute.decimals)
      if ('problem' in value) errors.push({ path, message: texts.problems[value.problem] })
      else read.push({ key, value })
    }
  }
  if (errors.length > 0) throw invalid(errors)
  const facets = read.some(({ value }) => 'range' in value) ? await readFacets(db, type.id) : []
  return read.map(({ key, value }) => ({
    key,
    any:
      'values' in value
        ? value.values.map((one) => `${key}=${one}`)
        : facets.filter(isWithin(key, value.range)),
  }))
}

/** The values that parts of a type have: of a range, those become the condition. */
async function readFacets(db: Db, typeId: number): Promise<string[]> {
  const { rows } = await sql<{ facet: string }>`
    select facet from (table facet_value_counts union all table facet_value_changes) as stored
    where part_type_id = ${typeId} group by facet having sum(parts) > 0`.execute(db)
  return rows.map(({ facet }) => facet)
}

function isWithin(
  key: string,
  { min = -Infinity, max = Infinity }: { min?: number | undefined; max?: number | undefined },
) {
  return (facet: string) => {
    if (!facet.startsWith(`${key}=`)) return false
    const number = Number(facet.slice(key.length + 1))
    return number >= min && number <= max
  }
}

/** The value of a facet of an attribute. */
export function facetValue(facet: string, { key }: Pick<Attribute, 'key'>): string | undefined {
  return facet.startsWith(`${key}=`) ? facet.slice(key.length + 1) : undefined
}
