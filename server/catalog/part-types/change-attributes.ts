import { sql } from 'kysely'
import type { Attribute, AttributeBody, AttributeChange } from '#contract/catalog/part-types/attributes.ts'
import { typesTexts as texts } from '#contract/catalog/part-types/texts.ts'
import { AppError } from '#contract/platform/errors.ts'
import type { Db } from '#database/open.ts'
import {
  type By,
  changeCatalogue,
  invalid,
  recordCatalogueChange,
  requireFree,
  requireSeen,
} from './change.ts'

type Save = { key: string; change: AttributeChange }

/**
 * Adds an attribute or changes what is given of it. Its kind stays. Throws `catalogue_changed`, `attribute_in_use` for a choice that
 * parts have, or for fewer decimals, and `invalid_request`.
 */
export function saveAttribute(db: Db, { key, change }: Save, by: By): Promise<Attribute> {
  return changeCatalogue(db, async (trx, { attributes, attributeOfKey }) => {
    const before = attributeOfKey.get(key)
    requireFreeName({ key, change }, attributes)
    requireSeen(change.seen, before)
    const body = merged(before, change)
    if (before && before.kind !== body.kind) throw invalid('kind', texts.kindStays)
    requireConsistent(body)
    requireFreeChoices(body.choices, before?.choices ?? [])
    if (before) await requireUnused(trx, before, body)
    const { name, kind, unit, decimals, choices } = body
    const { id } = await trx
      .insertInto('attributes')
      .values({ key, name, kind, unit, decimals })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ name, unit, decimals }))
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx.deleteFrom('attribute_choices').where('attribute_id', '=', id).execute()
    const rows = choices.map((choice, position) => ({ attribute_id: id, position, ...choice }))
    if (rows.length > 0) await trx.insertInto('attribute_choices').values(rows).execute()
    await recordCatalogueChange(trx, by, {
      field: 'attribute',
      key,
      before: before ? describe(before) : null,
      after: describe(body),
    })
    return { key, ...body }
  })
}

function requireFreeName({ key, change: { name, seen } }: Save, attributes: readonly Attribute[]): void {
  // for who has seen none, one with the same key is another one
  const before = attributes.find((one) => one.key === key)
  const own = seen === null ? undefined : before
  if (name === undefined || name === own?.name) return
  const others = attributes.filter((one) => one !== own)
  requireFree('name', before ? [name] : [key, name], others)
}

type Choices = Attribute['choices']

/** Choices that stay are not compared: a shop may have had equal ones before they were refused. */
function requireFreeChoices(choices: Choices, before: Choices): void {
  for (const [at, choice] of choices.entries()) {
    const own = before.find(({ key }) => key === choice.key)
    if (own?.name === choice.name) continue
    const others = choices.filter((one) => one !== choice)
    requireFree(`choices.${at}.name`, own ? [choice.name] : [choice.key, choice.name], others)
  }
}

function merged(before: Attribute | undefined, change: AttributeChange): AttributeBody {
  const name = change.name ?? before?.name
  const kind = change.kind ?? before?.kind
  if (name === undefined) throw invalid('name', texts.nameRequired)
  if (kind === undefined) throw invalid('kind', texts.kindRequired)
  const unit = change.unit === undefined ? (before?.unit ?? null) : change.unit
  const decimals = change.decimals ?? before?.decimals ?? 0
  return { name, kind, unit, decimals, choices: change.choices ?? before?.choices ?? [] }
}

function describe({ name, kind, unit, decimals, choices }: AttributeBody) {
  return { name, kind, unit, decimals, choices }
}

function requireConsistent({ kind, unit, decimals, choices }: AttributeBody): void {
  if (kind !== 'number' && (unit !== null || decimals > 0)) throw invalid('unit', texts.unitOfNumber)
  if ((kind === 'choice') !== choices.length > 0) throw invalid('choices', texts.choicesOfChoice)
  const keys = choices.map(({ key }) => key)
  const twice = keys.findIndex((one, at) => keys.indexOf(one) !== at)
  if (twice >= 0) throw invalid(`choices.${twice}.key`, texts.choiceTwice)
}

async function requireUnused(
  trx: Db,
  before: Attribute,
  { choices, decimals }: AttributeBody,
): Promise<void> {
  const kept = new Set(choices.map(({ key }) => key))
  const removed = before.choices.filter(({ key }) => !kept.has(key)).map(({ key }) => key)
  const has = sql`attributes ->> ${before.key}`
  const isLost =
    before.kind === 'number'
      ? sql`scale(trim_scale((${has})::numeric)) > ${decimals}`
      : sql`${has} = any(${removed}::text[])`
  const isKept = before.kind === 'number' ? decimals >= before.decimals : removed.length === 0
  if (isKept) return
  await requireNoParts(trx, sql`attributes ? ${before.key} and ${isLost}`)
}

async function requireNoParts(trx: Db, condition: ReturnType<typeof sql>): Promise<void> {
  const { rows } = await sql<{ parts: number }>`
    select count(*) as parts from products where part_type_id is not null and ${condition}`.execute(trx)
  const parts = rows[0]?.parts ?? 0
  if (parts > 0) throw new AppError('attribute_in_use', { members: { parts } })
}

/** Deletes an attribute that no part has, also from types. Throws `not_found`, `attribute_in_use`. */
export function deleteAttribute(db: Db, key: string, by: By): Promise<void> {
  return changeCatalogue(db, async (trx, { attributeOfKey }) => {
    const before = attributeOfKey.get(key)
    if (!before) throw new AppError('not_found')
    await requireNoParts(trx, sql`attributes ? ${key}`)
    const { id } = await trx
      .selectFrom('attributes')
      .select('id')
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    await trx.deleteFrom('part_type_attributes').where('attribute_id', '=', id).execute()
    await sql`update type_relations set shared = array_remove(shared, ${key})
      where ${key} = any(shared)`.execute(trx)
    await trx.deleteFrom('attributes').where('id', '=', id).execute()
    await recordCatalogueChange(trx, by, { field: 'attribute', key, before: describe(before), after: null })
  })
}
