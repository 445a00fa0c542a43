import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { importTexts as texts } from '#contract/catalog/imports/texts.ts'
import type { Attribute } from '#contract/catalog/part-types/attributes.ts'
import { typesTexts } from '#contract/catalog/part-types/texts.ts'
import {
  ATTRIBUTE_PREFIX,
  type AttributeColumn,
  type ImportColumn,
  saleUnits,
} from '#contract/catalog/products/part-fields.ts'
import { saleUnitNames } from '#contract/catalog/products/part-fields-texts.ts'
import type { ImportLayout } from '#database/column-values.ts'
import { MAX_FACETS } from '../part-types/attribute-values.ts'
import type { Catalogue } from '../part-types/catalogue.ts'
import { editDistance } from '../search/spelling.ts'

export type CellResult = { value: unknown } | { message: string }

/** `attr:diameter`, or with its unit: `attr:diameter (mm)`. Undefined for another name, an unknown attribute or unit. */
export function attributeColumn(
  name: string,
  attributes: ReadonlyMap<string, Attribute> | undefined,
): AttributeColumn | undefined {
  const [, key = '', unit] = /^attr:([a-z][a-z0-9_]{0,39})(?: ?\(([^()]{1,10})\))?$/i.exec(name.trim()) ?? []
  const attribute = attributes?.get(key.toLowerCase())
  if (!attribute || (unit !== undefined && unit !== attribute.unit)) return undefined
  return `${ATTRIBUTE_PREFIX}${attribute.key}`
}

/** The attribute that the column of an unknown one may mean. */
export function nearestAttribute(
  name: string,
  attributes: ReadonlyMap<string, Attribute>,
): AttributeColumn | undefined {
  const [, typed = ''] = /^attr:([^()]{1,40})(?:\(|$)/i.exec(name.trim()) ?? []
  if (attributes.has(typed.trim().toLowerCase())) return undefined
  const key = nearestKey(typed, attributes)
  return key === undefined ? undefined : `${ATTRIBUTE_PREFIX}${key}`
}

/** The key that begins as an unknown one, or differs from it in a third of the letters at most. */
export function nearestKey(typed: string, attributes: ReadonlyMap<string, Attribute>): string | undefined {
  const key = typed.trim().toLowerCase().replace(/[ -]/g, '_')
  if (key === '') return undefined
  const near = [...attributes.keys()]
    .map((one) => ({ one, edits: one.startsWith(key) && key.length > 2 ? 0 : editDistance(key, one) }))
    .filter(({ edits }) => edits <= key.length / 3)
    .sort((a, b) => a.edits - b.edits)
  return near[0]?.one
}

/** The key of the attribute that a column is for. */
export function attributeKey(column: ImportColumn | null): string | undefined {
  return column?.startsWith(ATTRIBUTE_PREFIX) ? column.slice(ATTRIBUTE_PREFIX.length) : undefined
}

export function readSaleUnit(text: string): CellResult {
  const folded = text.trim().toLowerCase()
  if (folded === '') return { value: 'each' }
  const unit = saleUnits.find((one) => one === folded || saleUnitNames[one] === folded)
  return unit ? { value: unit } : { message: texts.oneOf(saleUnits) }
}

/** A subcategory by its id or name; the check compares it with the category of the part. */
export function readSubcategory(text: string, { categories }: Catalogue): CellResult {
  const folded = text.trim().toLowerCase()
  if (folded === '') return { value: null }
  const found = categories.find(
    ({ id, name, parent }) => parent !== null && (id === folded || name.toLowerCase() === folded),
  )
  return found ? { value: found.id } : { message: typesTexts.unknownSubcategory }
}

const hasColumn = (layout: ImportLayout | null, name: ImportColumn) => layout?.columns.includes(name) ?? false
const hasValues = (layout: ImportLayout | null) =>
  hasColumn(layout, 'type') ||
  hasColumn(layout, 'attributes') ||
  (layout?.columns.some((column) => attributeKey(column) !== undefined) ?? false)
const hasCategories = (layout: ImportLayout | null) =>
  hasColumn(layout, 'category') || hasColumn(layout, 'subcategory')

/** What a row wants of a column of its part: its cell, else what the part has. */
function wanted(column: string): RawBuilder<unknown> {
  const name = sql.lit(column)
  return sql`case when part ? ${name} then part -> ${name} else now -> ${name} end`
}

/** Whether the type that a row wants for its part has the attribute `key`; the keys of all types are one constant. */
function hasKey({ types }: Catalogue, key: string): RawBuilder<unknown> {
  const keys = JSON.stringify(
    Object.fromEntries(types.map(({ id, attributes }) => [id, attributes.map((attribute) => attribute.key)])),
  )
  return sql`coalesce(${keys}::jsonb -> ((${wanted('part_type_id')}) #>> '{}') ? ${sql.ref(key)}, false)`
}

/** Whether a given value is no choice of its attribute; the choices of all attributes are one constant. */
function isNoChoice(catalogue: Catalogue): RawBuilder<SqlBool> {
  const keys = choicesOf(catalogue).map(({ key, choices }) => [key, choices.map((choice) => choice.key)])
  return sql`coalesce(not ${JSON.stringify(Object.fromEntries(keys))}::jsonb -> given.key ? given.value, false)`
}

const choicesOf = ({ attributes }: Catalogue) => attributes.filter(({ kind }) => kind === 'choice')

/** Whether `change` gives its part a choice that is merged into another one, or removed, since it was compared. */
export const givesNoChoice = (catalogue: Catalogue): RawBuilder<SqlBool> => sql`exists (
  select from jsonb_each_text(change.wanted -> 'attributes') as given
  where given.value is distinct from change.seen -> 'attributes' ->> given.key
    and ${isNoChoice(catalogue)}
)`

/** Values of a part with those of a row, as far as the type of the part has them. Null in a row removes a value. */
const mergedValues = (catalogue: Catalogue) => sql`(
  select coalesce(jsonb_object_agg(key, value), '{}')
  from jsonb_each(coalesce(now -> 'attributes', '{}') || coalesce(part -> 'attributes', '{}')) as merged
  where value <> 'null' and ${hasKey(catalogue, 'merged.key')}
)`

/**
 * The columns of a row as they would be stored: attributes are merged with those of its part (`now`, empty for a new one), and
 * a subcategory goes when the part leaves its category.
 */
export function settledPart(layout: ImportLayout | null, catalogue: Catalogue): RawBuilder<unknown> {
  const values = hasValues(layout)
    ? sql`case when part ?| '{attributes,part_type_id}' then jsonb_build_object('attributes', ${mergedValues(catalogue)}) else '{}' end`
    : sql`'{}'`
  const subcategory =
    hasColumn(layout, 'category') && !hasColumn(layout, 'subcategory')
      ? sql`case when now ->> 'subcategory' is not null and part ->> 'category' <> now ->> 'category'
          then '{"subcategory": null}'::jsonb else '{}' end`
      : sql`'{}'`
  return sql`part || ${values}::jsonb || ${subcategory}::jsonb`
}

/** Whether a type has so many attributes, or so many of free text, that the values of a part could be too many or too long. */
function mayHaveTooMany({ types, attributeOfKey }: Catalogue): boolean {
  const isText = ({ key }: { key: string }) => attributeOfKey.get(key)?.kind === 'text'
  return types.some(
    ({ attributes }) => attributes.length > MAX_FACETS || attributes.filter(isText).length > 2,
  )
}

/** Types and categories that cells were read as, and that were deleted before the comparison. */
function goneSince(layout: ImportLayout | null, { id, catalogue }: Pick<Faults, 'id' | 'catalogue'>) {
  const { types, categories, categoryIds } = catalogue
  const ofColumn = (name: ImportColumn, column: string, known: readonly string[]) =>
    hasColumn(layout, name)
      ? [
          sql`select row, 0, ${name}, null, ${texts.goneSince} from import_targets join import_rows using (row)
            where import_id = ${id} and part ->> ${sql.lit(column)} is not null
              and part ->> ${sql.lit(column)} <> all(${known}::text[])`,
        ]
      : []
  const subcategories = categories.filter(({ parent }) => parent !== null).map((one) => one.id)
  const typeIds = types.map((type) => String(type.id))
  return [
    ...ofColumn('type', 'part_type_id', typeIds),
    ...ofColumn('category', 'category', categoryIds),
    ...ofColumn('subcategory', 'subcategory', subcategories),
  ]
}

type Faults = { id: string; partObject: RawBuilder<unknown>; initial: string; catalogue: Catalogue }

/** Errors of what was deleted since the file was read, of values that the type of their part has not, of choices that are gone, of too many values, and of subcategories of another category. */
export function catalogueFaults(
  layout: ImportLayout | null,
  { id, partObject, initial, catalogue }: Faults,
): RawBuilder<unknown>[] {
  const rows = sql`import_targets join import_rows using (row) left join products on products.id = import_targets.product_id,
    lateral (select case when products.id is null then ${initial}::jsonb else ${partObject} end as now) as current`
  const ofValues = [
    sql`select row, 0, ${ATTRIBUTE_PREFIX} || given.key, given.value #>> '{}',
        case when wanted.type is null then ${typesTexts.typeRequired} else format(${typesTexts.notOfType('%s')}, part_types.name) end
      from ${rows}, jsonb_each(part -> 'attributes') as given,
        lateral (select (${wanted('part_type_id')})::text as type) as text_of_type,
        lateral (select nullif(text_of_type.type, 'null')::smallint as type) as wanted
        left join part_types on part_types.id = wanted.type
      where import_id = ${id} and given.value <> 'null' and not ${hasKey(catalogue, 'given.key')}`,
  ]
  const messages = choicesOf(catalogue).map(({ key, choices }) => [
    key,
    typesTexts.notChoice(choices.map(({ name }) => name)),
  ])
  const ofChoices = sql`select row, 0, ${ATTRIBUTE_PREFIX} || given.key, given.value, ${JSON.stringify(Object.fromEntries(messages))}::jsonb ->> given.key
      from import_targets join import_rows using (row), jsonb_each_text(part -> 'attributes') as given
      where import_id = ${id} and ${isNoChoice(catalogue)}`
  const ofAmounts = sql`select row, 0, null, null, ${typesTexts.tooManyValues(MAX_FACETS)}
      from ${rows}, lateral (select ${mergedValues(catalogue)} as merged) as settled
      where import_id = ${id} and part ? 'attributes'
        and (cardinality(facets_of(merged)) > ${MAX_FACETS} or octet_length(merged::text) > 4000)`
  const ofSubcategory = sql`select row, 0, 'subcategory', part ->> 'subcategory',
      format(${texts.subcategoryOf('%s')}, categories.parent_id)
    from ${rows}, categories
    where import_id = ${id} and categories.id = part ->> 'subcategory' and categories.parent_id <> (${wanted('category')}) #>> '{}'`
  return [
    ...goneSince(layout, { id, catalogue }),
    ...(hasValues(layout) ? [...ofValues, ofChoices] : []),
    ...(hasValues(layout) && mayHaveTooMany(catalogue) ? [ofAmounts] : []),
    ...(hasCategories(layout) && hasColumn(layout, 'subcategory') ? [ofSubcategory] : []),
  ]
}
