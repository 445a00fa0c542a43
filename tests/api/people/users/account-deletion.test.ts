import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '#contract/catalog/products/products.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { newId } from '#database/uuid.ts'
import { orderBody } from '#demo/purchase.ts'
import { createReview } from '#server/catalog/reviews/service.ts'
import { saveSignIn, signInUser } from '#server/people/sign-in/sign-ins.ts'
import {
  deleteAccount,
  removeDeletedIdentities,
  removeIdentity,
} from '#server/people/users/account-deletion.ts'
import { updateProfile } from '#server/people/users/service.ts'
import { listMail } from '#server/platform/mail/mail-history.ts'
import { placeOrder } from '#server/sales/orders/place-order.ts'
import { errorCodeOf, outcomeOf } from '../../../support/http/outcomes.ts'
import { exampleOrder } from '../../../support/orders/example-order.ts'
import { stripeOf } from '../../../support/payments/network.ts'
import { cardNumbers, openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'

const ORIGIN = 'https://parts.example'
let shop: Shop
let admin: Person
let part: Product
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.staff('admin')
  part = await shop.part({ available: 10_000 })
})
afterAll(() => shop.close())

async function requestDeletion({ email, idToken }: Person, token = idToken) {
  const answer = await shop.call({ method: 'DELETE', url: `/api/user/${email}`, token })
  return [answer.statusCode, answer.json().code ?? answer.json()]
}
const DELETED = [200, { deletedCount: 1 }]
const rowOf = ({ uid }: Person) =>
  shop.database.db.selectFrom('users').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow()
const outcomeOfSignIn = async ({ email, password }: Person) => {
  const answer = await shop.call({
    method: 'POST',
    url: `/identity/v1/accounts:signInWithPassword?key=${shop.config.identity.apiKey}`,
    payload: { email, password, returnSecureToken: true },
  })
  return answer.json().error?.message ?? 'signed in'
}

async function pay(person: Person, placed: Order, card?: string): Promise<void> {
  const payment = await shop.openPayment(placed)
  await shop.enterCard(payment, card)
  const body = { appointment: placed._id, transactionId: payment.id }
  await person.api.markOrderPaid({ params: { id: placed._id }, body })
}
const setStatus = ({ _id: id }: Order, status: 'Shift' | 'Pending') =>
  admin.api.setOrderStatus({ params: { id }, body: { status } })

async function placeSentOrder(person: Person): Promise<Order> {
  const placed = await shop.order([{ part }], { buyer: person })
  await pay(person, placed)
  await setStatus(placed, 'Shift')
  return placed
}

describe('a deleted account', () => {
  test('a deletion removes name, address and phone from store and provider, except from mails', async () => {
    const person = await shop.verify(await shop.buyer('Mina Harker'))
    await person.api.updateUser({
      params: { email: person.email },
      body: { education: 'School', number: '555 1' },
    })
    const placed = await placeSentOrder(person)
    const deleted = await shop.order([{ part }], { buyer: person })
    await person.api.deleteOrder({ params: { id: deleted._id } })
    const review = { name: 'Mina', description: 'Good.', img: 'https://a.example/mina.jpg' }
    const { _id: reviewId } = await person.api.createReview({ body: review })
    const before = await shop.database.db
      .selectFrom('users')
      .selectAll()
      .where('uid', '=', person.uid)
      .executeTakeFirstOrThrow()
    expect(await requestDeletion(person)).toEqual(DELETED)
    const remaining = await admin.api.getOrder({ params: { id: placed._id } })
    expect(remaining).toMatchObject({
      productName: placed.productName,
      total: placed.total,
      paid: true,
      status: 'Shift',
      name: 'Former customer',
      email: '',
      phone: '',
      address: '',
      location: '',
    })
    const { items } = await shop.api.listReviews()
    expect(items.find(({ _id }) => _id === reviewId)).toMatchObject({
      name: 'Former customer',
      img: null,
      description: 'Good.',
    })
    expect(
      await findTablesWith([person.email, 'Mina', 'Harker', '44 Harbour Road', '7731'], before.id),
    ).toEqual(['mails'])
  })

  test('a deletion ends all sign-ins at the store and removes the account at the provider', async () => {
    const person = await shop.buyer()
    const other = await shop.signInAgain(person)
    expect(await requestDeletion(other)).toEqual(DELETED)
    for (const { token } of [person, other]) {
      const answer = await shop.call({ url: '/api/order', token })
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthenticated'])
    }
    const exchange = { method: 'PUT', url: `/api/user/${person.email}`, payload: {} } as const
    expect((await shop.call({ ...exchange, token: person.idToken })).statusCode).toBe(401)
    expect(await outcomeOfSignIn(person)).toBe('INVALID_LOGIN_CREDENTIALS')
    expect((await rowOf(person)).identity_removed_at).not.toBeNull()
    expect(await requestDeletion(person)).toEqual([401, 'unauthenticated'])
  })

  test('a deleted account is in no list, and a mail confirms the deletion', async () => {
    const person = await shop.verify(await shop.buyer())
    const { _id: id } = await person.api.getUser({ params: { email: person.email } })
    await requestDeletion(person)
    for (const disabled of ['true', 'false'] as const) {
      const { items } = await admin.api.listUsers({ query: { limit: 1000, disabled } })
      expect(items.find(({ _id }) => _id === id)).toBeUndefined()
    }
    const mails = (await listMail(shop.database.db)).filter(({ to }) => to === person.email)
    expect(mails.map(({ subject }) => subject)).toContain('Your account was deleted')
  })

  test('the same address can register again as a new account', async () => {
    const person = await shop.buyer()
    await placeSentOrder(person)
    await requestDeletion(person)
    const key = shop.config.identity.apiKey
    const created = await shop.call({
      method: 'POST',
      url: `/identity/v1/accounts:signUp?key=${key}`,
      payload: { email: person.email, password: 'another-password', returnSecureToken: true },
    })
    const { idToken } = created.json<{ idToken: string }>()
    const { token } = await shop
      .apiWith(idToken)
      .exchangeToken({ params: { email: person.email }, body: { email: person.email } })
    expect((await shop.apiWith(token).listOrders()).items).toEqual([])
  })
})

describe('account deletion is rejected', () => {
  test('a sign-in older than five minutes cannot delete the account, and a new one can', async () => {
    const person = await shop.buyer()
    shop.clock.advance(301_000)
    expect(await requestDeletion(person)).toEqual([403, 'sign_in_too_old'])
    expect(await requestDeletion(await shop.signInAgain(person))).toEqual(DELETED)
  })

  test('the store’s own token and a token of an ended sign-in cannot delete the account', async () => {
    const person = await shop.buyer()
    expect(await requestDeletion(person, person.token)).toEqual([401, 'unauthenticated'])
    const other = await shop.signInAgain(person)
    await other.api.endOtherSignIns()
    expect(await requestDeletion(person)).toEqual([401, 'unauthenticated'])
    expect((await rowOf(person)).deleted_at).toBeNull()
  })

  test('a person without an account in the store gets an error', async () => {
    const email = 'never-exchanged@example.com'
    const created = await shop.call({
      method: 'POST',
      url: `/identity/v1/accounts:signUp?key=${shop.config.identity.apiKey}`,
      payload: { email, password: 'a-good-password', returnSecureToken: true },
    })
    const answer = await shop.call({
      method: 'DELETE',
      url: `/api/user/${email}`,
      token: created.json<{ idToken: string }>().idToken,
    })
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
  })

  test('a second deletion gets an error, and a deleted account cannot sign in', async () => {
    const { db } = shop.database
    const { uid, email } = await shop.buyer()
    const at = shop.clock.now()
    const noOtherData = { lock: async () => {}, anonymise: async () => {} }
    await deleteAccount(db, { uid, at, host: 'parts.example' }, noOtherData)
    const again = deleteAccount(db, { uid, at, host: 'parts.example' }, noOtherData)
    expect(await errorCodeOf(again)).toBe('not_found')
    const identity = { uid, email, emailVerified: true, name: null, photo: null, signedInAt: at }
    expect(await errorCodeOf(signInUser(db, { identity, validSince: new Date(0), at }))).toBe(
      'unauthenticated',
    )
    await removeDeletedIdentities({
      db,
      identity: shop.identityAdmin,
      log: shop.app.log,
      now: shop.clock.now,
    })
  })

  test('an account that only the store has disabled cannot be deleted by its owner', async () => {
    const person = await shop.buyer()
    await shop.database.db
      .updateTable('users')
      .set({ disabled_at: shop.clock.now() })
      .where('uid', '=', person.uid)
      .execute()
    expect(await requestDeletion(person)).toEqual([401, 'account_disabled'])
  })

  test('an account that an admin removed cannot be deleted by its owner', async () => {
    const person = await shop.buyer()
    const { _id: id } = await person.api.getUser({ params: { email: person.email } })
    await admin.api.removeUser({ params: { id } })
    expect(await requestDeletion(person)).toEqual([401, 'account_disabled'])
  })

  test('an account with an unpaid order, or a paid one that is not sent, cannot be deleted', async () => {
    const person = await shop.buyer()
    const OPEN = [409, 'open_orders']
    const unpaid = await shop.order([{ part }], { buyer: person })
    expect(await requestDeletion(person)).toEqual(OPEN)
    await setStatus(unpaid, 'Shift')
    expect(await requestDeletion(person)).toEqual(OPEN)
    await setStatus(unpaid, 'Pending')
    await person.api.deleteOrder({ params: { id: unpaid._id } })
    const paid = await shop.order([{ part }], { buyer: person })
    await pay(person, paid)
    expect(await requestDeletion(person)).toEqual(OPEN)
    expect((await person.api.getOrder({ params: { id: paid._id } })).address).toBe('44 Harbour Road')
    await setStatus(paid, 'Shift')
    expect(await requestDeletion(await shop.signInAgain(person))).toEqual(DELETED)
  })

  test('an account with a paid order that is not sent can be deleted after a full refund, not a partial one', async () => {
    const person = await shop.buyer()
    const { _id: id, total } = await shop.order([{ part, quantity: 2 }], { buyer: person })
    await pay(person, await person.api.getOrder({ params: { id } }))
    const refund = (amount: number, refunded: number) =>
      admin.api.refundOrder({ params: { id }, body: { amount, refunded } })
    await refund(1, 0)
    expect(await requestDeletion(person)).toEqual([409, 'open_orders'])
    await refund(total - 1, 1)
    expect(await requestDeletion(person)).toEqual(DELETED)
  })

  test('an account with a disputed payment cannot be deleted until the dispute is closed', async () => {
    const person = await shop.buyer()
    const placed = await shop.order([{ part }], { buyer: person })
    await pay(person, placed, cardNumbers.disputed)
    await shop.sandbox?.deliverNow()
    expect(await requestDeletion(person)).toEqual([409, 'open_dispute'])
    const stripe = await stripeOf(shop)
    const { transactionId } = await person.api.getOrder({ params: { id: placed._id } })
    const { data } = await stripe.disputes.list({ payment_intent: transactionId ?? '' })
    for (const { id } of data) await stripe.disputes.close(id)
    await shop.sandbox?.deliverNow()
    expect(await requestDeletion(person)).toEqual(DELETED)
  })

  test('one of two admins who delete their accounts concurrently remains', async () => {
    const another = await openShop()
    const one = await another.staff('admin')
    const other = await another.staff('admin')
    const answers = await Promise.all(
      [one, other].map(({ email, idToken }) =>
        another.call({ method: 'DELETE', url: `/api/user/${email}`, token: idToken }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('last_admin')
    await another.close()
  })
})

test('orders and a review during a deletion are anonymised, or the deletion is rejected', async () => {
  for (let round = 0; round < 8; round += 1) {
    const person = await shop.verify(await shop.buyer())
    const { id } = await rowOf(person)
    const work = [
      ...Array.from({ length: 4 }, () => () => outcomeOf(shop.order([{ part }], { buyer: person }))),
      () => outcomeOf(person.api.createReview({ body: { name: 'Mina', description: 'Good.' } })),
      () =>
        outcomeOf(person.api.updateUser({ params: { email: person.email }, body: { education: 'School' } })),
      () => shop.signInAgain(person).catch(() => undefined),
    ]
    const tasks: (() => Promise<unknown>)[] = [...work]
    let outcome: unknown[] = []
    tasks.splice(round % tasks.length, 0, async () => {
      outcome = await requestDeletion(person)
    })
    await Promise.all(tasks.map((task) => task()))
    const orders = await shop.database.db.selectFrom('orders').selectAll().where('user_id', '=', id).execute()
    const row = await rowOf(person)
    if (outcome[0] === 200) {
      expect(orders).toEqual([])
      expect(await findTablesWith([person.email, 'Mina'], id)).toEqual(['mails'])
      expect(row.deleted_at).not.toBeNull()
    } else {
      expect(outcome).toEqual([409, 'open_orders'])
      expect(row.deleted_at).toBeNull()
      expect(orders.every(({ address }) => address === '44 Harbour Road')).toBe(true)
    }
  }
})

test('a request authenticated before the deletion has no effect after it', async () => {
  const { db } = shop.database
  const person = await shop.buyer()
  const { id } = await rowOf(person)
  await requestDeletion(person)
  const caller = { id, uid: person.uid, email: person.email, role: 'user', signInId: newId() } as const
  const now = shop.clock.now()
  const bounds = { unpaidOrderLimit: 5, unpaidOrderHours: 48, minMinor: 0, maxMinor: 99_999_999 }
  const rules = { currency: 'usd', seller: exampleOrder.seller, taxRate: 0, ...bounds }
  expect(
    await errorCodeOf(
      placeOrder(db, { order: orderBody([{ part, quantity: 1 }], person), caller, now, rules }),
    ),
  ).toBe('unauthenticated')
  const limits = { reviewsPerDay: 5, timeZone: 'UTC' }
  const review = { name: 'Mina', description: 'Good.', img: null, rating: 5 }
  expect(await errorCodeOf(createReview(db, review, { userId: id, at: now, limits }))).toBe('unauthenticated')
  const profile = { email: person.email, profile: { education: 'School' } }
  expect(await errorCodeOf(updateProfile(db, profile, { actorId: id, at: now }))).toBe('not_found')
  const signIn = { uid: person.uid, sid: 'late', signedInAt: now, secondFactor: false }
  const device = { id: null, name: 'Firefox' }
  const newSignIn = {
    userId: id,
    identity: signIn,
    validSince: new Date(0),
    device,
    at: now,
    origin: ORIGIN,
    mailsPerHour: 5,
  }
  expect(await errorCodeOf(saveSignIn(db, undefined, newSignIn))).toBe('account_disabled')
})

test('each run of the job retries the removal of an identity until the provider succeeds', async () => {
  const { db } = shop.database
  const person = await shop.buyer()
  const { id, uid } = await rowOf(person)
  await requestDeletion(person)
  await db.updateTable('users').set({ identity_removed_at: null }).where('id', '=', id).execute()
  const calls: string[] = []
  let isDown = true
  const context = {
    db,
    now: shop.clock.now,
    log: { error() {} },
    identity: {
      async remove(whom: string) {
        calls.push(whom)
        if (isDown) throw new Error('provider is down')
      },
    },
  }
  expect(await removeIdentity(context, { id, uid })).toBe(false)
  // The error makes the job fail.
  await expect(removeDeletedIdentities(context)).rejects.toThrow('did not remove: 1')
  expect((await rowOf(person)).identity_removed_at).toBeNull()
  isDown = false
  await removeDeletedIdentities(context)
  await removeDeletedIdentities(context)
  expect(calls).toEqual([uid, uid, uid])
  expect((await rowOf(person)).identity_removed_at).not.toBeNull()
})

/** Tables of store and provider with one of these words in a row of this person; in `mails`, in any row. */
async function findTablesWith(words: string[], userId: string): Promise<string[]> {
  const { pool } = shop.database
  const tables = await pool.query(`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'identity') and table_type = 'BASE TABLE'`)
  const found: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await pool.query(`select t::text as row from ${name} t`)
    const hasWord = rows.some(({ row }) => words.some((word) => row.includes(word) && isTheirs(row, name)))
    if (hasWord) found.push(name.replace('public.', ''))
  }
  return found
  // Other accounts of these tests have the same names, but never the same id or email.
  function isTheirs(row: string, table: string): boolean {
    return row.includes(userId) || row.includes(words[0] ?? '') || table === 'mails'
  }
}
