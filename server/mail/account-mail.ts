import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { confirmAddressMail } from '#contract/messages/mails/account-mails.ts'
import { type Db, inTransaction } from '#database/open.ts'
import { type Mail, sendMail } from './outbox.ts'

type Mailbox = { uid: string; email: string }

export type Mailboxes = {
  /** Whether the address is verified; false where only the exchange of a token shows it. */
  isVerified(db: Db, mailbox: Mailbox): Promise<boolean>
  /** The link that verifies the address; undefined where there is nothing to verify. */
  verificationLink(db: Db, mailbox: Mailbox): Promise<VerificationLink | undefined>
}
/** `seconds`: how long the link works. Without it the link has no secret and leads to a page behind sign-in. */
type VerificationLink = { link: string; seconds?: number }

export const ASK_AGAIN_DAYS = 30
const BATCH = 100

/**
 * Mails an account in the caller's transaction. A mail to an unverified address is dropped, not kept for later: the address is
 * asked once to verify itself.
 */
export async function mailAccount(trx: Db, mailboxes: Mailboxes, mail: Mail): Promise<void> {
  const account = await trx
    .selectFrom('users')
    .select(['id', 'uid', 'email_verified'])
    .where('email', '=', mail.to)
    .executeTakeFirst()
  if (!account) return
  const { id, uid } = account
  if (account.email_verified || (await mailboxes.isVerified(trx, { uid, email: mail.to })))
    return sendMail(trx, mail)
  await trx
    .insertInto('verification_requests')
    .values({ recipient: digest(mail.to), user_id: id })
    .onConflict((conflict) => conflict.column('recipient').doNothing())
    .execute()
}

export type VerificationDeps = {
  mailboxes: Mailboxes
  /** Counts one mail against the hourly limit of the address; false once that is reached. */
  takeMail(email: string): Promise<boolean>
  host: string
}

/**
 * Writes the mails that ask for verification, one for each address; an address that has got its mails of the hour is asked in
 * the next. Call it outside transactions: it counts a limit.
 */
export async function askForVerification(db: Db, { mailboxes, takeMail, host }: VerificationDeps) {
  const waiting = await db
    .selectFrom('verification_requests')
    .innerJoin('users', 'users.id', 'verification_requests.user_id')
    .select(['recipient', 'uid', 'email'])
    .where('mailed_at', 'is', null)
    .where('email', 'is not', null)
    // in random order, so that addresses whose limit is reached do not keep the others waiting
    .orderBy(sql`random()`)
    .limit(BATCH)
    .execute()
  for (const { recipient, uid, email } of waiting) {
    if (!email) continue
    // an account whose address has changed gets a new request with the next mail to that address
    const isCurrent = digest(email) === recipient
    if (isCurrent && !(await takeMail(email))) continue
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
      const { seconds } = verification
      const secret = seconds === undefined ? {} : { secretSeconds: seconds }
      await sendMail(trx, { to: email, ...confirmAddressMail(host, verification), ...secret })
    })
  }
}

export async function deleteVerificationRequests(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('verification_requests').where('requested_at', '<', before).execute()
}

function digest(email: string): string {
  return createHash('sha256').update(email).digest('base64url')
}
