import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Product } from '#contract/catalog/products/products.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { personalData } from '#server/app.ts'
import { deleteAccount, type PersonalData } from '#server/people/users/account-deletion.ts'
import { outcomeOf } from '../../../support/http/outcomes.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'

let shop: Shop
let part: Product
beforeAll(async () => {
  shop = await openShop()
  part = await shop.part()
})
afterAll(() => shop.close())

async function waitForLock(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await shop.database.pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      return rows.length
    })
    .toBeGreaterThan(0)
}

const deleteWith = (person: Person, steps: PersonalData) =>
  outcomeOf(
    deleteAccount(shop.database.db, { uid: person.uid, at: shop.clock.now(), host: 'parts.example' }, steps),
  )

const deadlocks = async () => {
  const { rows } = await shop.database.pool.query(
    'select deadlocks::int as count from pg_stat_database where datname = current_database()',
  )
  return rows[0]?.count
}

/** The buyer's own deletion of an order locks the order, then the account, whose count of unpaid orders changes. */
const cancel = (person: Person, { _id: id }: Order) => outcomeOf(person.api.deleteOrder({ params: { id } }))

test('an account deletion and the end of an order that was placed meanwhile do not wait for each other', async () => {
  const person = await shop.buyer()
  let ending: Promise<string> | undefined
  let placed: Order | undefined
  const outcome = await deleteWith(person, {
    async lock(trx, userId) {
      await personalData.lock(trx, userId)
      // the account is not locked yet
      placed = await shop.order([{ part }], { buyer: person })
    },
    async anonymise(trx, userId) {
      // the account is locked
      if (placed) ending = cancel(person, placed)
      await waitForLock()
      await personalData.anonymise(trx, userId)
    },
  })
  expect(outcome).toBe('409 open_orders')
  expect(await ending).toBe('accepted')
  expect(await deadlocks()).toBe(0)
})

test('an account deletion and a change of an order that was deleted before do not wait for each other', async () => {
  const person = await shop.buyer()
  const order = await shop.order([{ part }], { buyer: person })
  await cancel(person, order)
  const other = await shop.database.pool.connect()
  let change = Promise.resolve('')
  try {
    const outcome = await deleteWith(person, {
      async lock(trx, userId) {
        await personalData.lock(trx, userId)
        await other.query('begin')
        // a late payment locks the order, then writes rows that name the account
        change = other
          .query('select from orders where id = $1 for update', [order._id])
          .then(() => other.query('select from users where id = $1 for key share', [userId]))
          .then(() => other.query('commit'))
          .then(
            () => 'committed',
            (error) => String(error),
          )
      },
      async anonymise(trx, userId) {
        await waitForLock()
        await personalData.anonymise(trx, userId)
      },
    })
    expect([outcome, await change]).toEqual(['accepted', 'committed'])
  } finally {
    other.release(true)
  }
  expect(await deadlocks()).toBe(0)
})
