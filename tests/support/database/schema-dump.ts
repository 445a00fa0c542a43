import type pg from 'pg'

/** One object of a database: `scope` is the table that it belongs to, or the object itself. */
export type SchemaLine = { scope: string; text: string }

/**
 * A condition on an object `o` in a schema `n`: it is the store's own, not of pg-boss, and not part of an extension.
 */
const IS_OWN_OBJECT = `n.nspname in ('public', 'identity', 'cards')
  and not exists (select from pg_depend d where d.objid = o.oid and d.deptype = 'e')`

/** Each selects `scope` and `text`. The order of columns is omitted, since it differs if a column was added later. */
const queries = [
  `select n.nspname as scope, 'schema ' || n.nspname as text from pg_namespace n where nspname in ('public', 'identity', 'cards')`,
  `select extname as scope, 'extension ' || extname as text from pg_extension`,
  `select o.oid::regclass::text as scope,
      'table ' || o.oid::regclass || ' kind ' || o.relkind::text || ' persistence ' || o.relpersistence::text
      || ' options ' || coalesce(o.reloptions::text, '{}') || ' row security ' || o.relrowsecurity as text
    from pg_class o join pg_namespace n on n.oid = o.relnamespace where o.relkind in ('r', 'p', 'v', 'm', 'f') and ${IS_OWN_OBJECT}`,
  `select o.oid::regclass::text as scope,
      'column ' || o.oid::regclass || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
      || case when a.attcollation <> t.typcollation then ' collate ' || a.attcollation::regcollation::text else '' end
      || case when a.attnotnull then ' not null' else '' end
      || case a.attidentity when '' then '' else ' identity ' || a.attidentity::text end
      || case a.attgenerated when '' then '' else ' generated ' || a.attgenerated::text end
      || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
      || case when a.attstorage = t.typstorage then '' else ' storage ' || a.attstorage::text end
      || coalesce(' options ' || a.attoptions::text, '') as text
    from pg_class o join pg_namespace n on n.oid = o.relnamespace
    join pg_attribute a on a.attrelid = o.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = o.oid and d.adnum = a.attnum
    where o.relkind in ('r', 'p', 'v', 'm', 'f') and ${IS_OWN_OBJECT}`,
  `select c.oid::regclass::text as scope,
      'constraint ' || o.conname || ' on ' || c.oid::regclass || ' ' || pg_get_constraintdef(o.oid)
      || ' validated ' || o.convalidated as text
    from pg_constraint o join pg_class c on c.oid = o.conrelid join pg_namespace n on n.oid = o.connamespace where ${IS_OWN_OBJECT}`,
  `select i.indrelid::regclass::text as scope,
      'index ' || pg_get_indexdef(o.oid) || ' valid ' || i.indisvalid as text
    from pg_class o join pg_namespace n on n.oid = o.relnamespace join pg_index i on i.indexrelid = o.oid where ${IS_OWN_OBJECT}`,
  `select o.oid::regclass::text as scope,
      concat_ws(' ', 'sequence', o.oid::regclass, s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmin, s.seqmax,
        s.seqcache, s.seqcycle, (
          select 'of ' || d.refobjid::regclass || '.' || a.attname from pg_depend d
          join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
          where d.objid = o.oid and d.deptype in ('a', 'i') and d.classid = 'pg_class'::regclass
        )) as text
    from pg_class o join pg_namespace n on n.oid = o.relnamespace join pg_sequence s on s.seqrelid = o.oid where ${IS_OWN_OBJECT}`,
  `select o.oid::regproc::text as scope, pg_get_functiondef(o.oid) as text
    from pg_proc o join pg_namespace n on n.oid = o.pronamespace where ${IS_OWN_OBJECT}`,
  `select o.tgrelid::regclass::text as scope, pg_get_triggerdef(o.oid) || ' enabled ' || o.tgenabled::text as text
    from pg_trigger o join pg_class c on c.oid = o.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where not o.tgisinternal and ${IS_OWN_OBJECT}`,
  `select o.oid::regtype::text as scope, 'type ' || o.oid::regtype || ' ' || o.typtype::text as text
    from pg_type o join pg_namespace n on n.oid = o.typnamespace where o.typtype in ('d', 'e', 'r') and ${IS_OWN_OBJECT}`,
]

/** Reads the objects that migrations create, and the extensions, from PostgreSQL's catalogs. */
export async function readSchema(client: pg.Pool | pg.PoolClient): Promise<SchemaLine[]> {
  const lines: SchemaLine[] = []
  for (const query of queries) lines.push(...(await client.query<SchemaLine>(query)).rows)
  return lines.map(({ scope, text }) => ({
    scope,
    text: text.startsWith('CREATE OR REPLACE FUNCTION') ? withoutComments(text) : withoutQuotes(text),
  }))
}

/** The schema as text to compare: one object a line, sorted. */
export function toSortedLines(lines: SchemaLine[]): string[] {
  return lines.map(({ text }) => text).sort()
}

/** Removes the quotes of names in lower case, which PostgreSQL writes around SQL keywords. */
const withoutQuotes = (text: string) => text.replaceAll(/"([a-z_]+)"/g, '$1')

/** PostgreSQL stores bodies of functions as text: comments, indentation and line breaks are removed here. */
function withoutComments(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '' && !line.startsWith('--')).join(' ')
}
