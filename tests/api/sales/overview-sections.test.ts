import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#contract/platform/auth/roles.ts'
import type { Overview } from '#contract/sales/overview/overview.ts'
import { newId } from '#database/uuid.ts'
import { createEstimate } from '#server/people/requests/service.ts'
import { findMissing } from '#server/sales/overview/missing.ts'
import { outcomeOf } from '../../support/http/outcomes.ts'
import { cardNumbers, openShop, type Shop } from '../../support/shop.ts'
import { insertOrder, insertProduct } from '../../support/shop-rows.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  const { db } = shop.database
  const blank = { phone: null, vehicle: null, year: null, part: null, quantity: null, note: null }
  await createEstimate(db, { ...blank, name: 'Kofi', email: 'kofi@example.com' }, new Date('2026-01-01'))
  const buyer = await shop.buyer()
  const part = await shop.part({ available: 9 })
  const review = { name: 'Ann', img: null, description: 'Fits.', rating: 5, productId: part._id }
  await buyer.api.createReview({ body: review })
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', buyer.email)
    .executeTakeFirstOrThrow()
  const order_id = await insertOrder(db, { user_id: id, lines: [{ product_id: part._id }] })
  const orphan = { order_id, currency: 'usd', amount_minor: 700, created_at: new Date() }
  await db
    .insertInto('orphaned_payments')
    .values({ ...orphan, intent_id: 'pi_orphaned' })
    .execute()
  await db
    .insertInto('ledger_checks')
    .values({
      id: newId(),
      at: new Date(),
      since: new Date(),
      until: new Date(),
      payments: 0,
      refunds: 0,
      mismatches: '[]',
    })
    .execute()
  const disputed = await shop.openPayment(await shop.order([{ part }]))
  expect(await shop.enterCard(disputed, cardNumbers.disputed)).toBe(200)
  await shop.sandbox?.deliverNow()
})
afterAll(() => shop.close())

type Section = Exclude<keyof Overview, 'waiting' | 'currency'> | `waiting.${keyof Overview['waiting']}`

const orders: Section[] = [
  'salesPerDay',
  'ordersByStatus',
  'lowStock',
  'ledgerCheck',
  'disputes',
  'strayPayments',
  'waiting.toSend',
  'waiting.unpaid',
  'waiting.disputes',
  'waiting.lowStock',
]
const estimates: Section[] = ['newestEstimates', 'waiting.estimates']
const system: Section[] = ['storage', 'waiting.failedMails', 'waiting.failedJobs']

/** Written by hand: every section that a role sees. */
const seen: Record<Exclude<Role, 'user'>, Section[]> = {
  // a demo has no list of what is missing
  admin: [...orders, ...estimates, ...system, 'newestReviews'],
  catalogue: ['lowStock', 'waiting.lowStock', 'newestReviews'],
  orders: [...orders, ...estimates],
  accounts: [...orders, ...system],
  viewer: [...orders, ...estimates, ...system],
}

test.each(Object.keys(seen) as (keyof typeof seen)[])(
  '%s sees the sections of their permissions, and nothing of others',
  async (role) => {
    const { api } = await shop.staff(role)
    const { currency, waiting, ...sections } = await api.getOverview()
    const all: [string, unknown][] = [
      ...Object.entries(sections),
      ...Object.entries(waiting).map(([name, value]): [string, unknown] => [`waiting.${name}`, value]),
    ]
    expect(currency).toBe('usd')
    const shown = all.filter(([, value]) => value !== null)
    expect(shown.map(([name]) => name).sort()).toEqual([...seen[role]].sort())
    const empty = shown.filter(([, value]) => Array.isArray(value) && value.length === 0)
    expect(empty, 'a section of this test without data').toEqual([])
  },
)

test('a customer has no overview', async () => {
  expect(await outcomeOf((await shop.buyer()).api.getOverview())).toBe('403 forbidden')
})

test('what waits is counted, each with its time', async () => {
  const { api } = await shop.staff('admin')
  const { db } = shop.database
  const before = (await api.getOverview()).waiting
  expect(before.estimates).toEqual({ count: 1, oldestAt: '2026-01-01T00:00:00.000Z' })
  expect(before.disputes).toEqual({ count: 1, answerBy: expect.any(String) })
  expect(before.unpaid).toEqual({ count: 1, nextExpiryAt: expect.any(String) })
  const paid = await shop.paid(await shop.order())
  const soon = new Date(shop.clock.now().getTime() + 60_000)
  const { _id: next } = await shop.order()
  await db.updateTable('orders').set({ expires_at: soon }).where('id', '=', next).execute()
  const { _id: late } = await shop.order()
  await db.updateTable('orders').set({ expires_at: shop.clock.now() }).where('id', '=', late).execute()
  await insertProduct(db, { available: 0 })
  await insertProduct(db, { available: 11 })
  await db.updateTable('disputes').set({ status: 'under_review' }).execute()
  const after = (await api.getOverview()).waiting
  expect(after.toSend).toEqual({ count: 1, oldestAt: paid.createdAt })
  expect(after.unpaid).toEqual({ count: 2, nextExpiryAt: soon.toISOString() })
  expect(after.lowStock?.count).toBe((before.lowStock?.count ?? 0) + 1)
  // with the bank: open, and nothing to answer
  expect(after.disputes).toEqual({ count: 1, answerBy: null })
})

test('a shop that is set up is no longer told what it needs; only who may change settings is', async () => {
  const production = await openShop({
    env: {
      STORE_MODE: 'production',
      PUBLIC_URL: 'https://parts.example',
      CARDS: 'off',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'shop@parts.example',
      TRUST_PROXY: 'false',
    },
  })
  const { api } = await production.staff('admin')
  const missing = async () => (await api.getOverview()).missing
  expect(await missing()).toEqual(['name', 'address', 'phone', 'tax', 'hours', 'parts', 'secondAdmin'])
  const viewer = await production.staff('viewer')
  expect((await viewer.api.getOverview()).missing).toBeNull()
  const drawn = await production.part({ img: '/drawings/brake-disc.svg' })
  expect(await missing()).toEqual(['name', 'address', 'phone', 'tax', 'hours', 'pictures', 'secondAdmin'])
  await api.updateProduct({ params: { id: drawn._id }, body: { img: 'https://pictures.example/disc.jpg' } })
  await api.saveSettings({
    body: { name: 'Partsline', address: '1 Road', phone: '+1 555 014 0000', taxRate: 0 },
  })
  expect(await missing()).toEqual(['hours', 'secondAdmin'])
  const open = { opens: '08:00', closes: '17:00' }
  await api.saveSettings({
    body: { hours: { week: [open, open, open, open, open, null, null], exceptions: [] } },
  })
  const second = await production.staff('admin')
  expect(await missing()).toEqual([])
  await api.removeUser({ params: { id: (await api.getUser({ params: { email: second.email } }))._id } })
  expect(await missing()).toEqual(['secondAdmin'])
  await api.deleteProduct({ params: { id: drawn._id } })
  expect(await missing()).toEqual(['parts', 'secondAdmin'])
  await production.close()
})

test('a shop with test keys of Stripe and without mail is told so', async () => {
  const setup = {
    defaultName: 'Partsline',
    defaults: shop.settings.defaults,
    testPayments: true,
    sendsMail: false,
  }
  expect(await findMissing(shop.database.db, setup)).toEqual(expect.arrayContaining(['payments', 'mail']))
})
