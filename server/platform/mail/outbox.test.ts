import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Database, inTransaction } from '#database/open.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { mailingDeps } from '#tests/support/orders/mailing-store.ts'
import { deleteMailedSecrets, deleteOldMail, listMail } from './mail-history.ts'
import { createOutbox, type Letter, MAX_ATTEMPTS, MailRejected } from './outbox.ts'
import { type Mail, queueMail, queueSms } from './write-mail.ts'

let database: Database
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())
afterEach(() => database.pool.query('delete from mails'))

/** An outbox, by default outside demo mode and printing nothing. */
const openOutbox = (options: Partial<Parameters<typeof createOutbox>[0]> = {}) =>
  createOutbox({ ...mailingDeps, db: database.db, demo: false, print() {}, ...options })
/** Truncated to the column's milliseconds: rounded up, the time would be in the future. */
const makeDue = () =>
  database.pool.query("update mails set next_attempt_at = date_trunc('milliseconds', now())")
const mail: Mail = { to: 'ann@example.com', subject: 'Hello', text: 'Open https://shop.example/a?b=c now.' }

test('in demo mode a committed mail is printed once, with its link', async () => {
  const lines: string[] = []
  const outbox = openOutbox({ demo: true, print: (line) => lines.push(line) })
  await queueMail(database.db, mail)
  expect(await outbox.deliver()).toBe(1)
  expect(await outbox.deliver()).toBe(0)
  expect(lines).toEqual(['Mail to ann@example.com: Hello https://shop.example/a?b=c'])
})

test('a text message is printed completely in demo mode and not sent by the mail transport', async () => {
  const lines: string[] = []
  const mailed: Mail[] = []
  const transport = async (next: Mail) => {
    mailed.push(next)
  }
  await queueSms(database.db, { to: '+15555550100', text: '123456 is your code' })
  const production = openOutbox({ print: (line) => lines.push(line), transport })
  expect(await production.deliver()).toBe(0)
  const demo = openOutbox({ demo: true, print: (line) => lines.push(line), transport })
  expect(await demo.deliver()).toBe(1)
  expect(lines).toEqual(['Text message to +15555550100: 123456 is your code'])
  expect(mailed).toEqual([])
})

test('the SMS gateway gets text messages and no mail, and after a failure the same message under the same id', async () => {
  const seen: [string, string][] = []
  const outbox = openOutbox({
    async sms({ text }, { id }) {
      seen.push([text, id])
      if (seen.length === 1) throw new Error('the SMS gateway answered 500')
    },
  })
  await queueMail(database.db, mail)
  await queueSms(database.db, { to: '+15555550100', text: '123456 is your code' })
  expect(await outbox.deliver()).toBe(0)
  await makeDue()
  expect(await outbox.deliver()).toBe(1)
  expect(seen.map(([text]) => text)).toEqual(['123456 is your code', '123456 is your code'])
  expect(new Set(seen.map(([, id]) => id)).size).toBe(1)
})

test('an expired code is not sent, and is deleted like a sent one', async () => {
  const sent: string[] = []
  const outbox = openOutbox({
    async sms({ text }) {
      sent.push(text)
    },
  })
  await queueSms(database.db, { to: '+15555550100', text: 'late' })
  await database.pool.query("update mails set send_until = now() - interval '1 second'")
  await queueSms(database.db, { to: '+15555550100', text: 'fresh' })
  expect(await outbox.deliver()).toBe(1)
  expect(sent).toEqual(['fresh'])
  await deleteOldMail(database.db, new Date(Date.now() + 60_000))
  expect(await listMail(database.db)).toEqual([])
})

test('a mail with a code is sent before order mails that were queued earlier', async () => {
  const sent: string[] = []
  const outbox = openOutbox({
    async transport({ subject }) {
      sent.push(subject)
    },
  })
  for (let n = 0; n < 20; n += 1) await queueMail(database.db, { ...mail, subject: 'Your order' })
  await queueMail(database.db, { ...mail, subject: 'Your code', secretSeconds: 60 })
  expect(await outbox.deliver()).toBe(21)
  expect(sent[0]).toBe('Your code')
})

test('a mail whose last attempt failed is not retried, is reported as failed and can be deleted', async () => {
  const lines: string[] = []
  const outbox = openOutbox({
    print: (line) => lines.push(line),
    async transport() {
      throw new MailRejected('550 no such person')
    },
  })
  await queueMail(database.db, mail)
  await database.pool.query('update mails set attempts = $1', [MAX_ATTEMPTS - 1])
  await outbox.deliver()
  await makeDue()
  await outbox.deliver()
  expect(lines).toEqual([expect.stringMatching(/^A mail could not be sent and has failed for good: .*550/)])
  expect(await listMail(database.db)).toHaveLength(1)
  await deleteOldMail(database.db, new Date(Date.now() + 60_000))
  expect(await listMail(database.db)).toEqual([])
})

test('a mail of a transaction that is rolled back is not queued', async () => {
  const work = inTransaction(database.db, async (trx) => {
    await queueMail(trx, mail)
    throw new Error('changed my mind')
  })
  await expect(work).rejects.toThrow('changed my mind')
  expect(await listMail(database.db)).toEqual([])
})

test('a mail that cannot be sent is retried later, and its error is stored and printed', async () => {
  const lines: string[] = []
  const outbox = openOutbox({
    print: (line) => lines.push(line),
    async transport() {
      throw new Error('451 busy')
    },
  })
  await queueMail(database.db, mail)
  expect(await outbox.deliver()).toBe(0)
  expect(await outbox.deliver()).toBe(0)
  expect(lines).toEqual(['A mail could not be sent and will be tried again: Error: 451 busy'])
  const row = await database.db.selectFrom('mails').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ attempts: 1, sent_at: null, last_error: 'Error: 451 busy' })
  await makeDue()
  const sent: Mail[] = []
  const recovered = openOutbox({
    async transport(next) {
      sent.push(next)
    },
  })
  expect(await recovered.deliver()).toBe(1)
  expect(sent).toEqual([mail])
})

test('a mail is sent with its attachment, and without one that cannot be created', async () => {
  const lines: string[] = []
  const sent: Letter[] = []
  const receipt = new File(['%PDF'], 'receipt.pdf', { type: 'application/pdf' })
  const outbox = openOutbox({
    print: (line) => lines.push(line),
    async drawReceipt(orderId) {
      if (orderId === 'order-1') return receipt
      throw new Error('no such order')
    },
    async transport(letter) {
      sent.push(letter)
    },
  })
  await queueMail(database.db, { ...mail, attached: 'order-1' })
  await queueMail(database.db, { ...mail, attached: 'order-2' })
  expect(await outbox.deliver()).toBe(2)
  expect(sent).toEqual([{ ...mail, files: [receipt] }, mail])
  expect(lines).toEqual(['A mail is sent without the receipt of order order-2: Error: no such order'])
})

test('two instances deliver each mail once in total', async () => {
  const sent: string[] = []
  const transport = async ({ subject }: Mail) => {
    sent.push(subject)
  }
  for (let n = 0; n < 20; n += 1) await queueMail(database.db, { ...mail, subject: String(n) })
  await Promise.all([openOutbox({ transport }).deliver(), openOutbox({ transport }).deliver()])
  expect(sent.map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n))
})

test('without a transport mails wait, and are listed newest first', async () => {
  const outbox = openOutbox()
  await queueMail(database.db, { ...mail, subject: 'first' })
  await queueMail(database.db, { ...mail, subject: 'second' })
  expect(await outbox.deliver()).toBe(0)
  expect((await listMail(database.db)).map(({ subject }) => subject)).toEqual(['second', 'first'])
})

test('a sent and a waiting mail are deleted once they are old enough', async () => {
  const outbox = openOutbox({ demo: true })
  await queueMail(database.db, { ...mail, subject: 'sent' })
  await outbox.deliver()
  await queueMail(database.db, { ...mail, subject: 'waiting' })
  const subjects = async () => (await listMail(database.db)).map(({ subject }) => subject)
  await deleteOldMail(database.db, new Date(Date.now() - 60_000))
  expect(await subjects()).toEqual(['waiting', 'sent'])
  await deleteOldMail(database.db, new Date(Date.now() + 60_000))
  expect(await subjects()).toEqual([])
})

test('a store deletes texts with a link or code once they were sent, and a demo keeps them', async () => {
  const transport = async () => {}
  const bodies = async () => {
    const rows = await database.db.selectFrom('mails').select('body').orderBy('id').execute()
    return rows.map(({ body }) => body)
  }
  const secret = { ...mail, secretSeconds: 3600 }
  await queueMail(database.db, secret)
  await queueSms(database.db, { to: '+15555550100', text: '123456 is your code' })
  const both = { transport, sms: transport }
  await openOutbox({ ...both, demo: true }).deliver()
  expect(await bodies()).toEqual([mail.text, '123456 is your code'])
  await database.pool.query('delete from mails')
  await queueMail(database.db, secret)
  await queueSms(database.db, { to: '+15555550100', text: '123456 is your code' })
  await queueMail(database.db, mail)
  await openOutbox(both).deliver()
  expect(await bodies()).toEqual(['', '', mail.text])
})

test('an expired link is not sent, and its text is deleted', async () => {
  const sent: string[] = []
  const transport = async ({ subject }: Letter) => void sent.push(subject)
  await queueMail(database.db, { ...mail, subject: 'late', secretSeconds: -1 })
  await queueMail(database.db, { ...mail, subject: 'works', secretSeconds: 3600 })
  await queueMail(database.db, { ...mail, subject: 'plain' })
  await deleteMailedSecrets(database.db, new Date())
  const rows = await database.db.selectFrom('mails').select('body').orderBy('id').execute()
  expect(rows.map(({ body }) => body)).toEqual(['', mail.text, mail.text])
  await openOutbox({ transport }).deliver()
  expect(sent).toEqual(['works', 'plain'])
})

test('a started outbox delivers by itself and can be stopped', async () => {
  const printed = Promise.withResolvers<string>()
  const outbox = openOutbox({ demo: true, print: printed.resolve })
  const stop = outbox.start()
  await queueMail(database.db, mail)
  expect(await printed.promise).toContain('ann@example.com')
  await stop()
})

test('mails that cannot be written do not delay those that wait', async () => {
  const lines: string[] = []
  const outbox = openOutbox({
    demo: true,
    print: (line) => lines.push(line),
    writers: [() => Promise.reject(new Error('no words'))],
  })
  await queueMail(database.db, mail)
  expect(await outbox.deliver()).toBe(1)
  expect(lines).toEqual([
    'Mail to ann@example.com: Hello https://shop.example/a?b=c',
    'Mails could not be written and will be tried again: Error: no words',
  ])
})
