import { newId } from '#database/uuid.ts'
import { checkoutBody, orderBody, type WantedLine } from '#demo/purchase.ts'
import { createAccessTokens } from '#server/platform/auth/access-token.ts'
import { writeCursor } from '#server/platform/http/page-of-list.ts'
import type { Request } from './load.ts'
import type { Fixture } from './store.ts'

export type Part = {
  id: string
  name: string
  brand: string | null
  part_number: string | null
  category: string
  created_at: Date
}
export type Buyer = { id: string; email: string; token: string }

const HOUR_MS = 3_600_000
const BATCH = 1000

export const ACCEPT_HEADERS = { 'accept-encoding': 'br', accept: '*/*' }

/** Parts on sale, ordered by a hash of their id. */
export async function readShuffledParts({ database }: Fixture, limit: number): Promise<Part[]> {
  const { rows } = await database.pool.query<Part>(
    `select id, name, brand, part_number, category, created_at from products
     where archived_at is null order by md5(id::text) limit $1`,
    [limit],
  )
  return rows
}

/** Returns a GET request for the next address at each call. Throws after the last one, since a repeated address may be cached. */
export function getEach(addresses: Iterable<string>): () => Request {
  const iterator = addresses[Symbol.iterator]()
  return () => {
    const { value, done } = iterator.next()
    if (done) throw new Error('All addresses were requested: use more parts or shorter runs')
    return { path: value, headers: ACCEPT_HEADERS }
  }
}

/** Pages of a category, each from another part on: none is empty. Once all were used, from a moment one millisecond earlier on. */
export function* categoryPages(parts: Part[]): Generator<string> {
  for (let earlierMs = 0; parts.length > 0; earlierMs++) {
    for (const { category, created_at, id } of parts) {
      const time = new Date(created_at.getTime() + 1 - earlierMs).toISOString()
      yield `/api/service?category=${category}&after=${writeCursor('newest', [time, id])}`
    }
  }
}

function* wordQueries(parts: Part[], seed: number): Generator<string> {
  const random = createRandom(seed)
  const seen = new Set<string>()
  for (let turn = 0; ; turn++) {
    const part = parts[turn % parts.length]
    const words = part?.name.toLowerCase().match(/[\p{L}\d/.-]{2,}/gu) ?? []
    const first = random(Math.max(1, words.length - 2))
    const chosen = words.slice(first, first + 2 + random(2))
    if (part?.brand && random(3) === 0) chosen.push(part.brand.toLowerCase())
    const query = chosen.join(' ')
    const unique = seen.has(query) ? `${query} ${1990 + (turn % 35)} ${part?.brand ?? ''}` : query
    if (seen.has(unique)) continue
    seen.add(unique)
    yield unique
  }
}

export function* wordSearches(parts: Part[], seed = 1): Generator<string> {
  for (const query of wordQueries(parts, seed)) yield searchFor(query)
}

/** Part numbers as printed, in lower case, without separators, and with a separator in another place. */
export function* partNumberSearches(parts: Part[]): Generator<string> {
  const bare = (number: string) => number.toLowerCase().replace(/[^a-z0-9]/g, '')
  const spellings = [(number: string) => number, (number: string) => number.toLowerCase(), bare]
  for (const at of [2, 3, 4, 5, 6]) {
    for (const separator of ['-', ' ', '.'])
      spellings.push((number) => `${bare(number).slice(0, at)}${separator}${bare(number).slice(at)}`)
  }
  const seen = new Set<string>()
  for (const spell of spellings) {
    for (const { part_number } of parts) {
      const query = part_number ? spell(part_number) : ''
      if (query === '' || seen.has(query)) continue
      seen.add(query)
      yield searchFor(query)
    }
  }
}

/** Queries with a letter of one word missing, doubled, or exchanged with the next (no typo where both are the same). */
export function* typoSearches(parts: Part[], seed = 2): Generator<string> {
  const random = createRandom(seed)
  for (const query of wordQueries(parts, seed)) {
    const word = query.split(' ').find((one) => /^[a-z]{6,}$/.test(one))
    if (!word) continue
    const at = 1 + random(word.length - 2)
    const before = word.slice(0, at)
    const letter = word.charAt(at)
    const next = word.charAt(at + 1)
    const middles = [next, `${letter}${letter}${next}`, `${next}${letter}`]
    yield searchFor(query.replace(word, `${before}${middles[random(3)]}${word.slice(at + 2)}`))
  }
}

export function* suggestionRequests(parts: Part[], seed = 3): Generator<string> {
  const seen = new Set<string>()
  for (const query of wordQueries(parts, seed)) {
    for (let length = 3; length <= query.length; length++) {
      const typed = query.slice(0, length).trim()
      if (seen.has(typed)) continue
      seen.add(typed)
      yield `/api/suggest?q=${encodeURIComponent(typed)}`
    }
  }
}

function searchFor(query: string): string {
  return `/api/service?q=${encodeURIComponent(query)}`
}

function createRandom(seed: number): (limit: number) => number {
  let state = seed >>> 0
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 0x1_0000_0000) * limit)
  }
}

/** Users with a token each. They are inserted directly, since registration is slow by design. */
export async function createBuyers({ database, tokenSecret }: Fixture, origin: string, count: number) {
  const now = new Date()
  const run = newId().slice(-12)
  const tokens = createAccessTokens({ secret: tokenSecret, origin, now: () => new Date() })
  const times = { signedInAt: now, identityExpiresAt: new Date(now.getTime() + HOUR_MS) }
  const buyers: Buyer[] = []
  while (buyers.length < count) {
    const users = Array.from({ length: Math.min(BATCH, count - buyers.length) }, (_, index) => {
      const name = `buyer-${run}-${buyers.length + index}`
      return { id: newId(), uid: name, email: `${name}@example.com`, display_name: 'Buyer', created_at: now }
    })
    const signIns = users.map(({ id, uid }) => ({
      id: newId(),
      user_id: id,
      key: `sid:${uid}`,
      device: 'bench',
      second_factor: false,
      signed_in_at: now,
      created_at: now,
      last_seen_at: now,
    }))
    await database.db.insertInto('users').values(users).execute()
    await database.db.insertInto('sign_ins').values(signIns).execute()
    for (const [index, { id, uid, email }] of users.entries())
      buyers.push({ id, email, token: tokens.issue({ uid, signInId: signIns[index]?.id ?? '', ...times }) })
  }
  return buyers
}

/** Gives some parts a stock of 500 million. */
async function stockParts({ database }: Fixture, parts: number): Promise<WantedLine['part'][]> {
  const { rows } = await database.pool.query<WantedLine['part']>(
    `update products set available = 500000000, minimum_order = 1
     where id in (select id from products where archived_at is null order by md5(id::text) limit $1)
     returning id as _id, price_minor / 100::float8 as price, minimum_order as "minimumOrder"`,
    [parts],
  )
  return rows
}

/** Stocks some parts. Returns a function that makes requests to order them, `keyed` with an idempotency key. */
export async function prepareOrderRequests(
  fixture: Fixture,
  { buyers, parts, keyed = false }: { buyers: Buyer[]; parts: number; keyed?: boolean },
): Promise<() => Request> {
  const rows = await stockParts(fixture, parts)
  let turn = 0
  return () => {
    const buyer = buyers[turn % buyers.length]
    const part = rows[turn % rows.length]
    turn += 1
    if (!buyer || !part) throw new Error('There is no buyer or no part')
    const headers = { authorization: `Bearer ${buyer.token}`, 'content-type': 'application/json' }
    return {
      method: 'POST',
      path: '/api/order',
      headers: keyed ? { ...headers, 'idempotency-key': newId() } : headers,
      body: JSON.stringify(orderBody([{ part }], buyer)),
    }
  }
}

/**
 * Stocks some parts. Returns a function that fills the cart of each buyer with so many of them, and returns one that makes a
 * request to order each cart, with an idempotency key; that one throws when all are ordered.
 */
export async function prepareCheckouts(
  fixture: Fixture,
  { buyers, parts, lines }: { buyers: Buyer[]; parts: number; lines: number },
): Promise<() => Promise<() => Request>> {
  const stocked = await stockParts(fixture, parts)
  let turn = 0
  const nextPart = (): WantedLine['part'] => {
    const part = stocked[turn % stocked.length]
    turn += 1
    if (!part) throw new Error('There is no part')
    return part
  }
  return async () => {
    const carts = buyers.map((buyer) => ({
      ...{ buyer, id: newId() },
      parts: Array.from({ length: lines }, nextPart),
    }))
    await fillCarts(fixture, carts)
    const unordered = carts.values()
    return () => {
      const { value: cart } = unordered.next()
      if (!cart) throw new Error('All carts are ordered: use more buyers or shorter runs')
      const total = cart.parts.reduce((sum, { price }) => sum + Math.round(price * 100), 0) / 100
      const shown = cart.parts.map((part) => ({ productId: part._id, quantity: 1, part }))
      return {
        method: 'POST',
        path: '/api/checkout',
        headers: {
          authorization: `Bearer ${cart.buyer.token}`,
          'content-type': 'application/json',
          'idempotency-key': newId(),
        },
        body: JSON.stringify(checkoutBody({ id: cart.id, lines: shown, total })),
      }
    }
  }
}

type FilledCart = { buyer: Buyer; id: string; parts: WantedLine['part'][] }

async function fillCarts({ database: { pool } }: Fixture, carts: FilledCart[]): Promise<void> {
  const lines = carts.flatMap(({ buyer, parts }) => parts.map(({ _id }) => [buyer.id, _id] as const))
  await pool.query('delete from cart_lines')
  await pool.query(
    `insert into carts (user_id, id, version, changed_at)
     select user_id, id, 1, now() from unnest($1::uuid[], $2::uuid[]) as cart (user_id, id)
     on conflict (user_id) do update set id = excluded.id`,
    [carts.map(({ buyer }) => buyer.id), carts.map(({ id }) => id)],
  )
  await pool.query(
    `insert into cart_lines (user_id, product_id, quantity, seen_price_minor)
     select user_id, product_id, 1, 0 from unnest($1::uuid[], $2::uuid[]) as line (user_id, product_id)`,
    [lines.map(([userId]) => userId), lines.map(([, productId]) => productId)],
  )
}
