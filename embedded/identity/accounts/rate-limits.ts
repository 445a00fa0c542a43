import type { IdentityUserRow } from '#database/rows.ts'
import { tooManyCalls } from '../http/toolkit-error.ts'
import type { Identity, IdentityLimits } from '../identity.ts'
import { digest } from '../tokens/secrets.ts'

const HOUR_SECONDS = 3600

const hourlyLimits = {
  'sign-up': 'signUpsPerHour',
  'new-address-of': 'signUpsPerHour',
  popup: 'signUpsPerHour',
  'mail-from': 'mailsPerIpAddressPerHour',
  'mail-to': 'mailsPerHour',
  'sms-from': 'smsPerIpAddressPerHour',
  'sms-to': 'smsPerHour',
} as const satisfies Record<string, keyof IdentityLimits>

/** Consumes a point of an hourly limit; no limit without a subject. Error: TOO_MANY_ATTEMPTS_TRY_LATER. */
export async function consumeRateLimit(
  { limit, limits }: Identity,
  name: keyof typeof hourlyLimits,
  subject: string | undefined,
): Promise<void> {
  if (subject === undefined) return
  const rule = { points: limits[hourlyLimits[name]], seconds: HOUR_SECONDS }
  const wait = await limit(`identity:${name}:${subject}`, rule)
  if (wait !== undefined) throw tooManyCalls(wait)
}

type MailRequest = { to: string; ipAddress: string | undefined }

export async function limitMails(identity: Identity, { to, ipAddress }: MailRequest): Promise<void> {
  await consumeRateLimit(identity, 'mail-from', ipAddress)
  await consumeRateLimit(identity, 'mail-to', digest(to))
}

/** Consumes a point if the address is unverified: it may be another person's. Call it outside of transactions. */
export async function mayNotify(
  { limit, limits }: Identity,
  { email, email_verified: isVerified }: Pick<IdentityUserRow, 'email' | 'email_verified'>,
): Promise<boolean> {
  if (!email || isVerified) return Boolean(email)
  const rule = { points: limits.mailsPerHour, seconds: HOUR_SECONDS }
  return (await limit(`identity:notice-to:${digest(email)}`, rule)) === undefined
}
