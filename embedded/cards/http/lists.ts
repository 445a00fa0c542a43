import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { invalidRequest } from './api-error.ts'
import { type Form, readInteger, readText } from './form.ts'

type ListForm = { limit: number; after: string | undefined; since: Date | undefined; until: Date | undefined }
/** Tables of ids and times, listed newest first. */
type ListedTable = 'cards.intents' | 'cards.refunds' | 'cards.disputes' | 'cards.events'

/** What every list takes: at most `limit` rows, those after an id, those created within a period. */
export function readListForm(form: Form): ListForm {
  const limit = readInteger(form, 'limit') ?? 10
  if (limit < 1 || limit > 100) {
    throw invalidRequest('Invalid integer: limit must be between 1 and 100', { param: 'limit' })
  }
  return {
    limit,
    after: readText(form, 'starting_after'),
    since: readTime(form, 'created[gte]'),
    until: readTime(form, 'created[lt]'),
  }
}

/** The rows that a list form means: those of its period, behind the row it names, in the order of `newestFirst`. */
export function withinList(
  table: ListedTable,
  { after, since, until }: Omit<ListForm, 'limit'>,
): RawBuilder<SqlBool> {
  const [at, id] = [sql.ref(`${table}.created_at`), sql.ref(`${table}.id`)]
  const conditions = [
    sql<SqlBool>`true`,
    ...(since ? [sql<SqlBool>`${at} >= ${since}`] : []),
    ...(until ? [sql<SqlBool>`${at} < ${until}`] : []),
    ...(after === undefined
      ? []
      : [
          sql<SqlBool>`(${at}, ${id}) < (select last.created_at, last.id from ${sql.table(table)} as last where last.id = ${after})`,
        ]),
  ]
  return sql.join(conditions, sql` and `)
}

/** The order of every list. */
export function newestFirst(table: ListedTable): RawBuilder<unknown> {
  return sql`${sql.ref(`${table}.created_at`)} desc, ${sql.ref(`${table}.id`)} desc`
}

/** A page of a list; `rows` holds one row more than the page where there are more. */
export function listBody<Row, Body>(
  url: string,
  { rows, limit }: { rows: Row[]; limit: number },
  toBody: (row: Row) => Body,
) {
  return { object: 'list', url, has_more: rows.length > limit, data: rows.slice(0, limit).map(toBody) }
}

function readTime(form: Form, name: string): Date | undefined {
  const seconds = readInteger(form, name)
  return seconds === undefined ? undefined : new Date(seconds * 1000)
}
