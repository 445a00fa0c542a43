import type { Pool } from 'pg'
import type { Mutation } from './mutation.ts'

const SCHEMAS = "('public', 'cards', 'identity')"

/** Every CHECK constraint, unique constraint or index except primary keys, and trigger that raises an exception. */
const RULES = `
  select conrelid::regclass::text as "table", conname as name, 'constraint' as kind from pg_constraint
    where contype = 'c' and connamespace::regnamespace::text in ${SCHEMAS}
  union all
  select indrelid::regclass::text, relname, case when exists (
      select 1 from pg_constraint where conindid = indexrelid and contype = 'u'
    ) then 'constraint' else 'index' end
    from pg_index join pg_class on pg_class.oid = indexrelid
    where indisunique and not indisprimary and relnamespace::regnamespace::text in ${SCHEMAS}
  union all
  select tgrelid::regclass::text, tgname, 'trigger' from pg_trigger join pg_proc on pg_proc.oid = tgfoid
    where not tgisinternal and prosrc like '%raise exception%'
  order by 1, 2`

/** Returns one mutation for each rule of a migrated database: the statement that drops it. */
export async function findRules(pool: Pool): Promise<Mutation[]> {
  const { rows } = await pool.query<{ table: string; name: string; kind: string }>(RULES)
  return rows.map(({ table, name, kind }) => ({
    kind: 'database rule',
    name: `${table}: ${kind} ${name}`,
    change: { sql: drop({ table, name, kind }) },
    tests: ['tests/api/http/database-rules.test.ts'],
    // titles of that file: "orders paid_is_final"
    only: `(^| )${table.replace('.', '\\.')} ${name}\\b`,
  }))
}

function drop({ table, name, kind }: { table: string; name: string; kind: string }): string {
  if (kind === 'trigger') return `drop trigger ${name} on ${table}`
  if (kind === 'constraint') return `alter table ${table} drop constraint ${name}`
  const schema = table.includes('.') ? table.split('.')[0] : 'public'
  return `drop index ${schema}.${name}`
}
