import type { IdentityUserRow } from '#database/rows.ts'
import type { Identity } from '../identity.ts'
import { enforceRateLimits } from '../password/rate-limits.ts'
import { digest } from '../tokens/secrets.ts'

/** Counts a mail against the limits of its mailbox and of the client's IP address. Error: TOO_MANY_ATTEMPTS_TRY_LATER. */
export function limitMails(
  identity: Identity,
  { email, address }: { email: string; address: string | undefined },
): Promise<void> {
  const { mailsPerHour, mailsPerAddressPerHour } = identity.limits
  return enforceRateLimits(identity, [
    ...(address === undefined ? [] : [{ key: `mail-from:${address}`, points: mailsPerAddressPerHour }]),
    { key: `mail-to:${digest(email)}`, points: mailsPerHour },
  ])
}

/**
 * Whether to notify the account's mailbox of a change. Notices to a verified mailbox are unlimited; an unverified one may
 * belong to another person, so that notices to it are limited. Call it outside of transactions: it may wait for a
 * connection.
 */
export async function mayNotify(
  { limit, limits }: Identity,
  { email, email_verified: isProven }: Pick<IdentityUserRow, 'email' | 'email_verified'>,
): Promise<boolean> {
  if (!email || isProven) return Boolean(email)
  const key = `identity:notice-to:${digest(email)}`
  return (await limit(key, { points: limits.mailsPerHour, seconds: 3600 })) === undefined
}

/** Counts a text message against the limits of its number and of the client's IP address. */
export function limitSms(
  identity: Identity,
  { phoneNumber, address }: { phoneNumber: string; address: string | undefined },
): Promise<void> {
  const { smsPerHour, smsPerAddressPerHour } = identity.limits
  return enforceRateLimits(identity, [
    ...(address === undefined ? [] : [{ key: `sms-from:${address}`, points: smsPerAddressPerHour }]),
    { key: `sms-to:${digest(phoneNumber)}`, points: smsPerHour },
  ])
}
