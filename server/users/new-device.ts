import { newDeviceMail } from '#contract/messages/mails/account-mails.ts'
import type { Db } from '#database/open.ts'
import { sendMail } from '../mail/outbox.ts'

type Seen = {
  userId: string
  device: { id: string | null; name: string }
  at: Date
  origin: string
  /** More would only fill the mailbox of somebody who has been warned. */
  mailsPerHour: number
}

/** The first device of an account is no news; one without a name of its own always is. */
export async function isNewDevice(trx: Db, { userId, device, at, mailsPerHour }: Seen): Promise<boolean> {
  const hourAgo = new Date(at.getTime() - 3_600_000)
  const seen = await trx
    .selectFrom('sign_ins')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn
        .countAll<number>()
        .filterWhere('device_id', '=', device.id ?? '')
        .as('here'),
      eb.fn.countAll<number>().filterWhere('created_at', '>', hourAgo).as('lately'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return seen.all > 0 && seen.here === 0 && seen.lately <= mailsPerHour
}

/** Writes to the account's address. */
export function tellOwner(trx: Db, to: string, { device, at, origin }: Seen): Promise<void> {
  const time = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const link = `${origin}/dashboard/account`
  return sendMail(trx, {
    to,
    ...newDeviceMail(new URL(origin).host, { device: device.name, at: time, link }),
  })
}
