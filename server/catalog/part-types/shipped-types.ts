import { sql } from 'kysely'
import * as z from 'zod/mini'
import { attributeKinds } from '#contract/catalog/part-types/attributes.ts'
import { drawingParametersSchema } from '#contract/catalog/part-types/part-types.ts'
import { advisoryLocks } from '#database/advisory-locks.ts'
import { type Db, inTransaction } from '#database/open.ts'
import { refreshCatalogue } from './catalogue.ts'
import shippedTypes from './shipped-types.json' with { type: 'json' }

const shippedSchema = z.object({
  attributes: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      kind: z.enum(attributeKinds),
      unit: z.optional(z.string()),
      decimals: z._default(z.int(), 0),
      choices: z._default(z.array(z.object({ key: z.string(), name: z.string() })), []),
    }),
  ),
  types: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      plural: z.string(),
      category: z.string(),
      subcategory: z.optional(z.string()),
      drawing: z.optional(z.string()),
      drawingParameters: z._default(drawingParametersSchema, {}),
      names: z._default(z.array(z.string()), []),
      attributes: z.array(
        z.object({
          key: z.string(),
          inTable: z._default(z.boolean(), false),
          inFilter: z._default(z.boolean(), false),
          inTitle: z._default(z.boolean(), false),
        }),
      ),
    }),
  ),
  relations: z.array(
    z.object({ type: z.string(), other: z.string(), shared: z._default(z.array(z.string()), []) }),
  ),
})

/**
 * Inserts the part types and attributes that ship, once: the first time that a store starts with these tables. Afterwards
 * they are the shop's, and what it deletes stays deleted.
 */
export async function insertShippedTypes(db: Db, at: Date): Promise<void> {
  const known = await db.selectFrom('shipped_types').select('id').executeTakeFirst()
  if (known) return
  const shipped = shippedSchema.parse(shippedTypes)
  await inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${advisoryLocks.catalogue})`.execute(trx)
    const marker = await trx
      .insertInto('shipped_types')
      .values({ inserted_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (marker) await insertTypes(trx, shipped)
  })
  await refreshCatalogue(db)
}

async function insertTypes(trx: Db, shipped: z.infer<typeof shippedSchema>): Promise<void> {
  const given = JSON.stringify(shipped)
  await sql`insert into attributes (key, name, kind, unit, decimals)
    select key, name, kind, unit, decimals from jsonb_to_recordset(${given}::jsonb -> 'attributes')
      as given (key text, name text, kind text, unit text, decimals smallint)`.execute(trx)
  await sql`insert into attribute_choices (attribute_id, key, name, position)
    select attributes.id, choice ->> 'key', choice ->> 'name', at
    from jsonb_to_recordset(${given}::jsonb -> 'attributes') as given (key text, choices jsonb)
      join attributes using (key), jsonb_array_elements(choices) with ordinality as listed (choice, at)`.execute(
    trx,
  )
  await sql`insert into part_types (key, name, plural, category, subcategory, drawing, drawing_parameters, names)
    select key, name, plural, category, subcategory, drawing, "drawingParameters", names
    from jsonb_to_recordset(${given}::jsonb -> 'types') as given (
      key text, name text, plural text, category text, subcategory text, drawing text, "drawingParameters" jsonb, names text[]
    )`.execute(trx)
  await sql`insert into part_type_attributes (part_type_id, attribute_id, position, in_table, in_filter, in_title)
    select part_types.id, attributes.id, at, (flags ->> 'inTable')::boolean, (flags ->> 'inFilter')::boolean,
      (flags ->> 'inTitle')::boolean
    from jsonb_to_recordset(${given}::jsonb -> 'types') as given (key text, attributes jsonb)
      join part_types using (key), jsonb_array_elements(given.attributes) with ordinality as listed (flags, at)
      join attributes on attributes.key = flags ->> 'key'`.execute(trx)
  await sql`insert into type_relations (part_type_id, other_type_id, position, shared)
    select part_types.id, others.id, at, array(select jsonb_array_elements_text(relation -> 'shared'))
    from jsonb_array_elements(${given}::jsonb -> 'relations') with ordinality as listed (relation, at)
      join part_types on part_types.key = relation ->> 'type'
      join part_types as others on others.key = relation ->> 'other'`.execute(trx)
}
