import { sql } from 'kysely'
import { may, type Role } from '#contract/platform/auth/roles.ts'
import { idPattern, normaliseEmail } from '#contract/platform/fields.ts'
import type { Found, FoundOrder, FoundPart, FoundPerson } from '#contract/sales/find/find.ts'
import type { Db } from '#database/open.ts'
import type { OrderRow } from '#database/rows.ts'
import { partNumberKey } from '../../catalog/search/normalise.ts'
import { suggestProducts } from '../../catalog/search/suggest.ts'
import { findOrders, wordsOfBuyer } from '../orders/find-orders.ts'
import { isExpired } from '../orders/late.ts'
import { lookupQuery } from '../orders/lookup-words.ts'

/** Of each group. */
const SHOWN = 5

type FoundOrders = Awaited<ReturnType<typeof findOrders>>
type Request = { text: string; role: Role; now: Date; currency: string }

/** The first orders, people and parts with what was typed; null for a group that the role may not see. */
export async function findAtHand(db: Db, { text, role, now, currency }: Request): Promise<Found> {
  const seesOrders = may(role, 'orders.read')
  const seesPeople = may(role, 'customers.read')
  const orders = seesOrders && text !== '' ? await findOrders(db, { text, limit: 2 * SHOWN }) : []
  return {
    orders: seesOrders
      ? orders.slice(0, SHOWN).map(({ row, exact }) => ({ ...toFoundOrder(row, { seesPeople, now }), exact }))
      : null,
    people: seesPeople ? await findPeople(db, { text, orders }) : null,
    parts: may(role, 'catalog.write') ? await findParts(db, { text, currency }) : null,
  }
}

function toFoundOrder(
  row: OrderRow,
  { seesPeople, now }: { seesPeople: boolean; now: Date },
): Omit<FoundOrder, 'exact'> {
  return {
    _id: row.id,
    number: row.number,
    name: row.name,
    email: seesPeople ? row.email : null,
    phone: row.phone,
    address: row.address,
    location: row.location,
    productName: row.product_name,
    otherParts: row.other_parts,
    quantity: row.quantity,
    status: row.status,
    paid: row.paid_at !== null,
    expired: isExpired(row, now),
    closing: row.cancellation !== null,
    receiptNumber: row.receipt_number,
    createdAt: row.created_at.toISOString(),
  }
}

/** Accounts with an address: by it or their id, by the words of their profile, then buyers by those of their orders, but not of the part. */
async function findPeople(
  db: Db,
  { text, orders }: { text: string; orders: FoundOrders },
): Promise<FoundPerson[]> {
  const query = lookupQuery(text)
  const exactIds = orders.filter(({ exact }) => exact).map(({ row }) => row.id)
  const { rows } = await sql<Omit<FoundPerson, '_id'> & { id: string }>`
    with by_words as materialized (
      select id from users where deleted_at is null and email is not null
        and lookup_words(display_name, email, number) @@ ${query}::tsquery
    ), matching as (
      (select id, 1 as place from users where email = ${normaliseEmail(text)} or id = ${asId(text)}::uuid)
      union all (select id, 2 from by_words limit ${SHOWN})
      union all select user_id, 3 from orders
        where id = any(${orders.map(({ row }) => row.id)}::uuid[]) and (id = any(${exactIds}::uuid[])
          or lookup_words(${wordsOfBuyer}, email, phone) @@ ${query}::tsquery)
    ), people as (select id, min(place) as place from matching group by id)
    select users.id, email, display_name as "displayName", role, place = 1 as exact
    from people join users using (id) where deleted_at is null and email is not null
    order by place, email limit ${SHOWN}`.execute(db)
  return rows.map(({ id, ...person }) => ({ _id: id, ...person }))
}

/** Parts on sale by id, or as the search of the shop suggests them. */
async function findParts(
  db: Db,
  { text, currency }: { text: string; currency: string },
): Promise<FoundPart[]> {
  const isAddress = text.includes('@')
  const id = asId(text)
  const suggested = isAddress || id ? { numbers: [], parts: [] } : await suggestProducts(db, text, currency)
  const ids = [...(id ? [id] : []), ...[...suggested.numbers, ...suggested.parts].map(({ _id }) => _id)]
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('products')
    .select(['id', 'part_number', 'name', 'available'])
    .where('archived_at', 'is', null)
    .where('id', 'in', ids)
    .execute()
  return rows
    .map(({ id: partId, part_number, name, available }) => ({
      _id: partId,
      partNumber: part_number,
      productName: name,
      availableQuantity: available,
      exact: partId === id || (part_number !== null && partNumberKey(part_number) === partNumberKey(text)),
    }))
    .sort((a, b) => Number(b.exact) - Number(a.exact) || ids.indexOf(a._id) - ids.indexOf(b._id))
    .slice(0, SHOWN)
}

function asId(text: string): string | null {
  const id = text.toLowerCase()
  return idPattern.test(id) ? id : null
}
