import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { confirmAddressMail } from '#contract/messages/mails/account-mails.ts'
import { type Db, inTransaction } from '#database/open.ts'
import { type Mail, sendMail } from './outbox.ts'

/** An account of the identity provider, and its address. */
type Mailbox = { uid: string; email: string }

/** What the identity provider knows of mailboxes. */
export type Mailboxes = {
  /** Whether the account has proven the address by now; false where only an exchange can tell. */
  isVerified(db: Db, mailbox: Mailbox): Promise<boolean>
  /** Where the owner verifies the address, and for how long; nothing where there is nothing to verify. */
  verificationLink(db: Db, mailbox: Mailbox): Promise<VerificationLink | undefined>
}
/** A link without `seconds` holds no secret and leads to a page that asks for a sign-in. */
type VerificationLink = { link: string; seconds?: number }

/** An address is asked once in this time, however many accounts it had meanwhile. */
export const ASK_AGAIN_DAYS = 30
const BATCH = 100

/**
 * Writes a mail to an address of an account, as part of the caller's transaction, if the identity provider calls the
 * address verified. Anybody may have registered one that is not: its owner is asked to verify it instead.
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

export type Asking = {
  mailboxes: Mailboxes
  /** Takes one mail from what the address may get in an hour; false once that is used up. */
  takeMail(email: string): Promise<boolean>
  /** How the mail names the store. */
  host: string
}

/** Writes the mails that ask for verification, one an address. Call it outside of transactions: it counts a limit. */
export async function askForVerification(db: Db, asking: Asking): Promise<void> {
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
    // an account that has another address by now asks anew when there is news for that one
    const isDue = digest(email) === recipient && (await asking.takeMail(email))
    await ask(db, asking, { recipient, mailbox: isDue ? { uid, email } : undefined })
  }
}

type Ask = { recipient: string; mailbox: Mailbox | undefined }

/** Of several instances one writes the mail. */
function ask(db: Db, { mailboxes, host }: Asking, { recipient, mailbox }: Ask): Promise<void> {
  return inTransaction(db, async (trx) => {
    const taken = await trx
      .updateTable('verification_requests')
      .set({ mailed_at: sql`now()` })
      .where('recipient', '=', recipient)
      .where('mailed_at', 'is', null)
      .returning('recipient')
      .executeTakeFirst()
    const found = taken && mailbox && (await mailboxes.verificationLink(trx, mailbox))
    if (!found) return
    const secret = found.seconds === undefined ? {} : { secretSeconds: found.seconds }
    await sendMail(trx, { to: mailbox.email, ...confirmAddressMail(host, found), ...secret })
  })
}

/** Forgets whom the store has asked before that time: the next news asks again. */
export async function forgetAsks(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('verification_requests').where('requested_at', '<', before).execute()
}

function digest(email: string): string {
  return createHash('sha256').update(email).digest('base64url')
}
