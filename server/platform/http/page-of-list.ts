import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import * as z from 'zod/mini'
import { AppError } from '#contract/platform/errors.ts'
import { idPattern } from '#contract/platform/fields.ts'
import { MAX_COUNT } from '#contract/platform/list-sort.ts'
import { validationTexts } from '#contract/platform/texts/validation.ts'
import type { Db } from '#database/open.ts'

const keyTypes = {
  time: 'timestamptz',
  id: 'uuid',
  integer: 'bigint',
  decimal: 'numeric',
  text: 'text',
} as const
type KeyKind = keyof typeof keyTypes
export type KeyValue = string | number

export type ListKey<Row> = { column: RawBuilder<unknown>; kind: KeyKind; of: (row: Row) => KeyValue }

/** A total order of a list. The cursor contains `name`; the keys together must be unique. */
export type ListOrder<Row> = { name: string; descending: boolean; keys: ListKey<Row>[] }

export type PageRequest = { limit: number; after?: string | undefined }
export type SortedPageRequest = PageRequest & { sort?: string | undefined; count?: 'true' | undefined }
/** `count`: of all items of the list, if asked; up to `MAX_COUNT`, and one more for any that are more. */
export type ListPage<Item> = { items: Item[]; next: string | null; count?: number | undefined }

type Listed = { id: string; created_at: Date }

export function newestFirst<Row extends Listed>(table: string): ListOrder<Row> {
  return {
    name: 'newest',
    descending: true,
    keys: [
      { column: sql.ref(`${table}.created_at`), kind: 'time', of: (row) => row.created_at.toISOString() },
      { column: sql.ref(`${table}.id`), kind: 'id', of: (row) => row.id },
    ],
  }
}

/** The order that `sort` names: by `createdAt` or one of `keys`, whose columns are never null, and then by id. Newest first by default. */
export function sortedBy<Row extends Listed>(
  table: string,
  sort: string | undefined,
  keys: Record<string, ListKey<Row>> = {},
): ListOrder<Row> {
  const newest = newestFirst<Row>(table)
  if (sort === undefined || sort === '-createdAt') return newest
  if (sort === 'createdAt') return { ...newest, name: sort, descending: false }
  const key = keys[sort.replace(/^-/, '')]
  if (!key) throw new Error(`${table} cannot be sorted by ${sort}`)
  const id: ListKey<Row> = { column: sql.ref(`${table}.id`), kind: 'id', of: (row) => row.id }
  return { name: sort, descending: sort.startsWith('-'), keys: [key, id] }
}

/** The number of rows of `query`, as `ListPage.count`. */
export async function countRows<DB, TB extends keyof DB, Row>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, Row>,
): Promise<number> {
  const some = query
    .clearSelect()
    .select(sql`1`.as('one'))
    .limit(MAX_COUNT + 1)
  const { rows } = await sql<{ count: number }>`select count(*) from (${some}) as counted`.execute(db)
  return rows[0]?.count ?? 0
}

/** A page as `pageOfList`, with the count of `query` if it is asked. */
export async function countedPage<DB, TB extends keyof DB, Row, Item>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, Row>,
  { order, page, toItem }: { order: ListOrder<Row>; page: SortedPageRequest; toItem: (row: Row) => Item },
): Promise<ListPage<Item>> {
  const listed = await pageOfList(query, { order, page, toItem })
  return page.count ? { ...listed, count: await countRows(db, query) } : listed
}

/** One page of `query` by keyset paging. `next` is null on the last page. Throws `invalid_request` for an invalid cursor. */
export async function pageOfList<DB, TB extends keyof DB, Row, Item>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { order, page, toItem }: { order: ListOrder<Row>; page: PageRequest; toItem: (row: Row) => Item },
): Promise<ListPage<Item>> {
  const direction = order.descending ? 'desc' : 'asc'
  let ordered = query.limit(page.limit + 1)
  for (const key of order.keys) ordered = ordered.orderBy(key.column, direction)
  if (page.after !== undefined) ordered = ordered.where(rowsAfter(order, cursorValues(order, page.after)))
  return cutPage(await ordered.execute(), { order, limit: page.limit, toItem })
}

/** `rows` has one more than `limit` unless it is the last page. */
export function cutPage<Row, Item>(
  rows: readonly Row[],
  { order, limit, toItem }: { order: ListOrder<Row>; limit: number; toItem: (row: Row) => Item },
): ListPage<Item> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const hasMore = rows.length > limit && last !== undefined
  return {
    items: shown.map(toItem),
    next: hasMore
      ? writeCursor(
          order.name,
          order.keys.map((key) => key.of(last)),
        )
      : null,
  }
}

/** The rows after a cursor: a row-value comparison, for which PostgreSQL can use an index on the same columns. */
export function rowsAfter<Row>(order: ListOrder<Row>, values: KeyValue[]): RawBuilder<SqlBool> {
  const columns = sql.join(order.keys.map((key) => key.column))
  const bounds = sql.join(order.keys.map(({ kind }, at) => sql`${values[at]}::${sql.raw(keyTypes[kind])}`))
  return sql<SqlBool>`(${columns}) ${sql.raw(order.descending ? '<' : '>')} (${bounds})`
}

export function cursorValues<Row>(order: ListOrder<Row>, after: string): KeyValue[] {
  const cursor = readCursor(after)
  const isValid =
    cursor?.sort === order.name &&
    cursor.values.length === order.keys.length &&
    order.keys.every((key, at) => isKeyValue(key.kind, cursor.values[at]))
  if (isValid) return cursor.values
  throw new AppError('invalid_request', {
    errors: [{ path: 'after', message: validationTexts.cursorInvalid }],
  })
}

export function writeCursor(sort: string, values: KeyValue[]): string {
  return Buffer.from(JSON.stringify([sort, ...values])).toString('base64url')
}

const cursorSchema = z.tuple([z.string()], z.union([z.string(), z.number()]))

/** Undefined for anything that `writeCursor` does not write. */
export function readCursor(text: string): { sort: string; values: KeyValue[] } | undefined {
  const { data } = cursorSchema.safeParse(parse(Buffer.from(text, 'base64url').toString()))
  if (!data) return undefined
  const [sort, ...values] = data
  return writeCursor(sort, values) === text ? { sort, values } : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function isKeyValue(kind: KeyKind, value: unknown): boolean {
  if (kind === 'integer') return Number.isSafeInteger(value)
  if (typeof value !== 'string') return false
  if (kind === 'id') return idPattern.test(value)
  if (kind === 'time') return isTime(value)
  if (kind === 'decimal') return /^\d{1,9}(\.\d{1,9})?$/.test(value)
  return value.isWellFormed() && !value.includes('\0')
}

function isTime(value: string): boolean {
  if (!/^[1-9]\d{3}-/.test(value)) return false
  const time = new Date(value)
  return !Number.isNaN(time.getTime()) && time.toISOString() === value
}
