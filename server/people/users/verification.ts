import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { confirmAddressMail } from '#contract/people/users/mail-texts.ts'
import { type Db, inTransaction } from '#database/open.ts'
import { type Mail, queueMail } from '../../platform/mail/write-mail.ts'

type Mailbox = { uid: string; email: string }
export type Mailboxes = {
  /** Whether the address is verified; false where only the exchange of a token shows it. */
  isVerified(db: Db, mailbox: Mailbox): Promise<boolean>
  /** A link for verifying the address; undefined where there is nothing to verify. */
  verificationLink(db: Db, mailbox: Mailbox): Promise<VerificationLink | undefined>
}
/** `seconds`: how long the link works. Without it the link has no secret and leads to a page behind sign-in. */
type VerificationLink = { link: string; seconds?: number }

type Verification = {
  origin: string
  mailboxes: Mailboxes
  /** Counts one mail against the hourly limit of the address; false if it exceeds that. */
  consumeMailQuota(email: string): Promise<boolean>
}

const MAX_REQUESTS_PER_RUN = 100
const REQUEST_MS = 30 * 24 * 3_600_000

/** A mail to an address that is unverified or of no account is dropped, not kept for later. An unverified one gets a mail that requests verification, at most once in 30 days. */
export async function mailIfVerified(trx: Db, mailboxes: Mailboxes, mail: Mail): Promise<void> {
  const account = await trx
    .selectFrom('users')
    .select(['id', 'uid', 'email_verified'])
    .where('email', '=', mail.to)
    .executeTakeFirst()
  if (!account) return
  const { id, uid } = account
  if (account.email_verified || (await mailboxes.isVerified(trx, { uid, email: mail.to })))
    return queueMail(trx, mail)
  await trx
    .insertInto('verification_requests')
    .values({ recipient: digest(mail.to), user_id: id })
    .onConflict((conflict) => conflict.column('recipient').doNothing())
    .execute()
}

/**
 * Writes up to a hundred mails that request verification, one for each address; an address that has reached its hourly limit
 * gets it in a later run. Call it outside transactions: it counts a limit.
 */
export async function writeVerificationMails(
  db: Db,
  { origin, mailboxes, consumeMailQuota }: Verification,
): Promise<void> {
  const waiting = await db
    .selectFrom('verification_requests')
    .innerJoin('users', 'users.id', 'verification_requests.user_id')
    .select(['recipient', 'uid', 'email'])
    .where('mailed_at', 'is', null)
    .where('email', 'is not', null)
    // in random order, so that addresses whose limit is reached do not keep the others waiting
    .orderBy(sql`random()`)
    .limit(MAX_REQUESTS_PER_RUN)
    .execute()
  for (const { recipient, uid, email } of waiting) {
    if (!email) continue
    // an account whose address has changed gets a new request with the next mail to that address
    const isCurrent = digest(email) === recipient
    if (isCurrent && !(await consumeMailQuota(email))) continue
    await inTransaction(db, async (trx) => {
      // only one of several instances writes the mail
      const claimed = await trx
        .updateTable('verification_requests')
        .set({ mailed_at: sql`now()` })
        .where('recipient', '=', recipient)
        .where('mailed_at', 'is', null)
        .returning('recipient')
        .executeTakeFirst()
      if (!claimed || !isCurrent) return
      const verification = await mailboxes.verificationLink(trx, { uid, email })
      if (!verification) return
      await queueMail(trx, {
        to: email,
        ...confirmAddressMail(new URL(origin).host, verification),
        secretSeconds: verification.seconds,
      })
    })
  }
}

/** After 30 days an address may be asked again. */
export async function deleteVerificationRequests(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - REQUEST_MS)
  await db.deleteFrom('verification_requests').where('requested_at', '<', before).execute()
}

function digest(email: string): string {
  return createHash('sha256').update(email).digest('base64url')
}
