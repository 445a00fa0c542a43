import type { FastifyRequest } from 'fastify'
import type { Db } from '#database/open.ts'

export type CardSandboxDeps = {
  db: Db
  origin: string
  now: () => Date
  /** From 0 to below 1: chooses the calls and events that a fault with a share meets. */
  random: () => number
  secretKey: string
  publishableKey: string
  webhookSecret: string
  demo: boolean
  /** Sends a signed event to the store; resolves with the HTTP status of the response. */
  deliver(rawBody: string, signatureHeader: string): Promise<number>
  /** Called when the delivery loop fails; not again for repeats of a failure, nor if the database is unavailable. */
  log?(line: string): void
  /** Consumes a point of a rate limit; resolves with the seconds to wait if none is left. */
  limit(key: string, budget: { points: number; seconds: number }): Promise<number | undefined>
  /** The client's IP address, or undefined where limits by IP address do not apply. */
  trustedIpAddress(request: FastifyRequest): string | undefined
}

export type CardRouteDeps = CardSandboxDeps & { onChange(): void }

export type CardContext = {
  db: Db
  at: Date
  origin: string
  requestId: string | null
  idempotencyKey: string | null
}

/** The context of a change that no API request makes, so that its events name none. */
export function internalContext({ now, origin }: CardSandboxDeps, db: Db): CardContext {
  return { db, at: now(), origin, requestId: null, idempotencyKey: null }
}
