import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '#database/open.ts'
import {
  createOutbox,
  createSmtpTransport,
  MAX_ATTEMPTS,
  type Transport,
} from '#server/platform/mail/outbox.ts'
import { queueMail, queueSms } from '#server/platform/mail/write-mail.ts'
import { freshDatabase } from '../../../support/database/database.ts'
import { mailingDeps } from '../../../support/orders/mailing-store.ts'
import { openSmtpServer, type SmtpServer } from '../../../support/smtp-server.ts'
import { someOf } from '../../../support/thoroughness.ts'

/*
 * Counts the mails at a local SMTP server while it, the database or an instance of the store fails;
 * docs/decisions/0028-mails.md.
 */

let database: Database
let smtp: SmtpServer
let time = 0

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  smtp = await openSmtpServer()
})
afterEach(async () => {
  vi.useRealTimers()
  await smtp.stop()
  await database.pool.query('delete from mails')
})

const printed: string[] = []
function createInstance(options: { outcomeWaitMs?: number; sms?: Transport } = {}) {
  printed.length = 0
  const transport = createSmtpTransport({ smtpUrl: smtp.smtpUrl, from: 'store@shop.example' })
  const print = (line: string) => printed.push(line)
  const now = () => new Date(time)
  return createOutbox({
    db: database.db,
    ...mailingDeps,
    demo: false,
    print,
    transport,
    now,
    // On a busy machine, too, the outbox must not go on to the next mail before the reply.
    outcomeWaitMs: 60_000,
    ...options,
  })
}
async function queueMails(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1)
    await queueMail(database.db, { to: `p${n}@x.example`, subject: String(n), text: 'hello' })
}
/** Ends the pause after a failure and the wait of each mail. */
async function endPauses(): Promise<void> {
  time += 10_000
  await database.pool.query(
    "update mails set next_attempt_at = date_trunc('milliseconds', now()) where sent_at is null",
  )
}
const recipients = () => smtp.accepted.map(({ to }) => to)
const readUnsent = async () => {
  const { rows } = await database.pool.query(
    'select extract(epoch from next_attempt_at - now())::float as seconds from mails where sent_at is null',
  )
  return rows
}

test('a mail without a reply is sent again with the same Message-ID and date, and no other mail before that', async () => {
  await queueMails(3)
  const outbox = createInstance()
  smtp.replyMode = 'drop'
  expect([await outbox.deliver(), await outbox.deliver()]).toEqual([0, 0])
  expect(recipients()).toEqual(['p0@x.example'])
  smtp.replyMode = 'reply'
  await endPauses()
  expect(await outbox.deliver()).toBe(3)
  expect(recipients().sort()).toEqual(['p0@x.example', 'p0@x.example', 'p1@x.example', 'p2@x.example'])
  const copies = smtp.accepted.filter(({ to }) => to === 'p0@x.example')
  expect(copies[0]?.messageId).toMatch(/^<[0-9a-f-]{36}@shop\.example>$/)
  expect(copies[1]).toEqual(copies[0])
  expect(new Set(smtp.accepted.map(({ messageId }) => messageId)).size).toBe(3)
})

test('a mail server that is down costs one attempt per pause; afterwards each mail is sent once', async () => {
  await queueMails(20)
  const outbox = createInstance()
  await smtp.stop()
  for (let round = 0; round < 4; round += 1) {
    await endPauses()
    expect(await outbox.deliver()).toBe(0)
    expect(await outbox.deliver()).toBe(0)
  }
  expect(printed).toHaveLength(4)
  await smtp.restart()
  await endPauses()
  expect(await outbox.deliver()).toBe(20)
  expect(new Set(recipients()).size).toBe(20)
  expect(smtp.accepted).toHaveLength(20)
})

test('a clock that is set back does not make the pause after a failure longer', async () => {
  await queueMails(1)
  const outbox = createInstance()
  smtp.replyMode = 'drop'
  expect(await outbox.deliver()).toBe(0)
  smtp.replyMode = 'reply'
  await endPauses()
  time -= 300_000
  expect(await outbox.deliver()).toBe(1)
})

test('a mail that the server rejects delays no other', async () => {
  await queueMails(3)
  smtp.unknownRecipients.add('p1@x.example')
  expect(await createInstance().deliver()).toBe(2)
  expect(recipients()).toEqual(['p0@x.example', 'p2@x.example'])
  expect(printed).toHaveLength(1)
})

test('a mail that was tried often waits an hour and delays no other; one after its last attempt is not sent', async () => {
  await queueMails(3)
  smtp.unknownRecipients.add('p0@x.example')
  await database.pool.query("update mails set attempts = 70 where recipient = 'p0@x.example'")
  await database.pool.query(`update mails set attempts = ${MAX_ATTEMPTS} where recipient = 'p1@x.example'`)
  expect(await createInstance().deliver()).toBe(1)
  expect(recipients()).toEqual(['p2@x.example'])
  const [first, second] = (await readUnsent()).sort((one, other) => other.seconds - one.seconds)
  expect(first.seconds).toBeGreaterThan(3500)
  expect(second.seconds).toBeLessThanOrEqual(0)
})

test('while a server responds slowly, no other instance sends the mail', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await queueMails(1)
  smtp.replyMode = 'hold'
  const received = smtp.nextMail()
  const delivered = createInstance().deliver()
  await received
  expect((await readUnsent())[0].seconds).toBeGreaterThan(100)
  // As nearly two minutes after the claim.
  await database.pool.query("update mails set next_attempt_at = now() + interval '5 seconds'")
  vi.advanceTimersByTime(30_000)
  await expect.poll(async () => (await readUnsent())[0].seconds).toBeGreaterThan(100)
  expect(await createInstance().deliver()).toBe(0)
  smtp.release()
  expect(await delivered).toBe(1)
  expect(smtp.accepted).toHaveLength(1)
})

test('the next mail is sent before a late reply to the previous one, and neither is sent again', async () => {
  await queueMails(2)
  smtp.replyMode = 'hold'
  const outbox = createInstance({ outcomeWaitMs: 0 })
  const received = smtp.nextMail().then(() => smtp.nextMail())
  const delivered = outbox.deliver()
  await received
  smtp.release()
  expect(await delivered).toBe(2)
  expect(await outbox.deliver()).toBe(0)
  expect(smtp.accepted).toHaveLength(2)
})

test.each(
  someOf(
    [
      ['one mail', 60_000, 1],
      ['as many mails as may be under way', 0, 5],
    ] as const,
    { offset: 1, share: 2 },
  ),
)('a mail server that has %s and never replies delays no text message', async (_, waitMs, underWay) => {
  await queueMails(6)
  smtp.replyMode = 'hold'
  const texted = Promise.withResolvers<string>()
  const outbox = createInstance({ outcomeWaitMs: waitMs, sms: async ({ text }) => texted.resolve(text) })
  onTestFinished(outbox.start())
  await expect.poll(() => smtp.accepted.length, { timeout: 4000 }).toBe(underWay)
  await queueSms(database.db, { to: '+15555550100', text: '123456 is your code' })
  expect(await texted.promise).toBe('123456 is your code')
  expect(smtp.accepted).toHaveLength(underWay)
  await expect.poll(async () => (await readUnsent()).length).toBe(6)
})

test.each(['reply', 'hold'] as const)(
  'a mail with a code is sent before 5,000 waiting order mails, with the mail server set to “%s”',
  async (replyMode) => {
    await database.pool.query(`insert into mails (id, recipient, subject, body)
      select gen_random_uuid(), 'p' || n || '@x.example', 'Your order', 'hello' from generate_series(1, 5000) as n`)
    smtp.replyMode = replyMode
    const firstMail = smtp.nextMail()
    // As long as a store waits for the reply to one mail before it sends the next.
    onTestFinished(createInstance({ outcomeWaitMs: 2000 }).start())
    await firstMail
    const code = { to: 'ann@x.example', subject: 'Your code', text: '123456', secretSeconds: 300 }
    await queueMail(database.db, code)
    const sentBefore = smtp.accepted.length
    await expect.poll(recipients, { timeout: 8000 }).toContain('ann@x.example')
    // Two mails may be on their way while the code is written.
    expect(recipients().indexOf('ann@x.example')).toBeLessThanOrEqual(sentBefore + 2)
  },
)

test('a text gateway that never responds delays no mail', { tags: 'long' }, async () => {
  const held = Promise.withResolvers<void>()
  for (let n = 0; n < 6; n += 1) await queueSms(database.db, { to: `+1555555010${n}`, text: 'a code' })
  const recipientsOfSms: string[] = []
  const sms: Transport = ({ to }) => {
    recipientsOfSms.push(to)
    return held.promise
  }
  const stop = createInstance({ outcomeWaitMs: 0, sms }).start()
  onTestFinished(stop)
  onTestFinished(() => held.resolve())
  await expect.poll(() => recipientsOfSms.length, { timeout: 4000 }).toBe(5)
  const received = smtp.nextMail()
  await queueMails(1)
  expect((await received).to).toBe('p0@x.example')
})

test('the claim of a crashed instance expires, and another instance sends the mail', async () => {
  await queueMails(1)
  await database.pool.query("update mails set attempts = 1, next_attempt_at = now() + interval '2 minutes'")
  expect(await createInstance().deliver()).toBe(0)
  await endPauses()
  expect(await createInstance().deliver()).toBe(1)
})

test('a mail that was sent but could not be recorded as sent is not sent again', async () => {
  await queueMails(2)
  const outbox = createInstance()
  await database.pool.query(`
    create function refuse_sent() returns trigger language plpgsql as $$ begin raise 'disk full'; end $$;
    create trigger refuse_sent before update on mails for each row when (new.sent_at is not null)
      execute function refuse_sent()`)
  expect(await outbox.deliver()).toBe(0)
  const before = recipients()
  await endPauses()
  await expect(outbox.deliver()).rejects.toThrow('disk full')
  expect(recipients()).toEqual(before)
  await database.pool.query('drop trigger refuse_sent on mails; drop function refuse_sent')
  await outbox.deliver()
  expect(await readUnsent()).toEqual([])
  expect(recipients().sort()).toEqual(['p0@x.example', 'p1@x.example'])
})
