import { sql } from 'kysely'
import { smsSubject } from '#contract/platform/mail/texts.ts'
import type { Db } from '#database/open.ts'
import { newId } from '#database/uuid.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  /** The id of a paid order, whose receipt is attached. */
  attached?: string
  /** How long the link or code in the text works. The mail is not sent after that. Its text is deleted once sent or expired, except in a demo. */
  secretSeconds?: number | undefined
}
export type Sms = { to: string; text: string }

const SMS_SECONDS = 300

/** Writes a mail in the caller's transaction; `mail/outbox` sends it after the commit. */
export async function queueMail(db: Db, { to, subject, text, attached, secretSeconds }: Mail): Promise<void> {
  const sendUntil = secretSeconds === undefined ? null : secondsFromNow(secretSeconds)
  await db
    .insertInto('mails')
    .values({ id: newId(), recipient: to, subject, body: text, attached, send_until: sendUntil })
    .execute()
}

export async function queueSms(db: Db, { to, text }: Sms): Promise<void> {
  const sendUntil = secondsFromNow(SMS_SECONDS)
  const sms = { channel: 'sms', subject: smsSubject, send_until: sendUntil } as const
  await db
    .insertInto('mails')
    .values({ ...sms, id: newId(), recipient: to, body: text })
    .execute()
}

export function secondsFromNow(seconds: number) {
  return sql<Date>`now() + ${seconds} * interval '1 second'`
}
