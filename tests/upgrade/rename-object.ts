import renames from '#database/upgrade/renames.json' with { type: 'json' }
import type { SchemaLine } from '../support/database/schema-dump.ts'

type Names = Record<string, string>

/** By name: the functions that contain columns, and the tables of these. */
const tablesOfFunctions: Record<string, string[]> = {
  count_parts: ['products', 'search_word_changes'],
  fold_search_changes: ['search_word_changes', 'search_words', 'search_state'],
  make_words: ['products'],
}

const namesEverywhere: Names = {
  ...renames.tables,
  ...renames.sequences,
  ...renames.functions,
  ...renames.indexes,
  ...renames.settings,
}

const columns: Record<string, Names> = renames.columns
const namesWithin: Record<string, Record<string, Names>> = {
  constraints: renames.constraints,
  triggers: renames.triggers,
}

/** The definition of an object of the old schema, with the current names. */
export function renameObject({ scope, text }: SchemaLine): string {
  const isFunction = text.startsWith('CREATE OR REPLACE FUNCTION')
  const tables = isFunction ? (tablesOfFunctions[scope] ?? []) : [scope]
  const names = { ...namesEverywhere }
  for (const table of tables) Object.assign(names, columns[table])
  if (!isFunction) for (const kind of Object.values(namesWithin)) Object.assign(names, kind[scope])
  const result = text.replace(/[a-z_][a-z0-9_]*(?:\.[a-z_]+)?/gi, (word) => replaceWord(word, names))
  return withNotNullName(result)
}

/** PostgreSQL 18 names a NOT NULL constraint after its table and column. */
function withNotNullName(text: string): string {
  return text.replace(
    /^constraint \w+_not_null on (?:\w+\.)?(\w+) NOT NULL (\w+)/,
    (whole, table: string, column: string) =>
      whole.replace(/^constraint \w+/, `constraint ${table}_${column}_not_null`),
  )
}

/** A name, or two names joined by a dot: `search_words.word`, `new.words`, `store.quiet`. */
function replaceWord(word: string, names: Names): string {
  const whole = names[word]
  if (whole !== undefined) return whole
  return word
    .split('.')
    .map((part) => names[part] ?? part)
    .join('.')
}

/** The text of docs/database-renames.md. */
export function writeRenamesPage(): string {
  const { tables, columns, constraints, triggers, indexes, sequences, functions, settings } = renames
  const rows = [
    ...rowsOf('table', { '': tables }),
    ...rowsOf('column', columns),
    ...rowsOf('constraint', constraints),
    ...rowsOf('index', { '': indexes }),
    ...rowsOf('sequence', { '': sequences }),
    ...rowsOf('function', { '': functions }),
    ...rowsOf('trigger', triggers),
    ...rowsOf('setting', { '': settings }),
  ]
  return `# Renames of the database

The schema of the old migrations 0001 to 0048, with these renames, is the schema of the four migrations that replace them
([decision 36](decisions/0036-four-migrations.md)). \`npm run upgrade-database\` makes them. The second column has the old
name of the table. PostgreSQL 18 also names NOT NULL constraints after their columns; these follow. The list is
\`database/upgrade/renames.json\`; \`tests/upgrade/schema.test.ts\` generates this page from it.

| kind | of | before | now |
|---|---|---|---|
${rows.join('\n')}
`
}

function rowsOf(kind: string, ofTables: Record<string, Names>): string[] {
  return Object.entries(ofTables).flatMap(([table, names]) =>
    Object.entries(names).map(
      ([from, to]) => `| ${kind} | ${table && `\`${table}\``} | \`${from}\` | \`${to}\` |`,
    ),
  )
}
