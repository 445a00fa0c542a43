import type { Db } from '#database/open.ts'
import { deleteMailedSecrets, deleteOldMail } from '../mail/mail-history.ts'
import { deleteVerificationRequests, VERIFICATION_REQUEST_DAYS } from '../mail/order-mails.ts'
import { cleanUpImports } from '../products/imports/imports.ts'

const DAY_MS = 24 * 3_600_000
const MAIL_DAYS = 30
/** How long a device stays known after its last sign-in ended; with Firebase for good. */
const SIGN_IN_DAYS = 180

/** Deletes rows that are no longer needed, and, outside a demo, the text of mails whose link or code was sent or has expired. */
export async function cleanUp(db: Db, now: Date, { demo }: { demo: boolean }): Promise<void> {
  const yesterday = new Date(now.getTime() - DAY_MS)
  await db.deleteFrom('idempotency_keys').where('created_at', '<', yesterday).execute()
  // declined cards count for an hour
  await db.deleteFrom('card_events').where('created_at', '<', yesterday).execute()
  await db.deleteFrom('rate_limits').where('window_start', '<', yesterday).execute()
  await db
    .deleteFrom('sign_ins')
    .where('ended_at', '<', new Date(now.getTime() - SIGN_IN_DAYS * DAY_MS))
    // sessions of Firebase have no id and cannot be ended there: their rows stay, to reject the tokens
    .where('key', 'like', 'sid:%')
    .execute()
  await cleanUpImports(db, now)
  await deleteVerificationRequests(db, new Date(now.getTime() - VERIFICATION_REQUEST_DAYS * DAY_MS))
  // a demo lists its mails
  if (!demo) await deleteMailedSecrets(db, now)
  await deleteOldMail(db, new Date(now.getTime() - MAIL_DAYS * DAY_MS))
}
