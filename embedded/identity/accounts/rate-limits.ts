import type { IdentityUserRow } from '#database/rows.ts'
import { tooManyCalls } from '../http/toolkit-error.ts'
import type { Identity } from '../identity.ts'
import { digest } from '../tokens/secrets.ts'

// Each `limit` function takes a point of hourly limits. Error: TOO_MANY_ATTEMPTS_TRY_LATER.

const HOUR_SECONDS = 3600

/** The client's IP address; undefined where per-address limits do not apply. */
type Address = string | undefined
type RateLimit = { name: string; subject: string | undefined; points: number }

export function limitSignUps(identity: Identity, address: Address): Promise<void> {
  const points = identity.limits.signUpsPerHour
  return enforce(identity, [{ name: 'sign-up', subject: address, points }])
}

/** It reveals whether an account has the new address, as a sign-up does: both share the limit of the IP address. */
export async function limitAddressChanges(
  identity: Identity,
  { userId, address }: { userId: string; address: Address },
): Promise<void> {
  const points = identity.limits.signUpsPerHour
  await limitSignUps(identity, address)
  await enforce(identity, [{ name: 'new-address-of', subject: userId, points }])
}

export function limitWindows(identity: Identity, address: Address): Promise<void> {
  const points = identity.limits.signUpsPerHour
  return enforce(identity, [{ name: 'popup', subject: address, points }])
}

export function limitMails(
  identity: Identity,
  { email, address }: { email: string; address: Address },
): Promise<void> {
  const { mailsPerHour, mailsPerAddressPerHour } = identity.limits
  return enforce(identity, [
    { name: 'mail-from', subject: address, points: mailsPerAddressPerHour },
    { name: 'mail-to', subject: digest(email), points: mailsPerHour },
  ])
}

export function limitSms(
  identity: Identity,
  { phoneNumber, address }: { phoneNumber: string; address: Address },
): Promise<void> {
  const { smsPerHour, smsPerAddressPerHour } = identity.limits
  return enforce(identity, [
    { name: 'sms-from', subject: address, points: smsPerAddressPerHour },
    { name: 'sms-to', subject: digest(phoneNumber), points: smsPerHour },
  ])
}

/** Notices to an unverified mailbox are limited: it may belong to another person. Call it outside of transactions. */
export async function mayNotify(
  { limit, limits }: Identity,
  { email, email_verified: isVerified }: Pick<IdentityUserRow, 'email' | 'email_verified'>,
): Promise<boolean> {
  if (!email || isVerified) return Boolean(email)
  const rule = { points: limits.mailsPerHour, seconds: HOUR_SECONDS }
  return (await limit(`identity:notice-to:${digest(email)}`, rule)) === undefined
}

async function enforce({ limit }: Identity, rateLimits: RateLimit[]): Promise<void> {
  for (const { name, subject, points } of rateLimits) {
    if (subject === undefined) continue
    const wait = await limit(`identity:${name}:${subject}`, { points, seconds: HOUR_SECONDS })
    if (wait !== undefined) throw tooManyCalls(wait)
  }
}
