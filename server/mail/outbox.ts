import { sql } from 'kysely'
import { smsSubject } from '#contract/messages/identity.ts'
import type { MailRow } from '#database/mail-schema.ts'
import type { Db } from '#database/open.ts'
import { newId } from '#database/uuid.ts'

/** `attached` names a file that goes along; whoever wrote the mail makes it when it leaves. */
export type Mail = { to: string; subject: string; text: string; attached?: string }
/** A mail with what goes along. */
export type Letter = Omit<Mail, 'attached'> & { files?: File[] }
export type Sms = { to: string; text: string }
export type SentMail = Letter & { id: string; createdAt: Date }

/** Hands a finished mail, or text message, to whoever sends it; a rejection means "try again later". `id` names it. */
export type Transport = (letter: Letter, id: string) => Promise<void>

/** As long as the codes in text messages live. */
const SMS_SECONDS = 300

export type Outbox = {
  /** Tries every mail that is due, once; answers how many went out. */
  deliver(): Promise<number>
  /** Delivers each second from now on; the returned function stops and waits for the mail under way. */
  start(): () => Promise<void>
}

/** Puts a mail into the outbox as part of the caller's transaction: a rollback unsends it. */
export async function sendMail(db: Db, { to, subject, text, attached }: Mail): Promise<void> {
  const row = { id: newId(), recipient: to, subject, body: text, attached: attached ?? null }
  await db.insertInto('mails').values(row).execute()
}

/** Puts a text message there likewise: a code, of no use once it has run out. */
export async function sendSms(db: Db, { to, text }: Sms): Promise<void> {
  const row = { id: newId(), channel: 'sms', recipient: to, subject: smsSubject, body: text } as const
  const until = sql<Date>`now() + ${SMS_SECONDS} * interval '1 second'`
  await db
    .insertInto('mails')
    .values({ ...row, send_until: until })
    .execute()
}

/** The newest hundred mails and text messages, newest first. */
export async function listMail(db: Db): Promise<SentMail[]> {
  const rows = await db
    .selectFrom('mails')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({ id: row.id, createdAt: row.created_at, ...toMail(row) }))
}

/** Deletes mails that left, or were of no use, before that time: they hold people's addresses. Waiting ones stay. */
export async function forgetSentMail(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('mails')
    .where((where) => where.or([where('sent_at', '<', before), where('send_until', '<', before)]))
    .execute()
}

/**
 * Sends the mails and text messages that committed transactions left. In demo mode, where nothing is configured to
 * send them, mails' links and whole text messages are printed instead. Without a transport outside demo mode they wait.
 */
export function createOutbox(deps: {
  db: Db
  demo: boolean
  print: (line: string) => void
  transport?: Transport
  /** The shop's gateway for text messages. */
  sms?: Transport
  /** Writes the mails that follow from committed changes, before each delivery. */
  write?: () => Promise<unknown>
  /** Makes the file that a mail names. */
  attach?: (name: string) => Promise<File>
}): Outbox {
  const { demo, print } = deps
  const transports = {
    mail: deps.transport ?? (demo ? async (letter: Letter) => print(summarize(letter)) : undefined),
    sms:
      deps.sms ??
      (demo ? async ({ to, text }: Letter) => print(`${smsSubject} to ${to}: ${text}`) : undefined),
  }
  async function deliver(): Promise<number> {
    // what cannot be written now must not hold up what waits: a code to sign in, perhaps
    const unwritten = await deps.write?.().then(noFault, String)
    const channels = (['mail', 'sms'] as const).filter((channel) => transports[channel])
    let sent = 0
    for (let mail = await claim(deps.db, channels); mail; mail = await claim(deps.db, channels)) {
      const transport = transports[mail.channel]
      if (!transport) break
      const fault = await attempt(deps.db, { row: mail, transport, files: await filesOf(deps, mail) })
      if (fault === undefined) sent += 1
      else deps.print(`A mail could not be sent and will be tried again: ${fault}`)
    }
    if (unwritten) deps.print(`Mails could not be written and will be tried again: ${unwritten}`)
    return sent
  }
  return {
    deliver,
    start() {
      let running: Promise<unknown> | undefined
      const timer = setInterval(() => {
        // a database that is away now is asked again at the next tick
        running ??= deliver()
          .catch(() => 0)
          .finally(() => {
            running = undefined
          })
      }, 1000)
      return async () => {
        clearInterval(timer)
        await running
      }
    },
  }
}

function noFault(): undefined {}

/** Takes the oldest mail that is due; other instances leave it alone until its next attempt. */
async function claim(db: Db, channels: MailRow['channel'][]): Promise<MailRow | undefined> {
  if (channels.length === 0) return undefined
  const due = db
    .selectFrom('mails')
    .select('id')
    .where('sent_at', 'is', null)
    .where('channel', 'in', channels)
    .where('next_attempt_at', '<=', sql<Date>`now()`)
    .where((where) => where.or([where('send_until', 'is', null), where('send_until', '>', sql<Date>`now()`)]))
    .orderBy('next_attempt_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
  return db
    .updateTable('mails')
    .set({
      attempts: sql`attempts + 1`,
      next_attempt_at: sql`now() + least(power(2, attempts) * 30, 3600) * interval '1 second'`,
    })
    .where('id', 'in', due)
    .returningAll()
    .executeTakeFirst()
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

type Attempt = { row: MailRow; transport: Transport; files: File[] }

/** Answers what went wrong, if anything did. */
async function attempt(db: Db, { row, transport, files }: Attempt): Promise<string | undefined> {
  try {
    await transport({ ...toMail(row), ...(files.length > 0 && { files }) }, row.id)
  } catch (error) {
    const fault = String(error).slice(0, 500)
    await db.updateTable('mails').set({ last_error: fault }).where('id', '=', row.id).execute()
    return fault
  }
  await db
    .updateTable('mails')
    .set({ sent_at: sql`now()`, last_error: null })
    .where('id', '=', row.id)
    .execute()
  return undefined
}

/** One line for the terminal: whom, about what, and the link to open. */
function summarize({ to, subject, text, files = [] }: Letter): string {
  const link = /https?:\/\/\S+/.exec(text)?.[0]
  const along = files.map(({ name }) => ` (with ${name})`).join('')
  return `Mail to ${to}: ${subject}${along}${link ? ` ${link}` : ''}`
}

function toMail({ recipient, subject, body }: MailRow): Letter {
  return { to: recipient, subject, text: body }
}
