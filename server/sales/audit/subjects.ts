import { type RawBuilder, sql } from 'kysely'
import { idPattern, normaliseEmail } from '#contract/platform/fields.ts'
import type { Db } from '#database/open.ts'
import { hasDigit, partNumberKey } from '../../catalog/search/normalise.ts'
import { idsOfOrdersWith } from '../orders/find-orders.ts'
import { lookupQuery } from '../orders/lookup-words.ts'

/** What a text may mean: orders, parts (also those off sale), accounts, and an id of anything. */
export type Subjects = { orders: string[]; products: string[]; users: string[]; id: string | null }

/** Of each kind. */
const MOST = 500

/** Orders and people as the search of the back office finds them, parts by their number or a part of their name. */
export async function findSubjects(db: Db, text: string): Promise<Subjects> {
  const id = idPattern.test(text.toLowerCase()) ? text.toLowerCase() : null
  const key = partNumberKey(text)
  // names are searched one by one: not for what is no name
  const name = id || text.includes('@') ? null : `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<{ kind: 'orders' | 'products' | 'users'; id: string }>`
    (select 'orders' as kind, id from orders where id in (${idsOfOrdersWith(text)}) limit ${MOST})
    union all
    (select 'products', id from products
      where id = ${id}::uuid or part_number_key = ${hasDigit(key) ? key : null} limit ${MOST})
    union
    (select 'products', id from products where name ilike ${name} limit ${MOST})
    union all
    (select 'users', id from users where deleted_at is null and email is not null and (
        email = ${normaliseEmail(text)} or id = ${id}::uuid
        or lookup_words(display_name, email, number) @@ ${lookupQuery(text)}::tsquery
      ) limit ${MOST})`.execute(db)
  const idsOf = (kind: 'orders' | 'products' | 'users') =>
    rows.filter((row) => row.kind === kind).map((row) => row.id)
  return { orders: idsOf('orders'), products: idsOf('products'), users: idsOf('users'), id }
}

/** The accounts whose changes are meant, as a subquery; undefined for anybody's, null for the store's own. An unknown address has none. */
export function actorsOf(by: string | undefined): RawBuilder<unknown> | null | undefined {
  if (by === undefined) return undefined
  if (by === 'store') return null
  if (by === 'staff') return sql`(select id from users where role <> 'user')`
  return sql`(select id from users where email = ${normaliseEmail(by)})`
}
