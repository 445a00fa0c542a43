import { sql } from 'kysely'
import type { Attribute } from '#contract/catalog/part-types/attributes.ts'
import type { Category } from '#contract/catalog/part-types/categories.ts'
import type { PartType } from '#contract/catalog/part-types/part-types.ts'
import { AppError } from '#contract/platform/errors.ts'
import { validationTexts as texts } from '#contract/platform/texts/validation.ts'
import { advisoryLocks } from '#database/advisory-locks.ts'
import type { Db } from '#database/open.ts'

export type StoredType = PartType & { id: number }

/** What a shop arranges of its catalogue, beside the parts. */
export type Catalogue = {
  /** Both levels, in the order in which lists show them. */
  categories: readonly Category[]
  /** The ids of the first level. */
  categoryIds: readonly string[]
  /** In the order of their names. */
  types: readonly StoredType[]
  attributes: readonly Attribute[]
  typeOfId: ReadonlyMap<number, StoredType>
  typeOfKey: ReadonlyMap<string, StoredType>
  attributeOfKey: ReadonlyMap<string, Attribute>
  /** How many parts have each value, such as "diameter=280", by the id of their type. */
  facetsOfType: ReadonlyMap<number, ReadonlyMap<string, number>>
}

const MAX_AGE_MS = 2000

type Versioned = { catalogue: Catalogue; version: string }
type Cached = { last?: Versioned; freshUntil: number; reading?: Promise<Versioned> | undefined }
const caches = new WeakMap<Db, Cached>()

/** The catalogue, at most two seconds old on every instance; concurrent callers share one read. A transaction reads its own. */
export async function currentCatalogue(db: Db): Promise<Catalogue> {
  const cached = caches.get(db)
  if (cached?.last && performance.now() < cached.freshUntil) return cached.last.catalogue
  return cached?.reading ? (await cached.reading).catalogue : refreshCatalogue(db)
}

/** Reads the catalogue now if it has changed, also if a read is under way: it may have begun before a change. */
export async function refreshCatalogue(db: Db): Promise<Catalogue> {
  const cached = caches.get(db) ?? { freshUntil: 0 }
  caches.set(db, cached)
  const freshUntil = performance.now() + MAX_AGE_MS
  const reading = readChanged(db, cached.last)
  cached.reading = reading
  try {
    const last = await reading
    // a slow read does not replace that of a later one
    if (cached.reading === reading) Object.assign(cached, { last, freshUntil })
    return last.catalogue
  } finally {
    if (cached.reading === reading) cached.reading = undefined
  }
}

/** Of what is read: the catalogue, and the numbers of the values. */
const currentVersion = sql<string>`(
  select catalogue_version.version || ':' || vocabulary_version.version from catalogue_version, vocabulary_version)`

async function readChanged(db: Db, last: Versioned | undefined): Promise<Versioned> {
  if (!last) return readCatalogue(db)
  const { rows } = await sql<{ version: string }>`select ${currentVersion} as version`.execute(db)
  return rows[0]?.version === last.version ? last : readCatalogue(db)
}

/** The catalogue, which nobody changes until the transaction ends: what it has can be written to parts. */
export async function heldCatalogue(trx: Db): Promise<Catalogue> {
  await sql`select pg_advisory_xact_lock_shared(${advisoryLocks.catalogue})`.execute(trx)
  return refreshCatalogue(trx)
}

type Row = {
  version: string
  categories: Category[]
  types: StoredType[]
  attributes: Attribute[]
  facets: { type: number; parts: Record<string, number> }[]
}

async function readCatalogue(db: Db): Promise<Versioned> {
  const { rows } = await sql<Row>`
    select ${currentVersion} as version,
      (select coalesce(json_agg(json_build_object(
          'id', id, 'name', name, 'parent', parent_id, 'description', description, 'drawing', drawing
        ) order by level, position, id), '[]') from categories) as categories,
      (select coalesce(json_agg(json_build_object(
          'key', key, 'name', name, 'kind', kind, 'unit', unit, 'decimals', decimals, 'choices', (
            select coalesce(json_agg(json_build_object('key', choice.key, 'name', choice.name)
              order by choice.position, choice.key), '[]')
            from attribute_choices as choice where attribute_id = attributes.id
          )) order by name, key), '[]') from attributes) as attributes,
      (select coalesce(json_agg(json_build_object(
          'id', id, 'key', key, 'name', name, 'plural', plural, 'category', category, 'subcategory', subcategory,
          'drawing', drawing, 'drawingParameters', drawing_parameters, 'attributes', (
            select coalesce(json_agg(json_build_object(
              'key', attribute.key, 'inTable', in_table, 'inFilter', in_filter, 'inTitle', in_title
            ) order by of_type.position, attribute.key), '[]')
            from part_type_attributes as of_type join attributes as attribute on attribute.id = attribute_id
            where part_type_id = part_types.id
          ), 'relations', (
            select coalesce(json_agg(json_build_object('type', other.key, 'shared', shared)
              order by relation.position, other.key), '[]')
            from type_relations as relation join part_types as other on other.id = other_type_id
            where part_type_id = part_types.id
          )) order by name, key), '[]') from part_types) as types,
      (select coalesce(json_agg(json_build_object('type', part_type_id, 'parts', parts)), '[]')
        from (select part_type_id, json_object_agg(facet, parts) as parts from facet_value_counts group by 1) as of_type
      ) as facets`.execute(db)
  const { version = '', categories = [], types = [], attributes = [], facets = [] } = rows[0] ?? {}
  const catalogue = {
    categories: categories.map((one) => ({ ...one, drawing: one.drawing && drawingAddress(one.drawing) })),
    categoryIds: categories.filter(({ parent }) => parent === null).map(({ id }) => id),
    types,
    attributes,
    typeOfId: new Map(types.map((type) => [type.id, type])),
    typeOfKey: new Map(types.map((type) => [type.key, type])),
    attributeOfKey: new Map(attributes.map((attribute) => [attribute.key, attribute])),
    facetsOfType: new Map(facets.map(({ type, parts }) => [type, new Map(Object.entries(parts))])),
  }
  return { catalogue, version }
}

/** The small view of a drawing such as `brake-disc?drilled=16`. */
export function drawingAddress(drawing: string): string {
  const [name, parameters] = drawing.split('?')
  return `/drawings/${name}.svg?${parameters === undefined ? '' : `${parameters}&`}view=thumb`
}

/** Throws `invalid_request`, naming the first one that is no category. */
export async function requireCategories(db: Db, ids: readonly string[], path: (at: number) => string) {
  if (ids.length === 0) return
  const { categoryIds } = await currentCatalogue(db)
  const at = ids.findIndex((id) => !categoryIds.includes(id))
  if (at >= 0) throw new AppError('invalid_request', { errors: [{ path: path(at), message: texts.invalid }] })
}
