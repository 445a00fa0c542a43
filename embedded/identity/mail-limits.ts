import { takeAll } from './allowances.ts'
import type { Identity } from './identity.ts'
import { digest } from './secrets.ts'

/** Takes one mail from the allowances of the mailbox and of whoever asks. Error: TOO_MANY_ATTEMPTS_TRY_LATER. */
export function takeMail(
  identity: Identity,
  { email, address }: { email: string; address: string | undefined },
): Promise<void> {
  const { mailsPerHour, mailsPerAddressPerHour } = identity.limits
  return takeAll(identity, [
    ...(address === undefined ? [] : [{ key: `mail-from:${address}`, points: mailsPerAddressPerHour }]),
    { key: `mail-to:${digest(email)}`, points: mailsPerHour },
  ])
}

/** Whether a notice may still go to a mailbox that perhaps is not the account's own; what it tells of happens anyway. */
export async function mayNotify({ limit, limits }: Identity, email: string): Promise<boolean> {
  const key = `identity:notice-to:${digest(email)}`
  return (await limit(key, { points: limits.mailsPerHour, seconds: 3600 })) === undefined
}

/** Takes one text message likewise: each costs money. */
export function takeSms(
  identity: Identity,
  { phoneNumber, address }: { phoneNumber: string; address: string | undefined },
): Promise<void> {
  const { smsPerHour, smsPerAddressPerHour } = identity.limits
  return takeAll(identity, [
    ...(address === undefined ? [] : [{ key: `sms-from:${address}`, points: smsPerAddressPerHour }]),
    { key: `sms-to:${digest(phoneNumber)}`, points: smsPerHour },
  ])
}
