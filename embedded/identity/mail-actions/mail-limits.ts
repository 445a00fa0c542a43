import type { IdentityUserRow } from '#database/rows.ts'
import type { Identity } from '../identity.ts'
import { takeAll } from '../password/allowances.ts'
import { digest } from '../tokens/secrets.ts'

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

/**
 * Whether the account's mailbox is told of a change: always where it is proven, else so often only, lest it be a
 * stranger's; what it would tell of happens anyway. Call it outside of transactions: it may wait for a connection.
 */
export async function mayTell(
  { limit, limits }: Identity,
  { email, email_verified: isProven }: Pick<IdentityUserRow, 'email' | 'email_verified'>,
): Promise<boolean> {
  if (!email || isProven) return Boolean(email)
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
