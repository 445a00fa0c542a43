import { type RawBuilder, sql } from 'kysely'
import type { PartColumn } from '#contract/catalog/products/part-fields.ts'
import type { Db } from '#database/open.ts'
import type { ImportRow } from '#database/rows.ts'

/** It rises with each change of categories, types, attributes and choices. */
export const catalogueVersion = sql<number>`(select version from catalogue_version)`

/** Whether these are as they were when the file was compared. */
export async function isCompared(trx: Db, { catalogue_version }: ImportRow): Promise<boolean> {
  const { rows } = await sql<{ version: number }>`select ${catalogueVersion} as version`.execute(trx)
  return rows[0]?.version === catalogue_version
}

/** The values that the type of a part has, of their kind: what was deleted, also from the type, is left out. Choices that are gone are conflicts. */
const storableValues = sql`(
  select coalesce(jsonb_object_agg(given.key, value), '{}')
  from jsonb_each(wished.attributes) as given
    join attributes on attributes.key = given.key
    join part_type_attributes on attribute_id = attributes.id and part_type_id = wished.part_type_id
  where case kind
    when 'number' then jsonb_typeof(value) = 'number' and scale(trim_scale((value #>> '{}')::numeric)) <= decimals
    when 'boolean' then jsonb_typeof(value) = 'boolean'
    else jsonb_typeof(value) = 'string'
  end
)`

/**
 * The columns of `wished`, a part as it was before an import, as far as they can be stored now (`storable`), and whether that is
 * less. A type that was deleted since is none, and so is a subcategory that was deleted or moved; the category stays where the
 * wished one is gone. `products` is the part as it is, `wanted` the columns that the undo changes.
 */
export const storablePart: RawBuilder<unknown> = sql`lateral (
    select coalesce((select id from categories where id = wished.category), products.category) as category,
      (select id from part_types where id = wished.part_type_id) as part_type_id,
      case when wanted ?| '{attributes,part_type_id}' then ${storableValues} else wished.attributes end as attributes
  ) as storable cross join lateral (
    select id as subcategory from (values (wished.subcategory, storable.category)) as place (wanted_id, category)
      left join categories on categories.id = wanted_id and parent_id = place.category
  ) as storable_place`

export const storableColumns: Partial<Record<PartColumn, RawBuilder<unknown>>> = {
  category: sql`storable.category`,
  subcategory: sql`storable_place.subcategory`,
  part_type_id: sql`storable.part_type_id`,
  attributes: sql`storable.attributes`,
}

/** Compares what is stored with what was wished. */
export const isLess = sql<boolean>`(storable.category, storable_place.subcategory, storable.part_type_id, storable.attributes)
  is distinct from (wished.category, wished.subcategory, wished.part_type_id, wished.attributes)`
