import { tooManyCalls } from '../http/toolkit-error.ts'
import type { Identity } from '../identity.ts'

type Allowance = { key: string; points: number }

/** Takes one of what each allowance gives in an hour. Error: TOO_MANY_ATTEMPTS_TRY_LATER. */
export async function takeAll({ limit }: Identity, allowances: Allowance[]): Promise<void> {
  for (const { key, points } of allowances) {
    const wait = await limit(`identity:${key}`, { points, seconds: 3600 })
    if (wait !== undefined) throw tooManyCalls(wait)
  }
}

/** Takes one new account. Error: TOO_MANY_ATTEMPTS_TRY_LATER. */
export function takeSignUp(identity: Identity, address: string | undefined): Promise<void> {
  return takeAll(identity, signUpsFrom(identity, address))
}

/**
 * Takes one move of the account to another address. The answer reveals whether another account has that one, as a
 * sign-up does: who asks has one allowance for both, and the account has its own, from wherever it is asked.
 * Error: TOO_MANY_ATTEMPTS_TRY_LATER.
 */
export function takeNewAddress(
  identity: Identity,
  { userId, address }: { userId: string; address: string | undefined },
): Promise<void> {
  const points = identity.limits.signUpsPerHour
  return takeAll(identity, [...signUpsFrom(identity, address), { key: `new-address-of:${userId}`, points }])
}

function signUpsFrom({ limits }: Identity, address: string | undefined): Allowance[] {
  return address === undefined ? [] : [{ key: `sign-up:${address}`, points: limits.signUpsPerHour }]
}
