import type { Generated, Selectable } from 'kysely'

export type MailTable = {
  id: string
  channel: Generated<'mail' | 'sms'>
  recipient: string
  subject: string
  body: string
  created_at: Generated<Date>
  sent_at: Generated<Date | null>
  attempts: Generated<number>
  last_error: Generated<string | null>
  next_attempt_at: Generated<Date>
  attached: Generated<string | null>
  /** Of a mail with a secret in it: until when that works. */
  send_until: Generated<Date | null>
  /** Written at the first attempt, and the same at every later one. */
  message_id: Generated<string | null>
}

/** An address, by its digest, that is asked to be verified. */
export type VerificationAskTable = {
  recipient: string
  user_id: string
  wanted_at: Generated<Date>
  asked_at: Generated<Date | null>
}

export type MailTables = { mails: MailTable; verification_asks: VerificationAskTable }
export type MailRow = Selectable<MailTable>
