import type { IdentityUserRow } from '#database/rows.ts'
import { tooManyCalls } from '../http/toolkit-error.ts'
import type { Client, Identity, IdentityLimits } from '../identity.ts'
import { digest } from '../tokens/secrets.ts'
import { recognise } from './known-clients.ts'

const HOUR_SECONDS = 3600

const hourlyLimits = {
  'sign-up': 'signUpsPerHour',
  'new-address-of': 'signUpsPerHour',
  popup: 'signUpsPerHour',
  'mail-from': 'mailsPerIpAddressPerHour',
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

type MailRequest = Client & { to: string }

/** Known clients of an account have some mails left when others have used up those of its address (docs/decisions/0053). */
export async function limitMails(identity: Identity, { to, ...client }: MailRequest): Promise<void> {
  const { limit, limits } = identity
  const knownBy = await recognise(identity, { email: to }, client)
  if (knownBy !== 'device') await consumeRateLimit(identity, 'mail-from', client.ipAddress)
  const wait = await limit(`identity:mail-to:${digest(to)}`, {
    points: limits.mailsPerHour,
    seconds: HOUR_SECONDS,
  })
  if (wait === undefined) return
  if (knownBy === undefined) throw tooManyCalls(wait)
  const own = digest(to, knownBy, (knownBy === 'device' ? client.device : client.ipAddress) ?? '')
  const points = Math.floor(limits.mailsPerHour / 4)
  const ownWait = await limit(`identity:mail-to-known:${own}`, { points, seconds: HOUR_SECONDS })
  if (ownWait !== undefined) throw tooManyCalls(ownWait)
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
