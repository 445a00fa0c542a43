import { type ExpressionBuilder, sql } from 'kysely'
import type { Transporter } from 'nodemailer'
import { smsSubject } from '#contract/platform/mail/texts.ts'
import { isDatabaseUnavailable } from '#database/failures/unavailable.ts'
import type { Tables } from '#database/generated-tables.ts'
import type { Db } from '#database/open.ts'
import type { MailRow } from '#database/rows.ts'
import { type Mail, secondsFromNow } from './write-mail.ts'

/** A mail or text message as it is sent. */
export type Letter = Pick<Mail, 'to' | 'subject' | 'text'> & { files?: File[] }

/** The same at every attempt to send a mail, so that its receiver can recognise a copy. */
type Sending = { id: string; messageId: string; createdAt: Date }
export type Transport = (letter: Letter, sending: Sending) => Promise<void>
/** The server rejects this mail, not others. Any other error means that the mail server is unavailable. */
export class MailRejected extends Error {}

/** A process renews its claim on a mail while it sends it: an older claim has expired, as after a crash. */
const CLAIM_SECONDS = 120
const RENEW_MS = 30_000
/** Pause after the mail server failed: at each attempt it may accept a mail and its reply may be lost. */
const PAUSE_MS = 10_000
/** A mail waits at most so long for the outcome of the one before: a server that fails may get all mails under way twice. */
const OUTCOME_WAIT_MS = 2000
/** At most so many attempts of each channel are under way: a silent mail server must not delay text messages, whose codes expire soon. */
const MAX_IN_FLIGHT = 5
/** The attempts are at most an hour apart and take about three days; then the mail has failed and is listed for staff. */
export const MAX_ATTEMPTS = 76
const STOP_MS = 5000
const CONNECT_MS = 10_000
const TRANSFER_MS = 30_000
/** How long the reply to a message may take. RFC 5321 (4.5.3.2.6) suggests ten minutes, which would delay other mails for as long. */
const REPLY_MS = 120_000

export type Outbox = ReturnType<typeof createOutbox>

/** Writes the mails of changes that no mail tells of yet, as rows of `mails`. */
type MailWriter = () => Promise<unknown>

type OutboxDeps = {
  db: Db
  demo: boolean
  origin: string
  writers: MailWriter[]
  print: (line: string) => void
  transport?: Transport
  sms?: Transport
  drawReceipt?: (orderId: string) => Promise<File>
  outcomeWaitMs?: number
  now?: () => Date
}

/**
 * Once started, each second: lets the writers write mails, then sends those that wait in `mails` (docs/decisions/0028).
 * Without a transport a demo prints them, and another store lets them wait.
 */
export function createOutbox(deps: OutboxDeps) {
  const { print } = deps
  const mail = createSender(deps, 'mail', deps.transport ?? printInDemo(deps, summarize))
  const sms = createSender(
    deps,
    'sms',
    deps.sms ?? printInDemo(deps, ({ to, text }) => `${smsSubject} to ${to}: ${text}`),
  )
  async function writeAndSend(): Promise<Promise<boolean>[]> {
    // a failure to write new mails must not delay those that wait: one may have a sign-in link
    const writeError = await writeNewMails(deps).then(ignore, String)
    const attempts = await mail.sendDue()
    if (writeError) print(`Mails could not be written and will be tried again: ${writeError}`)
    return attempts
  }
  return {
    async deliver(): Promise<number> {
      const attempts = await Promise.all([writeAndSend(), sms.sendDue()])
      const outcomes = await Promise.all(attempts.flat())
      return outcomes.filter((isSent) => isSent).length
    },
    start(): () => Promise<void> {
      const stopTicking = [everySecond(writeAndSend, print), everySecond(sms.sendDue, print)]
      return async () => {
        const sending = [mail.stop(), sms.stop()]
        await within(STOP_MS, Promise.all([...stopTicking.map((stop) => stop()), ...sending]))
      }
    },
  }
}

async function writeNewMails({ writers }: OutboxDeps): Promise<void> {
  for (const write of writers) await write()
}

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

function createSender(deps: OutboxDeps, channel: MailRow['channel'], transport: Transport | undefined) {
  const { db, origin, outcomeWaitMs = OUTCOME_WAIT_MS, now = () => new Date() } = deps
  const { hostname } = new URL(origin)
  const inFlight = new Set<Promise<boolean>>()
  /** Ids of mails accepted by the server and not yet recorded as sent. Lost with the process: the mail is then sent again, with its Message-ID. */
  const accepted = new Set<string>()
  let pausedAt = Number.NEGATIVE_INFINITY
  let isStopping = false

  function isPaused(): boolean {
    const ms = now().getTime() - pausedAt
    // a clock that was set back must not prolong the pause
    return ms >= 0 && ms < PAUSE_MS
  }
  async function recordAccepted(): Promise<void> {
    for (const id of accepted) {
      await recordSent(db, id, deps.demo)
      accepted.delete(id)
    }
  }
  async function attempt(row: MailRow, send: Transport): Promise<boolean> {
    const failure = await sendClaimed(deps, row, send)
    if (failure) {
      const isServerFault = channel === 'mail' && !(failure.error instanceof MailRejected)
      if (isServerFault) pausedAt = now().getTime()
      await postpone(db, row, String(failure.error).slice(0, 500))
      return false
    }
    accepted.add(row.id)
    await recordAccepted()
    return true
  }
  return {
    /** Begins attempts for due mails, the next when the previous one has an outcome or takes long. Returns those begun. */
    async sendDue(): Promise<Promise<boolean>[]> {
      await recordAccepted()
      const attempts: Promise<boolean>[] = []
      while (transport && !isPaused() && !isStopping && inFlight.size < MAX_IN_FLIGHT) {
        const row = await claim(db, hostname, channel)
        if (!row) break
        const outcome = attempt(row, transport)
          // if the database is unavailable, the claim expires and the next delivery records what was accepted
          .catch(() => false)
          .finally(() => inFlight.delete(outcome))
        inFlight.add(outcome)
        attempts.push(outcome)
        await within(outcomeWaitMs, outcome)
      }
      return attempts
    },
    stop(): Promise<unknown> {
      isStopping = true
      return Promise.all(inFlight)
    },
  }
}

/** A mail without an end never expires; the link or code in another's text works until it. */
export function hasNotExpired(mail: ExpressionBuilder<Tables, 'mails'>) {
  return mail.or([mail('send_until', 'is', null), mail('send_until', '>', sql<Date>`now()`)])
}

/** Claims the oldest due mail, those with a link or code first, because they expire. */
async function claim(db: Db, hostname: string, channel: MailRow['channel']): Promise<MailRow | undefined> {
  const due = db
    .selectFrom('mails')
    .select('id')
    .where('sent_at', 'is', null)
    .where('channel', '=', channel)
    .where('next_attempt_at', '<=', sql<Date>`now()`)
    .where('attempts', '<', MAX_ATTEMPTS)
    .where(hasNotExpired)
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
      message_id: sql`coalesce(message_id, '<' || id || '@' || ${hostname}::text || '>')`,
    })
    .where('id', '=', due)
    .returningAll()
    .executeTakeFirst()
}

async function sendClaimed(deps: OutboxDeps, row: MailRow, send: Transport) {
  const renewal = setInterval(() => void renew(deps.db, row).catch(ignore), RENEW_MS)
  try {
    const files = await filesOf(deps, row)
    const { id, message_id: messageId, created_at: createdAt } = row
    const letter = files.length > 0 ? { ...toLetter(row), files } : toLetter(row)
    await send(letter, { id, messageId: messageId ?? '', createdAt })
    return undefined
  } catch (error) {
    const next = row.attempts < MAX_ATTEMPTS ? 'will be tried again' : 'has failed for good'
    const what = row.channel === 'sms' ? 'A text message' : 'A mail'
    deps.print(`${what} could not be sent and ${next}: ${String(error).slice(0, 500)}`)
    return { error }
  } finally {
    clearInterval(renewal)
  }
}

/** A mail is also sent if its receipt cannot be drawn: its text links to the order. */
async function filesOf({ drawReceipt, print }: OutboxDeps, { attached }: MailRow): Promise<File[]> {
  if (attached === null || !drawReceipt) return []
  try {
    return [await drawReceipt(attached)]
  } catch (error) {
    print(`A mail is sent without the receipt of order ${attached}: ${error}`)
    return []
  }
}

/** `attempts` identifies the claim: a later claim of another instance is not touched. */
function updateClaim(db: Db, { id, attempts }: MailRow) {
  return db
    .updateTable('mails')
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('sent_at', 'is', null)
}

async function renew(db: Db, row: MailRow): Promise<void> {
  await updateClaim(db, row)
    .set({ next_attempt_at: secondsFromNow(CLAIM_SECONDS) })
    .execute()
}

async function postpone(db: Db, row: MailRow, fault: string): Promise<void> {
  const seconds = Math.min(2 ** Math.min(row.attempts, 10) * 15, 3600)
  await updateClaim(db, row)
    .set({ last_error: fault, next_attempt_at: secondsFromNow(seconds) })
    .execute()
}

async function recordSent(db: Db, id: string, demo: boolean): Promise<void> {
  const body = demo ? sql<string>`body` : sql<string>`case when send_until is null then body else '' end`
  await db
    .updateTable('mails')
    .set({ sent_at: sql`now()`, last_error: null, body })
    .where('id', '=', id)
    .execute()
}

export function createSmtpTransport({ smtpUrl, from }: { smtpUrl: string; from: string }): Transport {
  return async ({ to, subject, text, files = [] }, { messageId, createdAt: date }) => {
    const attachments = await Promise.all(files.map(toAttachment))
    const deadline = createDeadline()
    const { signal } = deadline
    try {
      deadline.set(TRANSFER_MS, 'took no mail')
      const server = await createTransporter(smtpUrl, () =>
        deadline.set(REPLY_MS, 'gave no reply to a whole mail'),
      )
      await server.sendMail({ from, to, subject, text, attachments, messageId, date, signal })
    } catch (error) {
      signal.throwIfAborted()
      throw isRejection(error) ? new MailRejected(error.message, { cause: error }) : error
    } finally {
      deadline.clear()
    }
  }
}

function createDeadline() {
  const aborter = new AbortController()
  let timer: NodeJS.Timeout | undefined
  return {
    signal: aborter.signal,
    set(ms: number, fault: string): void {
      clearTimeout(timer)
      const error = new Error(`the mail server ${fault} within ${ms / 1000} s`)
      timer = setTimeout(() => aborter.abort(error), ms)
    },
    clear: () => clearTimeout(timer),
  }
}

/** The server rejects sender, recipient or text of this mail; 421 means that the service is shutting down. */
function isRejection(error: unknown): error is Error {
  if (!(error instanceof Error) || !('code' in error)) return false
  const isShuttingDown = 'responseCode' in error && error.responseCode === 421
  return !isShuttingDown && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE')
}

/** Creates the nodemailer transporter of one mail. The library is loaded here, since it takes 3 MB of memory. */
async function createTransporter(url: string, onTransferred: () => void): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  const server = createTransport({ url, connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS })
  server.use('stream', (mail, done) => {
    mail.message.processFunc((message) => message.once('end', onTransferred))
    done()
  })
  return server
}

async function toAttachment(file: File) {
  return { filename: file.name, contentType: file.type, content: Buffer.from(await file.arrayBuffer()) }
}

function printInDemo({ demo, print }: OutboxDeps, toLine: (letter: Letter) => string): Transport | undefined {
  return demo ? async (letter) => print(toLine(letter)) : undefined
}

function summarize({ to, subject, text, files = [] }: Letter): string {
  const link = /https?:\/\/\S+/.exec(text)?.[0]
  const attached = files.map(({ name }) => ` (with ${name})`).join('')
  return `Mail to ${to}: ${subject}${attached}${link ? ` ${link}` : ''}`
}

export function toLetter({ recipient, subject, body }: MailRow): Letter {
  return { to: recipient, subject, text: body }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, ms, undefined)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

function ignore(): undefined {}
