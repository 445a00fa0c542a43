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
  /** Names a file that goes along; whoever wrote the mail makes it when it leaves. */
  attached?: string
  /**
   * How long the link or code in the text works. The mail is not sent later, and the text is not kept once it was sent,
   * except in a demo.
   */
  secretSeconds?: number
}
/** A mail with what goes along. */
export type Letter = Pick<Mail, 'to' | 'subject' | 'text'> & { files?: File[] }
export type Sms = { to: string; text: string }

/** What stays the same at every attempt to send a mail, so that its receiver can tell a second copy from a second mail. */
type Sending = { id: string; messageId: string; createdAt: Date }
/** Hands a finished mail, or text message, to whoever sends it; a rejection means "try again later". */
export type Transport = (letter: Letter, sending: Sending) => Promise<void>
/** Says no to this mail; another one may fare better. Any other rejection means that the mail server is unavailable. */
export class MailRefused extends Error {}

/** As long as the codes in text messages live. */
const SMS_SECONDS = 300

/** A process renews its claim on a mail while the mail server has it: one that is this old was left by a crash. */
const CLAIM_SECONDS = 120
const RENEW_MS = 30_000
/** Mails rest after the mail server failed: each attempt is a chance that it takes a mail and its answer is lost. */
const PAUSE_MS = 10_000
/**
 * So long one mail holds up the next one: mails go one after the other, because each that is with a failing server may
 * be sent twice. The answer is waited for beyond that, to give up means to send the mail twice.
 */
const PATIENCE_MS = 2000
/** Of each channel: a silent mail server must not hold up text messages, whose codes soon run out. */
const MOST_IN_FLIGHT = 5
/** At an hour apart but for the first few, these take three days; then a mail has failed, and stays for an admin to see. */
export const MOST_ATTEMPTS = 76
/** Longer than this the stop of a store does not wait for a mail. */
const STOP_MS = 5000

export type Outbox = {
  /** Tries the mails that are due, each once, and waits for them; answers how many went out. */
  deliver(): Promise<number>
  /** Sends what is due each second from now on; the returned function stops and waits for the mails under way. */
  start(): () => Promise<void>
}

/** Puts a mail into the outbox as part of the caller's transaction: a rollback unsends it. */
export async function sendMail(db: Db, { to, subject, text, attached, secretSeconds }: Mail): Promise<void> {
  const row = { id: newId(), recipient: to, subject, body: text, attached: attached ?? null }
  const until = secretSeconds === undefined ? null : secondsFromNow(secretSeconds)
  await db
    .insertInto('mails')
    .values({ ...row, send_until: until })
    .execute()
}

/** Puts a text message there likewise: a code, of no use once it has run out. */
export async function sendSms(db: Db, { to, text }: Sms): Promise<void> {
  const row = { id: newId(), channel: 'sms', recipient: to, subject: smsSubject, body: text } as const
  await db
    .insertInto('mails')
    .values({ ...row, send_until: secondsFromNow(SMS_SECONDS) })
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
  /** Writes the mails that follow from committed changes, before each delivery. */
  write?: () => Promise<unknown>
  /** Makes the file that a mail names. */
  attach?: (name: string) => Promise<File>
  /** Milliseconds that one mail may hold up the next of its channel. */
  patienceMs?: number
  now?: () => Date
}

/**
 * Sends the mails and text messages that committed transactions left. In demo mode, where nothing is configured to
 * send them, mails' links and whole text messages are printed instead. Without a transport outside demo mode they wait.
 * docs/decisions/0028 says what holds when the mail server, the database or the process fails.
 */
export function createOutbox(deps: OutboxDeps): Outbox {
  const { print } = deps
  const transports = transportsOf(deps)
  const mail = createSender(deps, 'mail', transports.mail)
  const sms = createSender(deps, 'sms', transports.sms)
  async function writeAndSend(): Promise<Attempt[]> {
    // what cannot be written now must not hold up what waits: a link to sign in, perhaps
    const unwritten = await deps.write?.().then(noFault, String)
    const attempts = await mail.sendDue()
    if (unwritten) print(`Mails could not be written and will be tried again: ${unwritten}`)
    return attempts
  }
  return {
    async deliver() {
      const attempts = (await Promise.all([writeAndSend(), sms.sendDue()])).flat()
      const outcomes = await Promise.all(attempts.map(({ outcome }) => outcome))
      return outcomes.filter((isSent) => isSent).length
    },
    start() {
      // two loops: neither channel waits for the other
      const stopTicking = [everySecond(writeAndSend, print), everySecond(sms.sendDue, print)]
      return async () => {
        const sending = [mail.stop(), sms.stop()]
        await within(STOP_MS, Promise.all([...stopTicking.map((stop) => stop()), ...sending]))
      }
    },
  }
}

/** One attempt to send a mail: whether it went out. */
type Attempt = { outcome: Promise<boolean> }

/** Claims the mails of one channel one after the other, and sends them. Without a transport they wait. */
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
    // a database that is away lets the claim run out, and the next delivery writes down what was accepted
    const outcome = attempt(row)
      .catch(() => false)
      .finally(() => inFlight.delete(outcome))
    inFlight.add(outcome)
    return outcome
  }
  return {
    /** Begins an attempt for each mail that is due, the next one when the last has an outcome or takes long. */
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

/** Sends single mails of a channel that are claimed, and records what became of them. */
function createAttempts(deps: OutboxDeps, channel: MailRow['channel'], transport: Transport | undefined) {
  const { db, now = () => new Date() } = deps
  /** Taken by the server, and not recorded yet: the database was unavailable. */
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
      // a clock that was set back must not make the pause longer
      return ms >= 0 && ms < PAUSE_MS
    },
    /** Answers whether the mail went out. */
    async attempt(row: MailRow): Promise<boolean> {
      const fault = await handOver(deps, row, transport)
      if (fault) {
        const isServerFault = channel === 'mail' && !(fault.error instanceof MailRefused)
        if (isServerFault) pausedAt = now().getTime()
        await postpone(db, row, String(fault.error).slice(0, 500))
        return false
      }
      accepted.add(row.id)
      await recordAccepted()
      return true
    },
  }
}

/** Gives the mail to the transport, however long that takes; answers what went wrong, if anything did. */
async function handOver(
  deps: OutboxDeps,
  row: MailRow,
  transport: Transport | undefined,
): Promise<{ error: unknown } | undefined> {
  const renewal = setInterval(() => void renew(deps.db, row).catch(noFault), RENEW_MS)
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

/** Runs the work each second, one run at a time; the returned function waits for the last one. */
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
          // a database that is away now is asked again at the next tick
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

/** The outcome of the work, if it comes in this time; the work goes on in any case. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, ms, undefined)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

function noFault(): undefined {}

function secondsFromNow(seconds: number) {
  return sql<Date>`now() + ${seconds} * interval '1 second'`
}

/**
 * Takes a mail that is due, the oldest, but those with a link or code first: they expire. Other instances leave it alone
 * while the claim is renewed.
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

/** `attempts` names the claim: what another instance has taken since is not touched. */
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

/** After half a minute, then twice as long each time, up to an hour. */
async function postpone(db: Db, row: MailRow, fault: string): Promise<void> {
  const seconds = Math.min(2 ** Math.min(row.attempts, 10) * 15, 3600)
  await claimed(db, row)
    .set({ last_error: fault, next_attempt_at: secondsFromNow(seconds) })
    .execute()
}

/** Outside a demo, which lists its mails, the text of one with a secret goes with it. */
async function recordSent(db: Db, id: string, demo: boolean): Promise<void> {
  const body = demo ? sql<string>`body` : sql<string>`case when send_until is null then body else '' end`
  await db
    .updateTable('mails')
    .set({ sent_at: sql`now()`, last_error: null, body })
    .where('id', '=', id)
    .execute()
}

type Making = { attach?: (name: string) => Promise<File>; print: (line: string) => void }

/** A file that cannot be made holds no mail up: its text says where the same is to be read. */
async function filesOf({ attach, print }: Making, { attached }: MailRow): Promise<File[]> {
  if (attached === null || !attach) return []
  try {
    return [await attach(attached)]
  } catch (error) {
    print(`A mail goes without ${attached}: ${error}`)
    return []
  }
}

/** One line for the terminal: whom, about what, and the link to open. */
function summarize({ to, subject, text, files = [] }: Letter): string {
  const link = /https?:\/\/\S+/.exec(text)?.[0]
  const along = files.map(({ name }) => ` (with ${name})`).join('')
  return `Mail to ${to}: ${subject}${along}${link ? ` ${link}` : ''}`
}

/** A row as a transport takes it. */
export function toLetter({ recipient, subject, body }: MailRow): Letter {
  return { to: recipient, subject, text: body }
}

function toSending({ id, message_id: messageId, created_at: createdAt }: MailRow): Sending {
  return { id, messageId: messageId ?? '', createdAt }
}
