// `npm run database-types`: writes the types of all tables, one file for each schema, from a new database.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { openDatabase } from '#database/open.ts'

const FOLDER = path.join(import.meta.dirname, '../database')

type Column = {
  schema: 'public' | 'identity' | 'cards'
  table: string
  column: string
  /** PostgreSQL's name of the type; arrays end with brackets. */
  type: string
  isNullable: boolean
  hasDefault: boolean
  /** Only the database writes it. */
  isGenerated: boolean
  /** The values that a check constraint of this column allows. */
  allowed: string[] | null
}

/** Types as connections parse them (database/read-values.ts); those of JSON columns are in `VALUES`. */
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

/** Types of JSON columns, and of text columns with another type than that of a simple check constraint. */
const VALUES: Record<string, string> = {
  'cards.disputes.evidence': 'Record<string, string>',
  'cards.disputes.metadata': 'Record<string, string>',
  'cards.faults.action': 'CallFault | EventFault',
  'cards.intents.last_payment_error': 'StoredCardError',
  'cards.intents.metadata': 'Record<string, string>',
  'cards.intents.payment_method': 'StoredCard',
  'cards.refunds.metadata': 'Record<string, string>',
  'identity.signing_keys.private_jwk': 'RsaPrivateJwk',
  'public.facet_counts.category': "Tables['products']['category']",
  'public.facet_count_changes.category': "Tables['products']['category']",
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

const HEADS = {
  public: {
    file: 'generated-tables.ts',
    imports: `import type { Generated, GeneratedAlways } from 'kysely'
import type { ImportFailure, ImportFault, ImportReport } from '#contract/products/import-states.ts'
import type {
  DefaultedJson,
  ImportConflictRow,
  ImportedPart,
  ImportLayout,
  Json,
  NullableJson,
  Numeric,
} from './column-values.ts'
import type { CardTables } from './generated-card-tables.ts'
import type { IdentityTables } from './generated-identity-tables.ts'
`,
    declaration: 'export interface Tables extends IdentityTables, CardTables {',
  },
  identity: {
    file: 'generated-identity-tables.ts',
    imports: `import type { Generated } from 'kysely'
import type { Json, RsaPrivateJwk } from './column-values.ts'
`,
    declaration: 'export interface IdentityTables {',
  },
  cards: {
    file: 'generated-card-tables.ts',
    imports: `import type { Generated, GeneratedAlways } from 'kysely'
import type {
  CallFault,
  DefaultedJson,
  EventFault,
  NullableJson,
  StoredCard,
  StoredCardError,
} from './column-values.ts'
`,
    declaration: 'export interface CardTables {',
  },
}

/** Without the table `migrations`, which only migrate.ts reads. */
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

/** The generated files of a database: path and text. */
export async function generateTypes(client: pg.Pool): Promise<{ file: string; text: string }[]> {
  const { rows } = await client.query<Column>(COLUMNS)
  const schemas = Map.groupBy(rows, ({ schema }) => schema)
  return [...schemas].map(([schema, columns]) => {
    const { file, imports, declaration } = HEADS[schema]
    const tables = Map.groupBy(columns, ({ table }) => (schema === 'public' ? table : `'${schema}.${table}'`))
    const members = [...tables].map(
      ([name, columnsOfTable]) => `  ${name}: {\n${columnsOfTable.map(describe).join('')}  }\n`,
    )
    const text = `// Generated by \`npm run database-types\` from the migrations. Do not edit.\n${imports}\n${declaration}\n${members.join('')}}\n`
    return { file: path.join(FOLDER, file), text }
  })
}

const describe = (column: Column) => `    ${column.column}: ${typeOf(column)}\n`

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
  const files = await generateTypes(database.pool).finally(database.close)
  for (const { file, text } of files) writeFileSync(file, text)
  rmSync(dataDir, { recursive: true, force: true })
}
