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

/** An address gets one verification request in this time, however many accounts use it. */
export const ASK_AGAIN_DAYS = 30
const BATCH = 100

/** Mails an account in the caller's transaction; an unverified address gets a verification request instead. */
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

/** Writes the mails that ask for verification, one for each address. Call it outside transactions: it counts a limit. */
export async function askForVerification(
  db: Db,
  { mailboxes, takeMail, host }: VerificationDeps,
): Promise<void> {
  const waiting = await db
    .selectFrom('verification_requests')
    .innerJoin('users', 'users.id', 'verification_requests.user_id')
    .select(['recipient', 'uid', 'email'])
    .where('mailed_at', 'is', null)
    .where('email', 'is not', null)
    .orderBy('requested_at')
    .limit(BATCH)
    .execute()
  for (const { recipient, uid, email } of waiting) {
    if (!email) continue
    // an account whose address has changed gets a new request with the next mail to that address
    const isDue = digest(email) === recipient && (await takeMail(email))
    await inTransaction(db, async (trx) => {
      // only one of several instances writes the mail
      const taken = await trx
        .updateTable('verification_requests')
        .set({ mailed_at: sql`now()` })
        .where('recipient', '=', recipient)
        .where('mailed_at', 'is', null)
        .returning('recipient')
        .executeTakeFirst()
      const found = taken && isDue && (await mailboxes.verificationLink(trx, { uid, email }))
      if (!found) return
      const secret = found.seconds === undefined ? {} : { secretSeconds: found.seconds }
      await sendMail(trx, { to: email, ...confirmAddressMail(host, found), ...secret })
    })
  }
}

export async function deleteVerificationRequests(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('verification_requests').where('requested_at', '<', before).execute()
}

function digest(email: string): string {
  return createHash('sha256').update(email).digest('base64url')
}
