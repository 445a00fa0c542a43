import { type RawBuilder, sql } from 'kysely'
import { idPattern } from '#contract/platform/fields.ts'
import type { Db } from '#database/open.ts'
import type { OrderRow } from '#database/rows.ts'
import { hasDigit, partNumberKey } from '../../catalog/search/normalise.ts'
import { lookupQuery } from './lookup-words.ts'

/** Who ordered, where to, and the address of the invoice: the text of an order beside its parts. */
export const wordsOfBuyer = sql`
  coalesce(name, '') || ' ' || address || ' ' || location || ' ' || coalesce(address_words(bill_to), '')`
/** As in the index `orders_words`, or PostgreSQL does not use it. */
const words = sql`lookup_words(${wordsOfBuyer} || ' ' || coalesce(part_words, product_name), email, phone)`
/** A word of many orders is in some of the newest: only a rarer one is looked up in the index. */
const NEWEST = 500
const NO_ID = '00000000-0000-0000-0000-000000000000'
const LAST_ID = NO_ID.replaceAll('0', 'f')
const FEWEST_ID_CHARACTERS = 8
/** Of an order or a receipt: also as pages and mails write it ("Order 100061"), and behind "#". */
const WHOLE_NUMBER = /^(?:(?:order|receipt)\s)?#?(\d{1,15})$/i

/**
 * Up to `limit` orders that are not deleted: first those whose number, id (or its beginning), transaction id or receipt number was
 * typed, then the newest with the words or the part number.
 */
export async function findOrders(
  db: Db,
  { text, limit }: { text: string; limit: number },
): Promise<{ row: OrderRow; exact: boolean }[]> {
  const query = lookupQuery(text)
  const ids = await sql<{ id: string; exact: boolean }>`
    with newest as materialized (
      select id, created_at, ${words} as words from orders
      where deleted_at is null order by created_at desc, id desc limit ${NEWEST}
    ), near as materialized (
      select id, created_at from newest where words @@ ${query}::tsquery limit ${limit}
    ), matching as materialized (${matchingWords(query)}), far as (
      select id, created_at from matching
      where (select count(*) from near) < ${limit} order by created_at desc, id desc limit ${limit}
    ), exact as (${exactMatches(text)} limit ${limit}), of_part as (${ofPart(text)} limit ${limit})
    select id, bool_or(exact) as exact from (
      select id, created_at, true as exact from exact
      union all select id, created_at, false from (
        select * from near union select * from far union select * from of_part
      ) as others
    ) as found
    group by id, created_at order by bool_or(exact) desc, created_at desc, id desc limit ${limit}`.execute(db)
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .where('id', 'in', [NO_ID, ...ids.rows.map(({ id }) => id)])
    .execute()
  return ids.rows.flatMap(({ id, exact }) => {
    const row = rows.find((one) => one.id === id)
    return row ? [{ row, exact }] : []
  })
}

/** The ids of all orders that `findOrders` finds, as a subquery. */
export function idsOfOrdersWith(text: string): RawBuilder<string> {
  return sql`(
    with matching as materialized (${matchingWords(lookupQuery(text))})
    select id from matching union select id from (${exactMatches(text)}) as exact
    union select id from (${ofPart(text)}) as of_part
  )`
}

function matchingWords(query: string | null): RawBuilder<unknown> {
  return sql`select id, created_at from orders where deleted_at is null and ${words} @@ ${query}::tsquery`
}

function exactMatches(text: string): RawBuilder<unknown> {
  const { first, last } = idsBeginningWith(text)
  const number = WHOLE_NUMBER.exec(text)?.[1] ?? null
  return sql`
    select id, created_at from orders where deleted_at is null
      and (id between ${first}::uuid and ${last}::uuid or transaction_id = ${text}
        or number = ${number}::bigint or receipt_number = ${number}::bigint)`
}

/** Orders with a line of the part with this number. */
function ofPart(text: string): RawBuilder<unknown> {
  const key = partNumberKey(text)
  return sql`
    select id, created_at from orders where deleted_at is null and id = any(array(
      select order_id from order_lines where product_id = any(array(
        select id from products where archived_at is null and part_number_key = ${hasDigit(key) ? key : null}
      ))
    )) order by created_at desc, id desc`
}

function idsBeginningWith(text: string): { first: string | null; last: string | null } {
  const start = text.toLowerCase()
  const first = start + NO_ID.slice(start.length)
  const isId = start.length >= FEWEST_ID_CHARACTERS && idPattern.test(first)
  return isId ? { first, last: start + LAST_ID.slice(start.length) } : { first: null, last: null }
}
