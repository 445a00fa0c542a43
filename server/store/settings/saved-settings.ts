import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import * as z from 'zod/mini'
import { AppError } from '#contract/platform/errors.ts'
import {
  type SavedSettings,
  type SettingKey,
  type Settings,
  type SettingsChange,
  type SettingsHistoryEntry,
  settingKeys,
  settingSchemas,
  settingsSchema,
} from '#contract/store/settings/settings.ts'
import { settingsTexts } from '#contract/store/settings/texts.ts'
import { advisoryLocks } from '#database/advisory-locks.ts'
import { type Db, inTransaction } from '#database/open.ts'
import { newId } from '#database/uuid.ts'
import { recordChange } from '../../platform/audit.ts'
import {
  type ListOrder,
  type ListPage,
  type PageRequest,
  pageOfList,
} from '../../platform/http/page-of-list.ts'

type ChangedBy = { actorId: string | null; at: Date }
/** JSON of the new value; null: the environment's again. */
type Changes = Map<SettingKey, string | null>

/** What holds: saved values over `defaults`. A value that this version does not know or allow does not count. */
export async function readSettings(db: Db, defaults: Settings): Promise<Settings> {
  return merge(defaults, await db.selectFrom('settings').select(['key', 'value']).execute())
}

function merge(defaults: Settings, rows: { key: string; value: unknown }[]): Settings {
  return settingsSchema.parse({ ...defaults, ...allowedValues(rows) })
}

const allSettingsSchema = z.partial(z.object(settingSchemas))

function allowedValues(rows: { key: string; value: unknown }[]) {
  const allowed = rows.filter(({ key, value }) => {
    const known = settingKeys.find((name) => name === key)
    return known !== undefined && z.safeParse(settingSchemas[known], value).success
  })
  return allSettingsSchema.parse(Object.fromEntries(allowed.map(({ key, value }) => [key, value])))
}

/** Values, those of the environment, and who saved what. */
export async function describeSettings(db: Db, defaults: Settings): Promise<SavedSettings> {
  const rows = await db
    .selectFrom('settings')
    .leftJoin('users', 'users.id', 'changed_by')
    .select(['key', 'value', 'changed_at', 'changed_by', 'email', 'display_name'])
    .execute()
  const saved = settingKeys.flatMap((key) => {
    const row = rows.find((one) => one.key === key)
    return row ? [{ key, at: row.changed_at.toISOString(), by: row.changed_by ? authorOf(row) : null }] : []
  })
  return { values: merge(defaults, rows), defaults, saved }
}

function authorOf({ email, display_name }: { email: string | null; display_name: string | null }) {
  return { email, displayName: display_name }
}

/** Saves all settings of a change or none, each with its row in the audit; what is the same already is left out. Throws `invalid_request`. */
export async function saveSettings(
  db: Db,
  { reset, ...values }: SettingsChange,
  by: ChangedBy,
): Promise<void> {
  const changes: Changes = new Map()
  for (const key of settingKeys) {
    if (values[key] !== undefined) changes.set(key, JSON.stringify(values[key]))
    else if (reset?.includes(key)) changes.set(key, null)
  }
  await applyChanges(db, changes, by)
}

/** Gives the settings of an earlier save the values from before it. Throws `not_found`, or `invalid_request` for a value that is no longer allowed. */
export async function takeBackSettings(db: Db, saveId: string, by: ChangedBy): Promise<void> {
  const rows = await db
    .selectFrom('audit')
    .select(['field', 'before'])
    .where('entity', '=', 'setting')
    .where('entity_id', '=', saveId)
    .execute()
  if (rows.length === 0) throw new AppError('not_found')
  const before = rows.map(({ field, before: text }) => ({ key: field, text }))
  const changes: Changes = new Map()
  for (const { key, text } of before) {
    const known = settingKeys.find((name) => name === key)
    if (!known) continue
    const result = text === null ? undefined : z.safeParse(settingSchemas[known], JSON.parse(text))
    if (result?.error) throw invalid(known, result.error.issues[0]?.message ?? '')
    changes.set(known, text)
  }
  await applyChanges(db, changes, by)
}

async function applyChanges(db: Db, changes: Changes, { actorId, at }: ChangedBy): Promise<void> {
  await requireTimeZone(db, changes)
  const saveId = newId()
  await inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${advisoryLocks.settings})`.execute(trx)
    const rows = await trx.selectFrom('settings').select(['key', 'value']).execute()
    for (const [key, after] of changes) {
      const row = rows.find((one) => one.key === key)
      const isSame = after === null ? !row : row && isDeepStrictEqual(row.value, JSON.parse(after))
      if (isSame) continue
      await write(trx, { key, value: after, changed_at: at, changed_by: actorId })
      const before = row ? JSON.stringify(row.value) : null
      await recordChange(trx, { at, actorId, entity: 'setting', entityId: saveId, field: key, before, after })
    }
  })
}

type Row = { key: SettingKey; value: string | null; changed_at: Date; changed_by: string | null }

async function write(trx: Db, { key, value, ...changed }: Row): Promise<void> {
  if (value === null) {
    await trx.deleteFrom('settings').where('key', '=', key).execute()
    return
  }
  await trx
    .insertInto('settings')
    .values({ key, value, ...changed })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, ...changed }))
    .execute()
}

const INVALID_PARAMETER = '22023'

/** The database has time zones of its own, with which it says where a day begins. */
async function requireTimeZone(db: Db, changes: Changes): Promise<void> {
  const text = changes.get('timeZone')
  if (!text) return
  try {
    await sql`select now() at time zone ${settingSchemas.timeZone.parse(JSON.parse(text))}`.execute(db)
  } catch (error) {
    if (error instanceof DatabaseError && error.code === INVALID_PARAMETER)
      throw invalid('timeZone', settingsTexts.timeZone)
    throw error
  }
}

function invalid(path: SettingKey, message: string): AppError {
  return new AppError('invalid_request', { errors: [{ path, message }] })
}

type Save = {
  id: string
  last: number
  at: Date
  actor_id: string | null
  email: string | null
  display_name: string | null
  rows: { key: string; before: string | null; after: string | null }[]
}

const newestSave: ListOrder<Save> = {
  name: 'newest',
  descending: true,
  keys: [{ column: sql.ref('last'), kind: 'integer', of: ({ last }) => last }],
}

/** Saves of settings, newest first. */
export function listSettingsChanges(db: Db, page: PageRequest): Promise<ListPage<SettingsHistoryEntry>> {
  const saves = db
    .selectFrom('audit')
    .select([
      'entity_id as id',
      'at',
      'actor_id',
      ({ fn }) => fn.max('id').as('last'),
      sql<
        Save['rows']
      >`json_agg(json_build_object('key', field, 'before', before, 'after', after) order by id)`.as('rows'),
    ])
    .where('entity', '=', 'setting')
    .groupBy(['entity_id', 'at', 'actor_id'])
  const query = db
    .selectFrom(saves.as('saves'))
    .leftJoin('users', 'users.id', 'saves.actor_id')
    .select(['saves.id', 'last', 'at', 'actor_id', 'rows', 'email', 'display_name'])
  return pageOfList(query, { order: newestSave, page, toItem: toHistoryEntry })
}

function toHistoryEntry({ id, at, actor_id: actorId, rows, ...author }: Save): SettingsHistoryEntry {
  const valuesOf = (moment: 'before' | 'after') =>
    allowedValues(
      rows.flatMap(({ key, [moment]: text }) => (text === null ? [] : [{ key, value: JSON.parse(text) }])),
    )
  return {
    _id: id,
    at: at.toISOString(),
    by: actorId === null ? null : authorOf(author),
    keys: settingKeys.filter((key) => rows.some((row) => row.key === key)),
    before: valuesOf('before'),
    after: valuesOf('after'),
  }
}
