import { sql } from 'kysely'
import type { CatalogueUse } from '#contract/catalog/part-types/part-types.ts'
import type { Db } from '#database/open.ts'

/** Counts the parts on sale of each category, part type, attribute and choice. */
export async function readCatalogueUse(db: Db): Promise<CatalogueUse> {
  const { rows } = await sql<CatalogueUse>`
    with counted as materialized (
      select category, subcategory, part_type_id, count(*)::int as parts
      from products where archived_at is null group by category, subcategory, part_type_id
    ), stored as (
      select split_part(facet, '=', 1) as key, facet, sum(parts)::int as parts
      from (table facet_value_counts union all table facet_value_changes) as changes
      group by facet having sum(parts) > 0
    )
    select
      (select coalesce(json_agg(json_build_object('id', id, 'position', position, 'parts', (
          select coalesce(sum(parts), 0) from counted where id = case level when 1 then category else subcategory end
        )) order by level, position, id), '[]') from categories) as categories,
      (select coalesce(json_agg(json_build_object('key', key, 'parts', (
          select coalesce(sum(parts), 0) from counted where part_type_id = part_types.id
        )) order by name, key), '[]') from part_types) as types,
      (select coalesce(json_agg(json_build_object('key', key,
          'parts', (select coalesce(sum(parts), 0) from stored where stored.key = attributes.key),
          'values', (select count(*) from stored where stored.key = attributes.key)
        ) order by name, key), '[]') from attributes) as attributes,
      (select coalesce(json_agg(json_build_object('attribute', attributes.key, 'key', choice.key, 'parts', stored.parts)
          order by attributes.key, position), '[]')
        from attributes join attribute_choices as choice on choice.attribute_id = attributes.id
          join stored on stored.facet = attributes.key || '=' || choice.key) as choices,
      (select coalesce(sum(parts), 0)::int from counted where part_type_id is null) as "withoutType"`.execute(
    db,
  )
  return rows[0] ?? { categories: [], types: [], attributes: [], choices: [], withoutType: 0 }
}
