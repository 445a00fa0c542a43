import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MAX_ATTEMPTS } from '#server/platform/mail/outbox.ts'
import { queueMail } from '#server/platform/mail/write-mail.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'

let shop: Shop
let admin: Person

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.staff('admin')
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.database.pool.query('delete from mails')
  await shop.database.pool.query('update order_events set mailed_at = now(), mail_error = null')
})

const listFailed = (page: { limit?: number; after?: string } = {}) =>
  admin.api.listFailedMails({ query: page })

async function insertFailedMail(subject: string): Promise<void> {
  await queueMail(shop.database.db, { to: 'ann@example.com', subject, text: 'hello' })
  await shop.database.pool.query(
    "update mails set attempts = $1, last_error = '550 no such person' where subject = $2",
    [MAX_ATTEMPTS, subject],
  )
}
async function insertFailedEvent(): Promise<string> {
  const buyer = await shop.verify(await shop.buyer())
  const { _id } = await shop.order([{}], { buyer })
  await shop.database.pool.query(
    "update order_events set mailed_at = null, mail_error = 'template not found' where order_id = $1",
    [_id],
  )
  return _id
}

test('failed mails, and order events whose mail could not be composed, are listed with their error', async () => {
  await queueMail(shop.database.db, { to: 'bob@example.com', subject: 'Waits', text: 'hello' })
  await insertFailedMail('Failed')
  const orderId = await insertFailedEvent()
  const { items } = await listFailed()
  expect(items).toHaveLength(2)
  expect(items).toContainEqual(
    expect.objectContaining({
      subject: 'Failed',
      recipient: 'ann@example.com',
      orderId: null,
      error: '550 no such person',
    }),
  )
  expect(items).toContainEqual(
    expect.objectContaining({ subject: null, recipient: null, orderId, error: 'template not found' }),
  )
})

test('pages list each failure once, newest first', async () => {
  for (const subject of ['first', 'second', 'third']) await insertFailedMail(subject)
  await insertFailedEvent()
  const first = await listFailed({ limit: 2 })
  const second = await listFailed({ limit: 2, after: first.next ?? '' })
  const subjects = [...first.items, ...second.items].map(({ subject }) => subject)
  expect([...subjects].sort()).toEqual(['first', 'second', 'third', null].sort())
  const times = [...first.items, ...second.items].map(({ createdAt }) => createdAt)
  expect(times).toEqual([...times].sort().reverse())
  expect(second.next).toBeNull()
})

test('a retry sends a failed mail and writes the mails of a failed event', async () => {
  await insertFailedMail('Failed')
  await insertFailedEvent()
  expect(await admin.api.retryFailedMails()).toEqual({ retriedCount: 2 })
  expect((await listFailed()).items).toEqual([])
  await shop.outbox.deliver()
  const { rows } = await shop.database.pool.query('select subject from mails where sent_at is not null')
  expect(rows.map(({ subject }) => subject)).toContain('Failed')
  expect(rows).toHaveLength(2)
  expect(await admin.api.retryFailedMails()).toEqual({ retriedCount: 0 })
})

test('a failed mail whose link has expired is not retried, and one whose link works is', async () => {
  await insertFailedMail('Expired')
  await shop.database.pool.query("update mails set send_until = now() - interval '1 second'")
  await insertFailedMail('Works')
  const lasting = "update mails set send_until = now() + interval '1 hour' where subject = 'Works'"
  await shop.database.pool.query(lasting)
  expect(await admin.api.retryFailedMails()).toEqual({ retriedCount: 1 })
  expect((await listFailed()).items).toMatchObject([{ subject: 'Expired' }])
})

test('mails that were sent or still wait are not retried', async () => {
  await queueMail(shop.database.db, { to: 'bob@example.com', subject: 'Waits', text: 'hello' })
  await shop.database.pool.query("update mails set attempts = 3, send_until = now() + interval '1 hour'")
  await queueMail(shop.database.db, { to: 'bob@example.com', subject: 'Sent', text: 'hello' })
  await shop.database.pool.query("update mails set attempts = $1, sent_at = now() where subject = 'Sent'", [
    MAX_ATTEMPTS,
  ])
  expect(await admin.api.retryFailedMails()).toEqual({ retriedCount: 0 })
  const { rows } = await shop.database.pool.query('select attempts from mails order by attempts')
  expect(rows.map(({ attempts }) => attempts)).toEqual([3, MAX_ATTEMPTS])
})

test('the overview counts failed mails as the list has them', async () => {
  const waiting = async () => (await admin.api.getOverview()).waiting.failedMails
  expect(await waiting()).toEqual({ count: 0, oldestAt: null })
  await queueMail(shop.database.db, { to: 'bob@example.com', subject: 'Waits', text: 'hello' })
  await insertFailedMail('Failed')
  await insertFailedEvent()
  const { items } = await listFailed()
  expect(items).toHaveLength(2)
  expect(await waiting()).toEqual({ count: 2, oldestAt: items.at(-1)?.createdAt })
})
