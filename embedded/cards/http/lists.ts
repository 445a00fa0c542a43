import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { invalidRequest } from './api-error.ts'
import { type Form, readInteger, readText } from './form.ts'

type ListForm = { limit: number; after: string | undefined; since: Date | undefined; until: Date | undefined }
type ListedTable = 'cards.intents' | 'cards.refunds' | 'cards.disputes' | 'cards.events'

/** The common list parameters: `limit`, `starting_after`, `created[gte]` and `created[lt]`. */
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

/** Condition for the rows of the period that follow the cursor in the order of `newestFirst`. */
export function withinList(
  table: ListedTable,
  { after, since, until }: Omit<ListForm, 'limit'>,
): RawBuilder<SqlBool> {
  const at = sql.ref(`${table}.created_at`)
  const id = sql.ref(`${table}.id`)
  const conditions = [sql`true`]
  if (since) conditions.push(sql`${at} >= ${since}`)
  if (until) conditions.push(sql`${at} < ${until}`)
  if (after !== undefined) {
    const last = sql`select last.created_at, last.id from ${sql.table(table)} as last where last.id = ${after}`
    conditions.push(sql`(${at}, ${id}) < (${last})`)
  }
  return sql.join(conditions, sql` and `)
}

export function newestFirst(table: ListedTable): RawBuilder<unknown> {
  return sql`${sql.ref(`${table}.created_at`)} desc, ${sql.ref(`${table}.id`)} desc`
}

/** The body of one page; `rows` has `limit + 1` rows if there is another page. */
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
