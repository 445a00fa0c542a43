import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { fromMinor } from '#contract/platform/money.ts'
import {
  type AuditEntry,
  type AuditFilters,
  auditEntities,
  auditFields,
} from '#contract/sales/audit/audit.ts'
import { partsText } from '#contract/sales/orders/texts.ts'
import type { Db } from '#database/open.ts'
import {
  cursorValues,
  cutPage,
  type KeyValue,
  type ListOrder,
  type ListPage,
  type PageRequest,
} from '../../platform/http/page-of-list.ts'
import { actorsOf, findSubjects, type Subjects } from './subjects.ts'

/** `order`: of `order_events`, the history of orders. */
type Source = 'audit' | 'order'

type EntryRow = {
  source: Source
  id: number
  at: Date
  actor_id: string | null
  entity: AuditEntry['entity']
  entity_id: string
  field: string
  before: string | null
  after: string | null
  actor_name: string | null
  actor_email: string | null
  name: string | null
  has_page: boolean
  order_number: number | null
  order_currency: string | null
  other_parts: number | null
}

const newest: ListOrder<EntryRow> = {
  name: 'newest',
  descending: true,
  keys: [
    { column: sql.ref('at'), kind: 'time', of: (row) => row.at.toISOString() },
    { column: sql.ref('source'), kind: 'text', of: (row) => row.source },
    { column: sql.ref('id'), kind: 'integer', of: (row) => row.id },
  ],
}

export type EntryRequest = PageRequest & AuditFilters & { currency: string; timeZone: string }

/**
 * One page of changes, newest first. Each condition is a query of its own, which reads an index in the order of the list up
 * to the length of the page; the page is the newest of all their rows. Throws `invalid_request` for an invalid cursor.
 */
export async function listEntries(db: Db, request: EntryRequest): Promise<ListPage<AuditEntry>> {
  const cursor = request.after === undefined ? undefined : cursorValues(newest, request.after)
  const text = request.q?.trim()
  const subjects = text ? await findSubjects(db, text) : undefined
  const actors = actorsOf(request.by)
  const size = request.limit + 1
  const selections = selectionsOf({ subjects, actors, what: request.what }).map((selection) => {
    const more = [...timesOf(request), ...afterCursor(selection.source, cursor)]
    return selectNewest({ ...selection, conditions: [...selection.conditions, ...more] }, size)
  })
  const { rows } = await sql<EntryRow>`
    with changes as materialized (
      select * from (${sql.join(selections, sql` union `)}) as selected
      order by at desc, source desc, id desc limit ${size}
    )
    select changes.*, actor.display_name as actor_name, actor.email as actor_email, orders.currency as order_currency,
      orders.number as order_number, orders.other_parts,
      coalesce(orders.product_name, products.name, person.email, reviews.name, imports.file_name) as name,
      coalesce(
        orders.deleted_at is null and orders.id is not null
        or products.archived_at is null and products.id is not null
        or person.email is not null, false
      ) as has_page
    from changes
    left join users as actor on actor.id = actor_id
    left join orders on orders.id = case entity when 'order' then entity_id::uuid end
    left join products on products.id = case entity when 'product' then entity_id::uuid end
    left join users as person on person.id = case entity when 'user' then entity_id::uuid end
    left join reviews on reviews.id = case entity when 'review' then entity_id::uuid end
    left join imports on imports.id = case entity when 'import' then entity_id::uuid end
    order by at desc, source desc, changes.id desc`.execute(db)
  const toItem = (row: EntryRow) => toEntry(row, request.currency)
  return cutPage(rows, { order: newest, limit: request.limit, toItem })
}

const tables = { audit: 'audit', order: 'order_events' } as const
const columns: Record<Source, RawBuilder<unknown>> = {
  audit: sql`'audit' as source, id, at, actor_id, entity, entity_id, field, before, after`,
  order: sql`'order' as source, id, at, actor_id, 'order' as entity, order_id::text as entity_id, kind as field, before, after`,
}

/** `by`: one index scan for each of these accounts. */
type Selection = { source: Source; conditions: RawBuilder<SqlBool>[]; by?: RawBuilder<unknown> }

function selectNewest({ source, conditions, by }: Selection, size: number): RawBuilder<unknown> {
  const all = sql.join([sql`true`, ...conditions], sql` and `)
  const order = sql`order by at desc, id desc limit ${size}`
  const rows = sql`select ${columns[source]} from ${sql.table(tables[source])}`
  if (!by) return sql`(${rows} where ${all} ${order})`
  return sql`(
    select of_actor.* from ${by} as account (id)
    cross join lateral (${rows} where actor_id = account.id and ${all} ${order}) as of_actor
    ${order}
  )`
}

/** As in the partial indexes of both tables. */
const isListed: Record<Source, RawBuilder<SqlBool>> = {
  audit: sql<SqlBool>`direct`,
  order: sql<SqlBool>`kind <> 'placed'`,
}

type Wanted = {
  subjects: Subjects | undefined
  actors: RawBuilder<unknown> | null | undefined
  what: string | undefined
}

function selectionsOf({ subjects, actors, what }: Wanted): Selection[] {
  const kinds = kindsOf(what)
  const sources = (['audit', 'order'] as const).filter((source) => kinds[source] !== undefined)
  return sources.flatMap((source): Selection[] => {
    const wanted = kinds[source] ?? []
    const isKind = what && wanted.length > 0 ? [sql<SqlBool>`(${sql.join(wanted, sql` or `)})`] : []
    if (subjects) {
      const by = actors === undefined ? [] : [isBy(actors)]
      return subjectSelections(source, subjects).map((selection) => ({
        ...selection,
        conditions: [...selection.conditions, ...isKind, ...by],
      }))
    }
    if (actors) return [{ source, conditions: [isListed[source], ...isKind], by: actors }]
    if (actors === null) return [{ source, conditions: [isListed[source], isBy(null), ...isKind] }]
    const each = wanted.length > 0 ? wanted : [sql<SqlBool>`true`]
    return each.map((condition) => ({ source, conditions: [isListed[source], condition] }))
  })
}

function isBy(actors: RawBuilder<unknown> | null): RawBuilder<SqlBool> {
  return actors === null ? sql`actor_id is null` : sql`actor_id in ${actors}`
}

/** The kinds that `what` names, one condition each; none of a source of which it names nothing. */
function kindsOf(what: string | undefined): Partial<Record<Source, RawBuilder<SqlBool>[]>> {
  const [entity, field] = what?.split('.') ?? []
  const known = auditEntities.find((name) => name === entity)
  // each kind of event has its part of the index; without `what` all changes of `audit` have one of their own
  const ofOrders = (fields: readonly string[]) =>
    fields.filter((name) => name !== 'note').map((name) => sql<SqlBool>`kind = ${name}`)
  if (!known) return { audit: [], order: ofOrders(auditFields.order) }
  const fields = field === undefined ? auditFields[known] : [field]
  const ofObjects = (names: readonly string[]) =>
    names.map((name) => sql<SqlBool>`(entity = ${known} and field = ${name})`)
  if (known !== 'order') return { audit: ofObjects(fields) }
  // notes are no events of an order
  if (field === 'note') return { audit: ofObjects(fields) }
  return field === undefined
    ? { audit: ofObjects(['note']), order: ofOrders(fields) }
    : { order: ofOrders(fields) }
}

/** What happened to what a text means, also by orders and imports, and what the people that it means did. */
function subjectSelections(source: Source, { orders, products, users, id }: Subjects): Selection[] {
  const byThem = { source, conditions: [isListed[source]], by: sql`unnest(${users}::uuid[])` }
  if (source === 'order') return [{ source, conditions: [sql`order_id = any(${orders}::uuid[])`] }, byThem]
  const others = auditEntities.filter((entity) => !['order', 'product', 'user'].includes(entity))
  return [
    byThem,
    {
      source,
      conditions: [sql`entity = 'order'`, sql`field = 'note'`, sql`entity_id = any(${orders}::text[])`],
    },
    { source, conditions: [sql`entity = 'product'`, sql`entity_id = any(${products}::text[])`] },
    { source, conditions: [sql`entity = 'user'`, sql`entity_id = any(${users}::text[])`] },
    { source, conditions: [sql`entity = any(${others}::text[])`, sql`entity_id = ${id}`] },
  ]
}

/** Days of the store's time zone, both included. */
function timesOf({ from, to, timeZone }: EntryRequest): RawBuilder<SqlBool>[] {
  return [
    ...(from === undefined ? [] : [sql<SqlBool>`at >= ${from}::date::timestamp at time zone ${timeZone}`]),
    ...(to === undefined ? [] : [sql<SqlBool>`at < (${to}::date + 1)::timestamp at time zone ${timeZone}`]),
  ]
}

/** The rows of a source after the cursor. Written so that an index on time and id can be used. */
function afterCursor(source: Source, cursor: KeyValue[] | undefined): RawBuilder<SqlBool>[] {
  if (!cursor) return []
  const [at, cursorSource, id] = cursor
  if (source === cursorSource) return [sql`(at, id) < (${at}::timestamptz, ${id}::bigint)`]
  return [source < String(cursorSource) ? sql`at <= ${at}::timestamptz` : sql`at < ${at}::timestamptz`]
}

function nameOf({ name, other_parts, entity, field, before }: EntryRow): string | null {
  if (name !== null) return partsText(name, other_parts ?? 0)
  // a deleted part has no row
  return entity === 'product' && field === 'deleted' ? before : null
}

function toEntry(row: EntryRow, currency: string): AuditEntry {
  const kind = `${row.entity}.${row.field}`
  const amountCurrency =
    kind === 'product.price' ? currency : kind === 'order.refunded' ? row.order_currency : null
  const toAmount = (value: string | null) =>
    value === null || amountCurrency === null ? value : String(fromMinor(Number(value), amountCurrency))
  return {
    _id: `${row.source}-${row.id}`,
    at: row.at.toISOString(),
    by: row.actor_id === null ? null : { name: row.actor_name, email: row.actor_email },
    entity: row.entity,
    entityId: row.entity_id,
    field: row.field,
    name: nameOf(row),
    orderNumber: row.order_number,
    hasPage: row.has_page,
    before: toAmount(row.before),
    after: toAmount(row.after),
    currency: amountCurrency,
  }
}
