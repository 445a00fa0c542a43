import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#database/migrate.ts'
import renames from '#database/upgrade/renames.json' with { type: 'json' }
import { upgradeTables } from '#database/upgrade/upgrade.ts'
import { readSchema, toSortedLines } from '../support/database/schema-dump.ts'
import { type BareDatabase, laterSteps } from './old-database.ts'
import { createOldDatabaseWithRows, readRows, readSequences, sortRows, type TableRows } from './old-store.ts'

/** Rows of tables that are empty in the demo, and values that the demo lacks or that exist only while a job runs. */
const FURTHER_ROWS = `
  insert into stray_payments (intent_id, order_id, amount_minor, currency, created_at)
    select 'pi_orphan', id, 1250, 'usd', now() from orders limit 1;
  insert into order_news (audit_id, fault) select id, 'no such text' from audit limit 2;
  insert into search_word_changes values ('.brake', 2), ('~brake', -1);
  insert into part_count_changes values ('tools', 'Norvent', true, 1);
  insert into cards.faults (target, act, delay_ms, share, created_at) values ('read', 'act_and_fail', 10, 0.25, now());
  insert into identity.oauth_flows values ('state', 'browser', 'nonce', 'google.com', 'e', 'signInViaPopup', 'sealed', now());
  insert into import_progress select id, 1, 2 from imports limit 1;
  insert into identity.attempts values ('ann', '', 3, now(), now());
  update orders set closing = 'delete', closing_at = now(), closing_returns_stock = false
    where id = (select id from orders where paid_at is null and deleted_at is null limit 1);
  update identity.users set email_verified = true where email = 'ann@example.com';
  update reviews set name = E'Ann\\nLee' where id = (select id from reviews where hidden_at is not null limit 1);
  update mails set body = 'https://shop.example/action?oobCode=1', send_until = null
    where id = (select id from mails where channel = 'mail' limit 1)`

/** Columns whose values the old migrations 0043, 0047 and 0048 correct. */
const CORRECTED = ['mails.send_until', 'users.display_name', 'reviews.name', 'orders.name']

let database: BareDatabase
let before: TableRows

beforeAll(async () => {
  database = await createOldDatabaseWithRows()
  await database.pool.query(FURTHER_ROWS)
  before = await readRows(database)
})
afterAll(() => database.drop())

const tables: Record<string, string> = renames.tables
const columns: Record<string, Record<string, string>> = renames.columns

/** The rows of the old tables under the current names. */
function renameRows(old: TableRows): TableRows {
  const entries = Object.entries(old).map(([table, rows]) => {
    const names = columns[table] ?? {}
    const rename = (row: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [names[name] ?? name, value]))
    return [tables[table] ?? table, sortRows(rows.map(rename))]
  })
  return Object.fromEntries(entries)
}

async function upgrade(): Promise<boolean> {
  const client = await database.pool.connect()
  return upgradeTables(client).finally(() => client.release())
}

test('a failed upgrade changes nothing', async () => {
  const schema = toSortedLines(await readSchema(database.pool))
  // A rename late in the upgrade fails: the name is in use.
  await database.pool.query('create function set_search_vector() returns integer language sql return 1')
  await expect(upgrade()).rejects.toThrow('set_search_vector')
  await database.pool.query('drop function set_search_vector()')
  expect(toSortedLines(await readSchema(database.pool))).toEqual(schema)
  expect(await readRows(database)).toEqual(before)
})

test('a database without the migration 0041 is rejected and unchanged', async () => {
  await database.pool.query("update migrations set name = 'x' || name where name like '0041%'")
  await expect(upgrade()).rejects.toThrow('This database is too old to be upgraded')
  await database.pool.query("update migrations set name = substr(name, 2) where name like 'x0041%'")
  expect(await readRows(database)).toEqual(before)
})

test('every row of every table is kept, and every sequence continues', async () => {
  const withLaterSteps = await createOldDatabaseWithRows()
  await withLaterSteps.pool.query(FURTHER_ROWS)
  for (const { sql } of laterSteps) await withLaterSteps.pool.query(sql)
  const sequences = await readSequences(withLaterSteps)
  await withLaterSteps.drop()

  expect(await upgrade()).toBe(true)
  const after = await readRows(database)

  const expected = renameRows(before)
  expect(Object.keys(after).sort()).toEqual([...Object.keys(expected), 'verification_requests'].sort())
  for (const [table, rows] of Object.entries(expected)) {
    const kept = Object.keys(rows[0] ?? {}).filter((name) => !CORRECTED.includes(`${table}.${name}`))
    const only = (some: Record<string, unknown>[] = []) =>
      sortRows(some.map((row) => Object.fromEntries(kept.map((name) => [name, row[name]]))))
    expect(after[table], table).toHaveLength(rows.length)
    expect(only(after[table]), table).toEqual(only(rows))
  }
  expect(await readSequences(database)).toEqual(
    Object.fromEntries(
      Object.entries(sequences).map(([name, value]) => [
        name === 'public.provider_looks' ? 'public.provider_reads' : name,
        value,
      ]),
    ),
  )
  // Values that the old migrations 0043 and 0047 correct, and a column that 0042 adds.
  expect(after.reviews?.map(({ name }) => name)).toContain('Ann Lee')
  expect(after.mails?.filter(({ send_until }) => send_until !== null).length).toBeGreaterThan(0)
  const verified = after.users?.filter(({ email_verified }) => email_verified)
  expect(verified?.map(({ email }) => email)).toEqual(['ann@example.com'])
})

test('a second upgrade finds nothing to do', async () => {
  const after = await readRows(database)
  expect(await upgrade()).toBe(false)
  expect(await readRows(database)).toEqual(after)
})

test('the history of orders becomes order events, and mails that were not sent are still due', async () => {
  const { pool } = database
  const { rows: changes } = await pool.query(`
    select audit.id, audit.entity_id as order, audit.field, audit.before, audit.after, due.error,
      due.audit_id is not null as due
    from audit left join order_notifications as due on due.audit_id = audit.id
    where entity = 'order' order by audit.id`)
  expect(changes.length).toBeGreaterThan(5)
  const client = await pool.connect()
  await migrate(client).finally(() => client.release())
  const { rows: events } = await pool.query(`
    select order_id as order, case kind when 'placed' then 'status' else kind end as field, before, after,
      mail_error as error, mailed_at is null as due
    from order_events order by id`)
  expect(events).toEqual(changes.map(({ id: _, ...change }) => change))
  const { rows: disputes } = await pool.query(`
    select disputes.order_id = order_events.order_id as is_own
    from order_events join disputes on disputes.id = dispute_id`)
  expect(disputes.length).toBe(changes.filter(({ field }) => field === 'dispute').length)
  expect(disputes.every(({ is_own }) => is_own)).toBe(true)
})
