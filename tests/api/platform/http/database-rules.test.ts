import { DatabaseError, type PoolClient } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#database/open.ts'
import { freshDatabase } from '../../../support/database/database.ts'
import {
  alsoRefusedBy,
  breaches,
  type Columns,
  duplicates,
  parents,
  refusedChanges,
  samples,
} from '../../../support/database/database-rules.ts'

/* Each CHECK, unique index but primary keys, and trigger that raises an exception must reject an invalid row by itself. */
let database: Database
let client: PoolClient

beforeAll(async () => {
  database = await freshDatabase()
  client = await database.pool.connect()
})
afterAll(async () => {
  client.release()
  await database.close()
})
beforeEach(async () => void (await client.query('begin')))
afterEach(async () => void (await client.query('rollback')))

const CHECKS = `select conrelid::regclass::text as table, conname as name from pg_constraint
  where contype = 'c' and connamespace::regnamespace::text in ('public', 'cards', 'identity')`
/** Without those that contain the primary key, which only foreign keys need. */
const UNIQUES = `select indrelid::regclass::text as table, relname as name
  from pg_index join pg_class on pg_class.oid = indexrelid
  where indisunique and not indisprimary and not exists (
      select from pg_index as key where key.indrelid = pg_index.indrelid and key.indisprimary
        and key.indkey::smallint[] <@ pg_index.indkey::smallint[]
    ) and relnamespace::regnamespace::text in ('public', 'cards', 'identity')`
const REFUSING_TRIGGERS = `select tgrelid::regclass::text as table, tgname as name
  from pg_trigger join pg_proc on pg_proc.oid = tgfoid
  where not tgisinternal and prosrc like '%raise exception%'`

/** Returns the names of the rules that the query finds in the tables of the store. */
async function rulesIn(sql: string): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string }>(sql)
  return rows.map(({ table, name }) => `${table} ${name}`).sort()
}
const named = (data: Record<string, Record<string, unknown>>) =>
  Object.entries(data)
    .flatMap(([table, rules]) => Object.keys(rules).map((name) => `${table} ${name}`))
    .sort()

async function insert(table: string, columns: Columns): Promise<void> {
  const names = Object.keys(columns)
  await client.query(
    `insert into ${table} (${names}) select ${names} from jsonb_populate_record(null::${table}, $1)`,
    [JSON.stringify(columns)],
  )
}

/** Inserts the rows that the sample of `table` may refer to. */
async function insertParents(table: string): Promise<void> {
  for (const parent of parents) {
    if (parent === table) return
    await insert(parent, samples[parent] ?? {})
  }
}

/** Returns the constraint or the message with which the database rejects the work, or 'accepted'. */
function refusedBy(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'accepted',
    (error: unknown) => (error instanceof DatabaseError ? (error.constraint ?? error.message) : error),
  )
}

test('every CHECK, unique index but primary keys, and trigger that raises an exception has a case here', async () => {
  expect(named(breaches)).toEqual(await rulesIn(CHECKS))
  expect(named(duplicates)).toEqual(await rulesIn(UNIQUES))
  const triggers = new Set(
    Object.entries(refusedChanges).map(([name, { table }]) => `${table} ${name.split(' ')[0]}`),
  )
  expect([...triggers].sort()).toEqual(await rulesIn(REFUSING_TRIGGERS))
})

describe('the samples are accepted', () => {
  test.each(Object.keys(samples))('%s', async (table) => {
    await insertParents(table)
    // These tables have their only row from the beginning.
    if (table === 'receipt_counter' || table === 'vocabulary_version' || table === 'catalogue_version')
      await client.query(`delete from ${table}`)
    await insert(table, samples[table] ?? {})
  })
})

describe('a CHECK constraint rejects', () => {
  const cases = Object.entries(breaches).flatMap(([table, rules]) =>
    Object.entries(rules).map(([name, columns]) => ({ table, name, columns })),
  )
  test.each(cases)('$table $name', async ({ table, name, columns }) => {
    const other = alsoRefusedBy[name]
    if (other) await client.query(`alter table ${table} drop constraint ${other}`)
    expect(await refusedBy(insert(table, { ...samples[table], ...columns }))).toBe(name)
  })
})

describe('a unique index rejects', () => {
  const cases = Object.entries(duplicates).flatMap(([table, rules]) =>
    Object.entries(rules).map(([name, rows]) => ({ table, name, ...rows })),
  )
  test.each(cases)('$table $name', async ({ table, name, first = {}, second }) => {
    await insertParents(table)
    await insert(table, { ...samples[table], ...first })
    expect(await refusedBy(insert(table, { ...samples[table], ...first, ...second }))).toBe(name)
  })
})

describe('a trigger rejects', () => {
  const cases = Object.entries(refusedChanges).flatMap(([name, { table, row = {}, changes }]) =>
    changes.map((change) => ({ name, table, row, change })),
  )
  test.each(cases)('$table $name rejects $change', async ({ table, row, change }) => {
    await insertParents(table)
    await insert(table, { ...samples[table], ...row })
    expect(await refusedBy(client.query(change))).toMatch(
      /append-only|mfa_factors_last_step|does not (change|go back)|is not the sum of its lines/,
    )
  })
})
