import type { Db } from '#database/open.ts'
import { forgetSentMail } from '../mail/outbox.ts'

const DAY_MS = 24 * 3_600_000
const MAIL_DAYS = 30

/** Forgets idempotency keys after their day, counters of windows long past, and mails a month after they left. */
export async function cleanUp(db: Db, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - DAY_MS)
  await db.deleteFrom('idempotency_keys').where('created_at', '<', yesterday).execute()
  await db.deleteFrom('rate_limits').where('window_start', '<', yesterday).execute()
  await forgetSentMail(db, new Date(now.getTime() - MAIL_DAYS * DAY_MS))
}
