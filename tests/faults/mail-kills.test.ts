import { fork } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { composeStore } from '#server/compose.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { openSmtpServer, type SmtpServer } from '../support/smtp-server.ts'
import type { Person } from '../support/store.ts'
import type { MailingStore } from './mailing-store-to-kill.ts'

let smtp: SmtpServer
let shop: Shop
let buyer: Person

beforeAll(async () => {
  smtp = await openSmtpServer()
  shop = await openShop({ env: { SMTP_URL: smtp.smtpUrl } })
  await shop.staff('admin')
  buyer = await shop.verify(await shop.buyer())
  await shop.database.pool.query('delete from mails')
})
afterAll(async () => {
  await shop.close()
  await smtp.stop()
})

/** A store in a separate process on the same database, which sends due mails each second. */
function startMailingStore() {
  const child = fork(new URL('mailing-store-to-kill.ts', import.meta.url), {
    execArgv: [],
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(kill)
  const { connection } = shop.database
  const env = { SMTP_URL: smtp.smtpUrl, DATA_DIR: shop.config.dataDir, LOG_LEVEL: 'silent' }
  child.send({ connection, env } satisfies MailingStore)
  return { kill }
}

test('a mail whose store is killed during its delivery is sent again under the same Message-ID', async () => {
  // This store runs no outbox: the order's mail is left to the other process.
  await shop.order()
  smtp.replyMode = 'hold'
  const nextMail = smtp.nextMail()
  const mailingStore = startMailingStore()
  const first = await nextMail
  expect(first.to).toBe(buyer.email)
  // The mail server has accepted the mail, but the store has not recorded it.
  await mailingStore.kill()
  const unsent = () => shop.database.pool.query('select attempts from mails where sent_at is null')
  expect((await unsent()).rows).toEqual([{ attempts: 1 }])
  smtp.replyMode = 'reply'
  const { config, database, clock } = shop
  const nextStore = await composeStore({ config, database, now: clock.now, checkResponses: true, print() {} })
  onTestFinished(() => nextStore.app.close())
  // The claim of the killed store has not expired, so that the mail is not due.
  expect(await nextStore.outbox.deliver()).toBe(0)
  await database.pool.query("update mails set next_attempt_at = date_trunc('milliseconds', now())")
  expect(await nextStore.outbox.deliver()).toBe(1)
  expect(await nextStore.outbox.deliver()).toBe(0)
  expect((await unsent()).rows).toEqual([])
  expect(smtp.accepted).toEqual([first, first])
  expect(first.messageId).toMatch(/^<[0-9a-f-]{36}@localhost>$/)
}, 60_000)
