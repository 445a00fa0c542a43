import { fork } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { composeStore } from '#server/compose.ts'
import { addPart, order } from '../support/orders/orders.ts'
import { openSmtpServer, type SmtpServer } from '../support/smtp-server.ts'
import { openTestStore, type Person, type TestStore } from '../support/store.ts'
import type { MailingStore } from './mailing-store-to-kill.ts'

let smtp: SmtpServer
let store: TestStore
let admin: Person
let buyer: Person

beforeAll(async () => {
  smtp = await openSmtpServer()
  store = await openTestStore({ env: { SMTP_URL: smtp.smtpUrl } })
  admin = await store.signUpAdmin()
  buyer = await store.verify(await store.signUp())
  await store.database.pool.query('delete from mails')
})
afterAll(async () => {
  await store.close()
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
  const { connection } = store.database
  const env = { SMTP_URL: smtp.smtpUrl, DATA_DIR: store.config.dataDir, LOG_LEVEL: 'silent' }
  child.send({ connection, env } satisfies MailingStore)
  return { kill }
}

test('a mail whose store is killed after the order’s commit is sent under one Message-ID', async () => {
  // This store runs no outbox: it simulates a process killed after the commit.
  await order(buyer, await addPart(admin), 1)
  smtp.replyMode = 'hold'
  const taken = smtp.nextMail()
  const other = startMailingStore()
  const first = await taken
  expect(first.to).toBe(buyer.email)
  // The mail server has accepted the mail, but the store has not recorded it.
  await other.kill()
  const unsent = () => store.database.pool.query('select attempts from mails where sent_at is null')
  expect((await unsent()).rows).toEqual([{ attempts: 1 }])
  smtp.replyMode = 'reply'
  const { config, database, clock } = store
  const third = await composeStore({ config, database, now: clock.now, checkResponses: true, print() {} })
  onTestFinished(() => third.app.close())
  // The claim of the killed store protects the mail until it expires.
  expect(await third.outbox.deliver()).toBe(0)
  await database.pool.query("update mails set next_attempt_at = date_trunc('milliseconds', now())")
  expect(await third.outbox.deliver()).toBe(1)
  expect(await third.outbox.deliver()).toBe(0)
  expect((await unsent()).rows).toEqual([])
  expect(smtp.accepted).toEqual([first, first])
  expect(first.messageId).toMatch(/^<[0-9a-f-]{36}@localhost>$/)
}, 60_000)
