import type { IdentityUserRow } from '#database/rows.ts'
import { tooManyCalls } from '../http/toolkit-error.ts'
import type { Identity } from '../identity.ts'
import { digest } from '../tokens/secrets.ts'

// Each `limit` function takes a point of hourly limits. Error: TOO_MANY_ATTEMPTS_TRY_LATER.

const HOUR_SECONDS = 3600

type Address = string | undefined

export function limitSignUps(identity: Identity, address: Address): Promise<void> {
  return take(identity, { name: 'sign-up', subject: address, points: identity.limits.signUpsPerHour })
}

/** It reveals whether an account has the new address, as a sign-up does: both share the limit of the IP address. */
export async function limitAddressChanges(
  identity: Identity,
  { userId, address }: { userId: string; address: Address },
): Promise<void> {
  await limitSignUps(identity, address)
  await take(identity, { name: 'new-address-of', subject: userId, points: identity.limits.signUpsPerHour })
}

export function limitWindows(identity: Identity, address: Address): Promise<void> {
  return take(identity, { name: 'popup', subject: address, points: identity.limits.signUpsPerHour })
}

export async function limitMails(
  identity: Identity,
  { email, address }: { email: string; address: Address },
): Promise<void> {
  const { mailsPerHour, mailsPerAddressPerHour } = identity.limits
  await take(identity, { name: 'mail-from', subject: address, points: mailsPerAddressPerHour })
  await take(identity, { name: 'mail-to', subject: digest(email), points: mailsPerHour })
}

export async function limitSms(
  identity: Identity,
  { phoneNumber, address }: { phoneNumber: string; address: Address },
): Promise<void> {
  const { smsPerHour, smsPerAddressPerHour } = identity.limits
  await take(identity, { name: 'sms-from', subject: address, points: smsPerAddressPerHour })
  await take(identity, { name: 'sms-to', subject: digest(phoneNumber), points: smsPerHour })
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

type RateLimit = { name: string; subject: string | undefined; points: number }

async function take({ limit }: Identity, { name, subject, points }: RateLimit): Promise<void> {
  if (subject === undefined) return
  const wait = await limit(`identity:${name}:${subject}`, { points, seconds: HOUR_SECONDS })
  if (wait !== undefined) throw tooManyCalls(wait)
}
