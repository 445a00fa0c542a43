import type { FastifyRequest } from 'fastify'
import { rateLimited } from './api-error.ts'

/** Takes one point of a rate limit; returns the seconds to wait when none is left. */
type Limit = (key: string, budget: { points: number; seconds: number }) => Promise<number | undefined>

export type LimitDeps = {
  limit: Limit
  /** The client's IP address, or undefined where per-address limits do not apply. */
  trustedAddress(request: FastifyRequest): string | undefined
}

const HOUR = 3600
const CONFIRMS_AN_INTENT = { points: 10, seconds: HOUR }
const CONFIRMS_AN_ADDRESS = { points: 60, seconds: HOUR }

/** Counts a card attempt against the limits of its intent and its address. Throws 429. */
export async function limitCardAttempt(
  { limit, trustedAddress }: LimitDeps,
  request: FastifyRequest,
  intentId: string,
): Promise<void> {
  const address = trustedAddress(request)
  const waits = [
    await limit(`card-confirm:intent:${intentId}`, CONFIRMS_AN_INTENT),
    address === undefined ? undefined : await limit(`card-confirm:address:${address}`, CONFIRMS_AN_ADDRESS),
  ]
  const wait = waits.find((seconds) => seconds !== undefined)
  if (wait !== undefined) throw rateLimited(wait)
}
