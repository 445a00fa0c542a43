// `npm run database-types`: writes database/generated-tables.ts, the types of all tables, from a new database.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { openDatabase } from '#database/open.ts'

export const GENERATED = path.join(import.meta.dirname, '../database/generated-tables.ts')

type Column = {
  schema: string
  table: string
  column: string
  /** As PostgreSQL names it, arrays with a bracket at their end. */
  type: string
  isNullable: boolean
  hasDefault: boolean
  /** The database alone writes it. */
  isGenerated: boolean
  /** The texts that a check of the column alone allows. */
  allowed: string[] | null
}

/** As our connections read them (database/read-values.ts); those of JSON are in `VALUES`. */
const TYPES: Record<string, string> = {
  boolean: 'boolean',
  bytea: 'Buffer',
  integer: 'number',
  smallint: 'number',
  bigint: 'number',
  real: 'number',
  text: 'string',
  'text[]': 'string[]',
  tsvector: 'string',
  uuid: 'string',
}

/** Values of JSON columns, and texts that no simple check names: types of database/column-values.ts and the contract. */
const VALUES: Record<string, string> = {
  'cards.disputes.evidence': 'Record<string, string>',
  'cards.disputes.metadata': 'Record<string, string>',
  'cards.faults.action': 'CallFault | EventFault',
  'cards.intents.last_payment_error': 'StoredCardError',
  'cards.intents.metadata': 'Record<string, string>',
  'cards.intents.payment_method': 'StoredCard',
  'cards.refunds.metadata': 'Record<string, string>',
  'identity.signing_keys.private_jwk': 'RsaPrivateJwk',
  'public.facet_counts.category': "Products['category']",
  'public.facet_count_changes.category': "Products['category']",
  'public.idempotency_keys.response': 'unknown',
  'public.import_changes.after': 'ImportedPart',
  'public.import_changes.before': 'ImportedPart',
  'public.import_rows.part': 'ImportedPart',
  'public.imports.conflicts': 'ImportConflictRow[]',
  'public.imports.failure': 'ImportFailure',
  'public.imports.file_error': 'ImportFault',
  'public.imports.layout': 'ImportLayout',
  'public.imports.report': 'ImportReport',
  'public.ledger_checks.mismatches': 'unknown',
  'public.order_events.data': '{ expiresAt: string }',
}

const HEAD = `// Made by \`npm run database-types\` from the migrations. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { ImportFailure, ImportFault, ImportReport } from '#contract/products/import-states.ts'
import type {
  CallFault,
  EventFault,
  ImportConflictRow,
  ImportedPart,
  ImportLayout,
  RsaPrivateJwk,
  StoredCard,
  StoredCardError,
} from './column-values.ts'

/** Read as the value, written as its text. */
type Json<T> = ColumnType<T, string, string>
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>
type DefaultedJson<T> = ColumnType<T, string | undefined, string>
/** Exact numbers are read as text. */
type Numeric = ColumnType<string, number, number>
`

/** Migrations that applied, which only migrate.ts reads, are left out. */
const COLUMNS = `
  select n.nspname as schema, c.relname as table, a.attname as column,
    regexp_replace(format_type(a.atttypid, null), '\\(.*\\)', '') as type,
    not a.attnotnull as "isNullable", a.atthasdef and a.attgenerated = '' as "hasDefault",
    a.attgenerated <> '' or a.attidentity = 'a' or a.atttypid = 'tsvector'::regtype as "isGenerated",
    (
      select array(select m[1] from regexp_matches(pg_get_constraintdef(k.oid), '''([^'']*)''::text', 'g') as m)
      from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
        and pg_get_constraintdef(k.oid) ~ '^CHECK \\(\\(\\w+ = ANY \\(ARRAY\\[[^\\]]*\\]\\)\\)\\)$'
    ) as allowed
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind = 'r' and n.nspname in ('public', 'identity', 'cards') and c.oid <> 'public.migrations'::regclass
  order by n.nspname = 'cards', n.nspname = 'identity', c.relname, a.attname`

/** The text of database/generated-tables.ts for this database. */
export async function generateTypes(client: pg.Pool): Promise<string> {
  const { rows } = await client.query<Column>(COLUMNS)
  const tables = Map.groupBy(rows, ({ schema, table }) => `${schema}.${table}`)
  const types = [...tables.values()].map(
    (columns) => `export type ${nameOf(columns)} = {\n${columns.map(describe).join('')}}\n`,
  )
  const names = [...tables].map(([name, columns]) => `  ${keyOf(name)}: ${nameOf(columns)}\n`)
  return [HEAD, ...types, `export type Tables = {\n${names.join('')}}\n`].join('\n')
}

function nameOf([first]: Column[]): string {
  const words = `${first?.schema === 'public' ? '' : first?.schema}_${first?.table}`.split('_')
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')
}

function keyOf(name: string): string {
  return name.startsWith('public.') ? name.slice('public.'.length) : `'${name}'`
}

const describe = (column: Column) => `  ${column.column}: ${typeOf(column)}\n`

function typeOf({
  schema,
  table,
  column,
  type,
  allowed,
  isNullable,
  hasDefault,
  isGenerated,
}: Column): string {
  const name = `${schema}.${table}.${column}`
  const value = VALUES[name] ?? (allowed ? allowed.map((text) => `'${text}'`).join(' | ') : TYPES[type])
  const orNull = isNullable ? ' | null' : ''
  if (type === 'jsonb' && value)
    return `${isNullable ? 'NullableJson' : hasDefault ? 'DefaultedJson' : 'Json'}<${value}>`
  if (type === 'numeric') return 'Numeric'
  const plain = type === 'timestamp with time zone' ? 'Date' : value
  if (!plain) throw new Error(`${name} has the type ${type}: name its type in TYPES or VALUES`)
  if (isGenerated) return `GeneratedAlways<${plain}${orNull}>`
  return hasDefault ? `Generated<${plain}${orNull}>` : `${plain}${orNull}`
}

if (process.argv[1] === import.meta.filename) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'partsline-types-'))
  const database = await openDatabase({ dataDir, log() {} })
  const text = await generateTypes(database.pool).finally(database.close)
  writeFileSync(GENERATED, text)
  rmSync(dataDir, { recursive: true, force: true })
}
