import type { Db } from '#database/open.ts'
import type { CardKeys } from './http/caller.ts'
import type { LimitDeps } from './http/limits.ts'

/** What the sandbox needs from the program that mounts it. */
export type CardSandboxDeps = CardKeys &
  LimitDeps & {
    db: Db
    /** The store's own origin, without a trailing slash. */
    origin: string
    now: () => Date
    webhookSecret: string
    /** A demo may make the sandbox misbehave. */
    demo: boolean
    /** Hands a signed event to the shop; answers the shop's HTTP status. */
    deliver(rawBody: string, signatureHeader: string): Promise<number>
    /** Called when the delivery loop fails, once until it works again; not while the database is unavailable. */
    log?(line: string): void
  }

/** What the routes are handed besides: `changed` is called after each commit. */
export type CardRouteDeps = CardSandboxDeps & { changed(): void }
