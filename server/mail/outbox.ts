import { sql } from 'kysely'
import { smsSubject } from '#contract/messages/account/identity.ts'
import { isDatabaseUnavailable } from '#database/failures/unavailable.ts'
import type { Db } from '#database/open.ts'
import type { MailRow } from '#database/rows.ts'
import { newId } from '#database/uuid.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  /** Names an attachment, which is created when the mail is sent. */
  attached?: string
  /** How long the link or code in the text works. The mail is not sent later; its text is deleted, except in a demo. */
  secretSeconds?: number
}
/** A mail with its attachments. */
export type Letter = Pick<Mail, 'to' | 'subject' | 'text'> & { files?: File[] }
export type Sms = { to: string; text: string }

/** The same at every attempt to send a mail, so that its receiver can recognise a copy. */
type Sending = { id: string; messageId: string; createdAt: Date }
/** Sends a mail or text message; a rejection means "try again later". */
export type Transport = (letter: Letter, sending: Sending) => Promise<void>
/** The server refuses this mail, not others. Any other rejection means that the mail server is unavailable. */
export class MailRefused extends Error {}

/** How long codes in text messages work. */
const SMS_SECONDS = 300

/** A process renews its claim on a mail while it sends it: a claim of this age was left by a crash. */
const CLAIM_SECONDS = 120
const RENEW_MS = 30_000
/** Pause after the mail server failed: at each attempt it may accept a mail and its answer may be lost. */
const PAUSE_MS = 10_000
/**
 * How long one mail delays the next. Mails are sent one after the other, because each that a failing server has may be
 * sent twice. The answer is awaited beyond that: to give up would mean to send the mail twice.
 */
const PATIENCE_MS = 2000
/** For each channel: a silent mail server must not delay text messages, whose codes expire soon. */
const MOST_IN_FLIGHT = 5
/** At most an hour apart, these take three days; then the mail has failed and is listed for admins. */
export const MOST_ATTEMPTS = 76
/** How long a stopping store waits for mails that are being sent. */
const STOP_MS = 5000

export type Outbox = {
  /** Tries each due mail once and waits for the outcomes; resolves to the number sent. */
  deliver(): Promise<number>
  /** Sends due mails every second; the returned function stops and waits for those in flight. */
  start(): () => Promise<void>
}

/** Puts a mail into the outbox, in the caller's transaction. */
export async function sendMail(db: Db, { to, subject, text, attached, secretSeconds }: Mail): Promise<void> {
  await db
    .insertInto('mails')
    .values({
      id: newId(),
      recipient: to,
      subject,
      body: text,
      attached: attached ?? null,
      send_until: secretSeconds === undefined ? null : secondsFromNow(secretSeconds),
    })
    .execute()
}

/** Puts a text message with a code into the outbox, in the caller's transaction. */
export async function sendSms(db: Db, { to, text }: Sms): Promise<void> {
  await db
    .insertInto('mails')
    .values({
      id: newId(),
      channel: 'sms',
      recipient: to,
      subject: smsSubject,
      body: text,
      send_until: secondsFromNow(SMS_SECONDS),
    })
    .execute()
}

type OutboxDeps = {
  db: Db
  demo: boolean
  /** The store's host name without a port, in the Message-ID of its mails (RFC 5322, 3.6.4). */
  host: string
  print: (line: string) => void
  transport?: Transport
  /** The shop's gateway for text messages. */
  sms?: Transport
  /** Writes the mails of committed changes, before each delivery. */
  write?: () => Promise<unknown>
  /** Creates the attachment that a mail names. */
  attach?: (name: string) => Promise<File>
  patienceMs?: number
  now?: () => Date
}

/**
 * Sends the mails and text messages of committed transactions. Without a transport they wait; in demo mode links of mails
 * and whole text messages are printed instead. docs/decisions/0028 has the guarantees when the mail server, the database
 * or the process fails.
 */
export function createOutbox(deps: OutboxDeps): Outbox {
  const { print } = deps
  const transports = transportsOf(deps)
  const mail = createSender(deps, 'mail', transports.mail)
  const sms = createSender(deps, 'sms', transports.sms)
  async function writeAndSend(): Promise<Attempt[]> {
    // a failure to write new mails must not delay those that wait: one may have a sign-in link
    const writeError = await deps.write?.().then(ignore, String)
    const attempts = await mail.sendDue()
    if (writeError) print(`Mails could not be written and will be tried again: ${writeError}`)
    return attempts
  }
  return {
    async deliver() {
      const attempts = (await Promise.all([writeAndSend(), sms.sendDue()])).flat()
      const outcomes = await Promise.all(attempts.map(({ outcome }) => outcome))
      return outcomes.filter((isSent) => isSent).length
    },
    start() {
      // one loop for each channel: neither waits for the other
      const stopTicking = [everySecond(writeAndSend, print), everySecond(sms.sendDue, print)]
      return async () => {
        const sending = [mail.stop(), sms.stop()]
        await within(STOP_MS, Promise.all([...stopTicking.map((stop) => stop()), ...sending]))
      }
    },
  }
}

/** `outcome`: whether the mail was sent. Wrapped, so that an async function can return it pending. */
type Attempt = { outcome: Promise<boolean> }

/** Claims and sends the mails of one channel, one after the other. */
function createSender(deps: OutboxDeps, channel: MailRow['channel'], transport: Transport | undefined) {
  const { db, patienceMs = PATIENCE_MS } = deps
  const inFlight = new Set<Promise<boolean>>()
  const { attempt, recordAccepted, isPaused } = createAttempts(deps, channel, transport)
  let isStopping = false

  async function claimNext(): Promise<MailRow | undefined> {
    if (!transport || isPaused() || isStopping || inFlight.size >= MOST_IN_FLIGHT) return undefined
    return claim(db, deps.host, channel)
  }
  function begin(row: MailRow): Promise<boolean> {
    // if the database is unavailable, the claim expires and the next delivery records what was accepted
    const outcome = attempt(row)
      .catch(() => false)
      .finally(() => inFlight.delete(outcome))
    inFlight.add(outcome)
    return outcome
  }
  return {
    /** Begins an attempt for each due mail: the next when the previous one has an outcome or takes long. */
    async sendDue(): Promise<Attempt[]> {
      await recordAccepted()
      const attempts: Attempt[] = []
      for (let row = await claimNext(); row; row = await claimNext()) {
        const outcome = begin(row)
        attempts.push({ outcome })
        await within(patienceMs, outcome)
      }
      return attempts
    },
    stop(): Promise<unknown> {
      isStopping = true
      return Promise.all(inFlight)
    },
  }
}

/** Sends claimed mails of a channel and records the outcomes. */
function createAttempts(deps: OutboxDeps, channel: MailRow['channel'], transport: Transport | undefined) {
  const { db, now = () => new Date() } = deps
  /** Accepted by the server and not recorded yet, because the database was unavailable. */
  const accepted = new Set<string>()
  let pausedAt = Number.NEGATIVE_INFINITY

  async function recordAccepted(): Promise<void> {
    for (const id of accepted) {
      await recordSent(db, id, deps.demo)
      accepted.delete(id)
    }
  }
  return {
    recordAccepted,
    isPaused() {
      const ms = now().getTime() - pausedAt
      // a clock that was set back must not prolong the pause
      return ms >= 0 && ms < PAUSE_MS
    },
    async attempt(row: MailRow): Promise<boolean> {
      const failure = await sendClaimed(deps, row, transport)
      if (failure) {
        const isServerFault = channel === 'mail' && !(failure.error instanceof MailRefused)
        if (isServerFault) pausedAt = now().getTime()
        await postpone(db, row, String(failure.error).slice(0, 500))
        return false
      }
      accepted.add(row.id)
      await recordAccepted()
      return true
    },
  }
}

/** Sends the mail, however long that takes; resolves to the error, if any. */
async function sendClaimed(
  deps: OutboxDeps,
  row: MailRow,
  transport: Transport | undefined,
): Promise<{ error: unknown } | undefined> {
  const renewal = setInterval(() => void renew(deps.db, row).catch(ignore), RENEW_MS)
  try {
    const files = await filesOf(deps, row)
    await transport?.({ ...toLetter(row), ...(files.length > 0 && { files }) }, toSending(row))
    return undefined
  } catch (error) {
    const next = row.attempts < MOST_ATTEMPTS ? 'will be tried again' : 'has failed for good'
    deps.print(`A mail could not be sent and ${next}: ${String(error).slice(0, 500)}`)
    return { error }
  } finally {
    clearInterval(renewal)
  }
}

function transportsOf({
  transport,
  sms,
  demo,
  print,
}: OutboxDeps): Partial<Record<MailRow['channel'], Transport>> {
  if (!demo) return { ...(transport && { mail: transport }), ...(sms && { sms }) }
  return {
    mail: transport ?? (async (letter) => print(summarize(letter))),
    sms: sms ?? (async ({ to, text }) => print(`${smsSubject} to ${to}: ${text}`)),
  }
}

/** Runs the work every second, one run at a time; the returned function stops and waits for the last run. */
function everySecond(work: () => Promise<unknown>, print: (line: string) => void): () => Promise<unknown> {
  let running: Promise<unknown> | undefined
  let lastFault: string | undefined
  const timer = setInterval(() => {
    running ??= work()
      .then(
        () => {
          lastFault = undefined
        },
        (error: unknown) => {
          // an unavailable database is tried again at the next tick
          if (!isDatabaseUnavailable(error) && String(error) !== lastFault) print(`Mails wait: ${error}`)
          lastFault = String(error)
        },
      )
      .finally(() => {
        running = undefined
      })
  }, 1000)
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Waits for the work, at most this long; the work itself continues. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, ms, undefined)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

function ignore(): undefined {}

function secondsFromNow(seconds: number) {
  return sql<Date>`now() + ${seconds} * interval '1 second'`
}

/**
 * Claims the oldest due mail, those with a link or code first, because they expire. Other instances do not take it while
 * the claim is renewed.
 */
async function claim(db: Db, host: string, channel: MailRow['channel']): Promise<MailRow | undefined> {
  const due = db
    .selectFrom('mails')
    .select('id')
    .where('sent_at', 'is', null)
    .where('channel', '=', channel)
    .where('next_attempt_at', '<=', sql<Date>`now()`)
    .where('attempts', '<', MOST_ATTEMPTS)
    .where((where) => where.or([where('send_until', 'is', null), where('send_until', '>', sql<Date>`now()`)]))
    .orderBy((where) => where('send_until', 'is', null))
    .orderBy('next_attempt_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
  return db
    .updateTable('mails')
    .set({
      attempts: sql`attempts + 1`,
      next_attempt_at: secondsFromNow(CLAIM_SECONDS),
      message_id: sql`coalesce(message_id, '<' || id || '@' || ${host}::text || '>')`,
    })
    .where('id', '=', due)
    .returningAll()
    .executeTakeFirst()
}

/** `attempts` identifies the claim: a later claim of another instance is not touched. */
function claimed(db: Db, { id, attempts }: MailRow) {
  return db
    .updateTable('mails')
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('sent_at', 'is', null)
}

async function renew(db: Db, row: MailRow): Promise<void> {
  await claimed(db, row)
    .set({ next_attempt_at: secondsFromNow(CLAIM_SECONDS) })
    .execute()
}

/** The next attempt is after 30 s, then twice as long each time, up to an hour. */
async function postpone(db: Db, row: MailRow, fault: string): Promise<void> {
  const seconds = Math.min(2 ** Math.min(row.attempts, 10) * 15, 3600)
  await claimed(db, row)
    .set({ last_error: fault, next_attempt_at: secondsFromNow(seconds) })
    .execute()
}

/** Deletes the text of a sent mail with a secret, except in a demo, which lists its mails. */
async function recordSent(db: Db, id: string, demo: boolean): Promise<void> {
  const body = demo ? sql<string>`body` : sql<string>`case when send_until is null then body else '' end`
  await db
    .updateTable('mails')
    .set({ sent_at: sql`now()`, last_error: null, body })
    .where('id', '=', id)
    .execute()
}

type AttachDeps = { attach?: (name: string) => Promise<File>; print: (line: string) => void }

/** A mail is also sent without its attachment: its text links to the same content. */
async function filesOf({ attach, print }: AttachDeps, { attached }: MailRow): Promise<File[]> {
  if (attached === null || !attach) return []
  try {
    return [await attach(attached)]
  } catch (error) {
    print(`A mail goes without ${attached}: ${error}`)
    return []
  }
}

/** One line for the terminal: recipient, subject and link. */
function summarize({ to, subject, text, files = [] }: Letter): string {
  const link = /https?:\/\/\S+/.exec(text)?.[0]
  const along = files.map(({ name }) => ` (with ${name})`).join('')
  return `Mail to ${to}: ${subject}${along}${link ? ` ${link}` : ''}`
}

export function toLetter({ recipient, subject, body }: MailRow): Letter {
  return { to: recipient, subject, text: body }
}

function toSending({ id, message_id: messageId, created_at: createdAt }: MailRow): Sending {
  return { id, messageId: messageId ?? '', createdAt }
}
