import { sql } from 'kysely'
import type { Attribute, ChoiceMerge, MergedChoice } from '#contract/catalog/part-types/attributes.ts'
import { typesTexts as texts } from '#contract/catalog/part-types/texts.ts'
import { AppError } from '#contract/platform/errors.ts'
import type { Db } from '#database/open.ts'
import { type By, changeCatalogue, invalid, recordCatalogueChange } from './change.ts'

type Merge = { key: string; merge: ChoiceMerge }

/**
 * Gives the parts that have a choice another one, archived parts too, and removes the choice. Throws `not_found`, and
 * `invalid_request` naming `choice` or `into`.
 */
export function mergeChoices(db: Db, { key, merge }: Merge, by: By): Promise<MergedChoice> {
  return changeCatalogue(db, async (trx, { attributeOfKey }) => {
    const attribute = attributeOfKey.get(key)
    if (!attribute) throw new AppError('not_found')
    requireTwo(attribute, merge)
    const { choice, into } = merge
    const changedParts = await changeParts(trx, { key, merge }, by)
    await sql`delete from attribute_choices where key = ${choice}
      and attribute_id = (select id from attributes where key = ${key})`.execute(trx)
    const choices = attribute.choices.filter((one) => one.key !== choice)
    await recordCatalogueChange(trx, by, {
      field: 'attribute',
      key,
      before: { choices: attribute.choices, merged: choice },
      after: { choices, merged: `${into}, parts: ${changedParts}` },
    })
    return { changedParts }
  })
}

function requireTwo({ kind, choices }: Attribute, { choice, into }: ChoiceMerge): void {
  if (kind !== 'choice') throw invalid('choice', texts.noChoices)
  const keys = choices.map((one) => one.key)
  if (!keys.includes(choice)) throw invalid('choice', texts.unknownChoice)
  if (!keys.includes(into)) throw invalid('into', texts.unknownChoice)
  if (choice === into) throw invalid('into', texts.sameChoice)
}

/** A statement with more could reach the time-out of statements. */
const CHANGED_AT_ONCE = 5000

async function changeParts(trx: Db, merge: Merge, by: By): Promise<number> {
  let sum = 0
  let changed = CHANGED_AT_ONCE
  while (changed === CHANGED_AT_ONCE) {
    changed = await changeSome(trx, merge, by)
    sum += changed
  }
  return sum
}

/**
 * Locks the parts by ascending id, as orders and imports do, and audits each as an edit of its attributes, listed only with
 * its part.
 */
async function changeSome(
  trx: Db,
  { key, merge: { choice, into } }: Merge,
  { actorId, at }: By,
): Promise<number> {
  const textOf = (attributes: string) => sql`
    (select string_agg(key || '=' || value, ', ') from jsonb_each_text(${sql.ref(attributes)}))`
  const { rows } = await sql<{ parts: number }>`
    with locked as materialized (
      select id, attributes from products where attributes ->> ${key} = ${choice}
      order by id limit ${CHANGED_AT_ONCE} for no key update
    ), changed as (
      update products set attributes = locked.attributes || jsonb_build_object(${key}::text, ${into}::text)
      from locked where products.id = locked.id
      returning products.id, locked.attributes as before, products.attributes as after
    ), audited as (
      insert into audit (at, actor_id, entity, entity_id, field, before, after)
      select ${at}::timestamptz, ${actorId}::uuid, 'product', id::text, 'attributes',
        ${textOf('before')}, ${textOf('after')} from changed
    )
    select count(*)::int as parts from changed`.execute(trx)
  return rows[0]?.parts ?? 0
}
