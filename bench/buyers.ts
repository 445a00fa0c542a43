import { newId } from '#database/uuid.ts'
import { createAccessTokens } from '#server/auth/access-token.ts'
import type { Request } from './connection.ts'
import type { Store, World } from './world.ts'

export type Buyer = { email: string; token: string }
export type OnSale = { id: string; price_minor: number; minimum_order: number }

const HOUR_MS = 3_600_000

/** Accounts with a sign-in each, written as the store writes them: signing up is slow on purpose. */
export async function makeBuyers(world: World, store: Store, count: number): Promise<Buyer[]> {
  const now = new Date()
  const run = newId().slice(-12)
  const people = Array.from({ length: count }, (_, at) => {
    const email = `buyer-${run}-${at}@example.com`
    return { id: newId(), signInId: newId(), uid: `bench-${run}-${at}`, email }
  })
  const { db } = world.database
  for (let at = 0; at < people.length; at += 1000) {
    const some = people.slice(at, at + 1000)
    const users = some.map(({ id, uid, email }) => ({
      id,
      uid,
      email,
      display_name: 'Buyer',
      photo_url: null,
      created_at: now,
    }))
    await db.insertInto('users').values(users).execute()
    const signIns = some.map(({ id, uid, signInId }) => ({
      id: signInId,
      user_id: id,
      key: `sid:${uid}`,
      device_id: null,
      device: 'bench',
      second_factor: false,
      signed_in_at: now,
      created_at: now,
      last_seen_at: now,
    }))
    await db.insertInto('sign_ins').values(signIns).execute()
  }
  const tokens = createAccessTokens({
    secret: world.tokenSecret,
    origin: store.origin,
    now: () => new Date(),
  })
  const identityExpiresAt = new Date(now.getTime() + HOUR_MS)
  return people.map(({ email, uid, signInId }) => ({
    email,
    token: tokens.issue({ uid, signInId, signedInAt: now, identityExpiresAt }),
  }))
}

/** An administrator. */
export async function makeAdmin(world: World, store: Store): Promise<Buyer> {
  const [admin] = await makeBuyers(world, store, 1)
  if (!admin) throw new Error('no admin')
  const { db } = world.database
  await db.updateTable('users').set({ role: 'admin' }).where('email', '=', admin.email).execute()
  return admin
}

/** Parts with stock for the whole run. */
export async function stockedParts({ database }: World, count: number): Promise<OnSale[]> {
  const { rows } = await database.pool.query<OnSale>(
    `update products set available = 500000000, minimum_order = 1
     where id in (select id from products where archived_at is null order by md5(id::text) limit $1)
     returning id, price_minor, minimum_order`,
    [count],
  )
  return rows
}

/** One order after another, each of another buyer; `keyed` as the shop's own page sends it, under a key of its own. */
export function createOrders(buyers: Buyer[], parts: OnSale[], { keyed = false } = {}): () => Request {
  let turn = 0
  return () => {
    const buyer = buyers[turn % buyers.length]
    const part = parts[turn % parts.length]
    turn += 1
    if (!buyer || !part) throw new Error('there is no buyer or no part')
    return {
      method: 'POST',
      path: '/api/order',
      headers: {
        authorization: `Bearer ${buyer.token}`,
        'content-type': 'application/json',
        ...(keyed ? { 'idempotency-key': newId() } : {}),
      },
      body: JSON.stringify({
        productId: part.id,
        email: buyer.email,
        quantity: part.minimum_order,
        price: part.price_minor / 100,
        address: '1 Foundry Lane',
        phone: '+1 555 014 0000',
        location: 'Harbour district',
      }),
    }
  }
}
