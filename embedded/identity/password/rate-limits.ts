import { tooManyCalls } from '../http/toolkit-error.ts'
import type { Identity } from '../identity.ts'

type RateLimit = { key: string; points: number }

/** Takes one point of each hourly limit. Error: TOO_MANY_ATTEMPTS_TRY_LATER. */
export async function enforceRateLimits({ limit }: Identity, rateLimits: RateLimit[]): Promise<void> {
  for (const { key, points } of rateLimits) {
    const wait = await limit(`identity:${key}`, { points, seconds: 3600 })
    if (wait !== undefined) throw tooManyCalls(wait)
  }
}

/** Error: TOO_MANY_ATTEMPTS_TRY_LATER. */
export function limitSignUps(identity: Identity, address: string | undefined): Promise<void> {
  return enforceRateLimits(identity, signUpsFrom(identity, address))
}

/**
 * A change of the address reveals whether another account has the new one, as a sign-up does: both share the limit of
 * the client's IP address, and the account has its own. Error: TOO_MANY_ATTEMPTS_TRY_LATER.
 */
export function limitAddressChanges(
  identity: Identity,
  { userId, address }: { userId: string; address: string | undefined },
): Promise<void> {
  const points = identity.limits.signUpsPerHour
  return enforceRateLimits(identity, [
    ...signUpsFrom(identity, address),
    { key: `new-address-of:${userId}`, points },
  ])
}

function signUpsFrom({ limits }: Identity, address: string | undefined): RateLimit[] {
  return address === undefined ? [] : [{ key: `sign-up:${address}`, points: limits.signUpsPerHour }]
}
