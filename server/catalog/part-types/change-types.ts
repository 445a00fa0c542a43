import { sql } from 'kysely'
import type { PartType, PartTypeBody, PartTypeChange } from '#contract/catalog/part-types/part-types.ts'
import { typesTexts as texts } from '#contract/catalog/part-types/texts.ts'
import { AppError } from '#contract/platform/errors.ts'
import type { Db } from '#database/open.ts'
import { hasParameter, isDrawingKind } from '#drawings/registry.ts'
import type { Catalogue, StoredType } from './catalogue.ts'
import {
  type By,
  changeCatalogue,
  invalid,
  recordCatalogueChange,
  requireFree,
  requireSeen,
} from './change.ts'

type Save = { key: string; change: PartTypeChange }

/** Adds a part type or changes what is given of it. Throws `catalogue_changed`, `attribute_in_use` for an attribute of which parts of the type have values, and `invalid_request`. */
export function savePartType(db: Db, { key, change }: Save, by: By): Promise<PartType> {
  return changeCatalogue(db, async (trx, catalogue) => {
    const before = catalogue.typeOfKey.get(key)
    requireFreeNames({ key, change }, catalogue)
    requireSeen(change.seen, before)
    const body = merged(before, change)
    requireKnown(key, body, catalogue)
    if (before) await requireUnused(trx, before, body)
    const columns = {
      name: body.name,
      plural: body.plural,
      category: body.category,
      subcategory: body.subcategory,
      drawing: body.drawing,
      drawing_parameters: JSON.stringify(body.drawingParameters),
    }
    const { id } = await trx
      .insertInto('part_types')
      .values({ key, ...columns })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(columns))
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeAttributes(trx, id, body)
    await writeRelations(trx, id, body)
    await recordCatalogueChange(trx, by, {
      field: 'partType',
      key,
      before: before ? describe(before) : null,
      after: describe(body),
    })
    return { key, ...body }
  })
}

/** Names that stay are not compared: a shop may have had equal ones before they were refused. */
function requireFreeNames({ key, change }: Save, { types, typeOfKey }: Catalogue): void {
  // for who has seen none, one with the same key is another one
  const before = typeOfKey.get(key)
  const own = change.seen === null ? undefined : before
  const others = types.filter((type) => type !== own)
  const keys = before ? [] : [key]
  for (const field of ['name', 'plural'] as const) {
    const name = change[field]
    if (name !== undefined && name !== own?.[field]) requireFree(field, [...keys, name], others)
  }
}

/** A type that goes to another category leaves its subcategory. */
function merged(before: StoredType | undefined, change: PartTypeChange): PartTypeBody {
  const name = change.name ?? before?.name
  const plural = change.plural ?? before?.plural
  const category = change.category ?? before?.category
  if (name === undefined) throw invalid('name', texts.nameRequired)
  if (plural === undefined) throw invalid('plural', texts.nameRequired)
  if (category === undefined) throw invalid('category', texts.unknownCategory)
  const kept = category === before?.category ? before.subcategory : null
  return {
    name,
    plural,
    category,
    subcategory: change.subcategory === undefined ? kept : change.subcategory,
    drawing: change.drawing === undefined ? (before?.drawing ?? null) : change.drawing,
    drawingParameters: change.drawingParameters ?? before?.drawingParameters ?? {},
    attributes: change.attributes ?? before?.attributes ?? [],
    relations: change.relations ?? before?.relations ?? [],
  }
}

function describe({ name, plural, category, subcategory, drawing, ...rest }: PartTypeBody) {
  const { drawingParameters, attributes, relations } = rest
  return { name, plural, category, subcategory, drawing, drawingParameters, attributes, relations }
}

function requireKnown(
  key: string,
  body: PartTypeBody,
  { categories, categoryIds, attributeOfKey, typeOfKey }: Catalogue,
) {
  const { category, subcategory } = body
  if (!categoryIds.includes(category)) throw invalid('category', texts.unknownCategory)
  if (subcategory !== null && !categories.some(({ id, parent }) => id === subcategory && parent === category))
    throw invalid('subcategory', texts.unknownSubcategory)
  const keys = body.attributes.map((attribute) => attribute.key)
  const unknown = keys.findIndex((one, at) => !attributeOfKey.has(one) || keys.indexOf(one) !== at)
  if (unknown >= 0) throw invalid(`attributes.${unknown}.key`, texts.unknownAttribute)
  const text = body.attributes.findIndex(
    (one) => one.inFilter && attributeOfKey.get(one.key)?.kind === 'text',
  )
  if (text >= 0) throw invalid(`attributes.${text}.inFilter`, texts.textNotFiltered)
  const types = body.relations.map((relation) => relation.type)
  if (types.includes(key)) throw invalid(`relations.${types.indexOf(key)}.type`, texts.ofItself)
  const other = types.findIndex((one, at) => !typeOfKey.has(one) || types.indexOf(one) !== at)
  if (other >= 0) throw invalid(`relations.${other}.type`, texts.unknownType)
  const sharing = body.relations.findIndex(({ shared }) => shared.some((one) => !attributeOfKey.has(one)))
  if (sharing >= 0) throw invalid(`relations.${sharing}.shared`, texts.unknownAttribute)
  requireDrawn(body, attributeOfKey)
}

function requireDrawn(
  { drawing, drawingParameters }: PartTypeBody,
  attributeOfKey: Catalogue['attributeOfKey'],
): void {
  if (drawing === null) return
  if (!isDrawingKind(drawing)) throw invalid('drawing', texts.unknownDrawing)
  for (const [name, source] of Object.entries(drawingParameters)) {
    const path = `drawingParameters.${name}`
    if (!hasParameter(drawing, name)) throw invalid(path, texts.unknownParameter)
    if (typeof source === 'object' && 'value' in source) continue
    const attribute = typeof source === 'string' ? source : source.attribute
    if (!attributeOfKey.has(attribute)) throw invalid(path, texts.unknownAttribute)
  }
}

async function requireUnused(trx: Db, { id, attributes }: StoredType, body: PartTypeBody): Promise<void> {
  const kept = new Set(body.attributes.map(({ key }) => key))
  const removed = attributes.filter(({ key }) => !kept.has(key)).map(({ key }) => key)
  if (removed.length === 0) return
  const { rows } = await sql<{ parts: number }>`
    select count(*) as parts from products
    where part_type_id = ${id} and attributes ?| ${removed}::text[]`.execute(trx)
  const parts = rows[0]?.parts ?? 0
  if (parts > 0) throw new AppError('attribute_in_use', { members: { parts } })
}

async function writeAttributes(trx: Db, id: number, { attributes }: PartTypeBody): Promise<void> {
  await trx.deleteFrom('part_type_attributes').where('part_type_id', '=', id).execute()
  await sql`insert into part_type_attributes (part_type_id, attribute_id, position, in_table, in_filter, in_title)
    select ${id}, attributes.id, at, (flags ->> 'inTable')::boolean, (flags ->> 'inFilter')::boolean, (flags ->> 'inTitle')::boolean
    from jsonb_array_elements(${JSON.stringify(attributes)}::jsonb) with ordinality as given (flags, at)
      join attributes on attributes.key = flags ->> 'key'`.execute(trx)
}

async function writeRelations(trx: Db, id: number, { relations }: PartTypeBody): Promise<void> {
  await trx.deleteFrom('type_relations').where('part_type_id', '=', id).execute()
  await sql`insert into type_relations (part_type_id, other_type_id, position, shared)
    select ${id}, part_types.id, at, array(select jsonb_array_elements_text(relation -> 'shared'))
    from jsonb_array_elements(${JSON.stringify(relations)}::jsonb) with ordinality as given (relation, at)
      join part_types on part_types.key = relation ->> 'type'`.execute(trx)
}

/** Deletes a type of which no part is on sale; archived parts lose it, with their values. Throws `not_found`, `type_in_use`. */
export function deletePartType(db: Db, key: string, by: By): Promise<void> {
  return changeCatalogue(db, async (trx, { typeOfKey }) => {
    const type = typeOfKey.get(key)
    if (!type) throw new AppError('not_found')
    const { parts } = await trx
      .selectFrom('products')
      .select(({ fn }) => fn.countAll<number>().as('parts'))
      .where('part_type_id', '=', type.id)
      .where('archived_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (parts > 0) throw new AppError('type_in_use', { members: { parts } })
    await trx
      .updateTable('products')
      .set({ part_type_id: null, attributes: '{}' })
      .where('part_type_id', '=', type.id)
      .execute()
    await trx.deleteFrom('part_types').where('id', '=', type.id).execute()
    await recordCatalogueChange(trx, by, { field: 'partType', key, before: describe(type), after: null })
  })
}
