import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#database/uuid.ts'
import { personalData } from '#server/app.ts'
import { cleanUp } from '#server/background-jobs.ts'
import { deleteAccount } from '#server/people/users/account-deletion.ts'
import { endCart } from '#server/sales/cart/cart.ts'
import { errorCodeOf, outcomeOf } from '../../../support/http/outcomes.ts'
import { apply, csv, dryRun, undo } from '../../../support/imports.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import { insertProduct } from '../../../support/shop-rows.ts'
import type { Person } from '../../../support/store.ts'

/* Carts beside orders, imports that are undone, deleted accounts and the clean-up. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.staff('admin')
})
afterAll(() => shop.close())

const DAY_MS = 24 * 3_600_000
const later = (days: number) => new Date(shop.clock.now().getTime() + days * DAY_MS)
const parts = (count: number) =>
  Promise.all(Array.from({ length: count }, () => insertProduct(shop.database.db)))
const linesOf = (ids: string[]) => ids.map((productId) => ({ productId, quantity: 1 }))

async function put(person: Person, ids: string[]) {
  return (await person.api.mergeCart({ body: { lines: linesOf(ids) } })).cart
}

async function held(person: Person): Promise<string[]> {
  return (await person.api.getCart()).lines.map(({ productId }) => productId)
}

async function waitForLock(waiting = 1): Promise<void> {
  const waiters = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect
    .poll(async () => (await shop.database.pool.query(waiters)).rows.length)
    .toBeGreaterThanOrEqual(waiting)
}

/** Locks rows in a transaction of its own, and runs `meanwhile` before its commit. */
async function holding(
  locks: string,
  values: unknown[],
  meanwhile: (client: PoolClient) => Promise<unknown>,
) {
  const client = await shop.database.pool.connect()
  try {
    await client.query('begin')
    await client.query(locks, values)
    await meanwhile(client)
    await client.query('commit')
  } finally {
    client.release()
  }
}

test('parts of an import leave the carts when it is undone', async () => {
  const buyer = await shop.buyer()
  const [kept = ''] = await parts(1)
  const file = csv([
    ['productName', 'price', 'minimumOrder', 'availableQuantity', 'img'],
    ['Imported and undone', 9, 1, 5, '/drawings/piston.svg'],
  ])
  const applied = await apply(admin, await dryRun(admin, file))
  const { items } = await shop.api.listProducts({ query: { q: 'imported undone' } })
  await put(buyer, [kept, items[0]?._id ?? ''])
  expect(await held(buyer)).toHaveLength(2)
  await undo(admin, applied)
  expect(await held(buyer)).toEqual([kept])
})

test('a merge waits for an import that deletes its parts, and takes the rest', async () => {
  const buyer = await shop.buyer()
  const [first = '', second = '', third = ''] = (await parts(3)).toSorted()
  await put(buyer, [first, third])
  const deleted = [[first, second]]
  let merging: ReturnType<typeof put> | undefined
  await holding(
    'select from products where id = any ($1) order by id for update',
    deleted,
    async (client) => {
      merging = put(buyer, [third, second, first])
      await waitForLock()
      await client.query('delete from products where id = any ($1)', deleted)
    },
  )
  await merging
  expect(await held(buyer)).toEqual([third])
})

test('the cart goes with its account, and a change that waited finds no account', async () => {
  const person = await shop.buyer()
  const [id = ''] = await parts(1)
  const { version } = await put(person, [id])
  let changing: Promise<string> | undefined
  await deleteAccount(
    shop.database.db,
    { uid: person.uid, at: shop.clock.now(), host: 'parts.example' },
    {
      ...personalData,
      async anonymise(trx, userId) {
        // the account is locked
        changing = outcomeOf(person.api.setCartLine({ body: { productId: id, quantity: 2, version } }))
        await waitForLock()
        await personalData.anonymise(trx, userId)
      },
    },
  )
  expect(await changing).toBe('401 unauthenticated')
  const left = await shop.database.pool.query(
    'select from carts join users on users.id = carts.user_id where uid = $1',
    [person.uid],
  )
  expect(left.rows).toEqual([])
})

test('carts that nobody changed for 90 days are deleted, and no others', async () => {
  const [old, fresh, waiting] = [await shop.buyer(), await shop.buyer(), await shop.buyer()]
  const ids = await parts(3)
  for (const person of [old, waiting]) await put(person, ids)
  await cleanUp(shop.database.db, later(89), { demo: true })
  expect(await held(old)).toEqual(ids)
  await put(fresh, ids)
  await shop.database.pool.query('update carts set changed_at = $1 where user_id = $2', [
    later(50),
    await idOf(fresh),
  ])
  // its account is being changed: a later clean-up takes it
  const locked = await idOf(waiting)
  await holding('select from users where id = $1 for no key update', [locked], () =>
    cleanUp(shop.database.db, later(91), { demo: true }),
  )
  expect([await held(old), await held(fresh), await held(waiting)]).toEqual([[], ids, ids])
  await cleanUp(shop.database.db, later(91), { demo: true })
  expect(await held(waiting)).toEqual([])
  expect(await old.api.getCart()).toMatchObject({ id: null, version: 0 })
})

const idOf = async ({ email, api }: Person) => (await api.getUser({ params: { email } }))._id

test('a cart that was ordered keeps what was put in meanwhile, and gets another id', async () => {
  const person = await shop.buyer()
  const userId = await idOf(person)
  const [ordered = '', added = ''] = await parts(2)
  const before = await put(person, [ordered])
  await put(person, [added])
  const lines = [{ productId: ordered, quantity: 1 }]
  const end = (cartId: string) =>
    shop.database.db
      .transaction()
      .execute((trx) => endCart(trx, { userId, cartId, lines, now: shop.clock.now() }))
  await end(before.id ?? '')
  const after = await person.api.getCart()
  expect(after).toMatchObject({ version: before.version + 2, lines: [{ productId: added }] })
  expect(after.id).not.toBe(before.id)
  // of another account, of an earlier cart
  expect(await errorCodeOf(end(before.id ?? ''))).toBe('cart_changed')
  expect(await errorCodeOf(end(newId()))).toBe('cart_changed')
  expect(await held(person)).toEqual([added])
})
