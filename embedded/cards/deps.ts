import type { Db } from '#database/open.ts'
import type { CardKeys } from './http/caller.ts'
import type { LimitDeps } from './http/limits.ts'

/** What the sandbox is handed by whoever mounts it. */
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
    /** Told of what the delivery loop could not do, once until it works again; not of a database that is away. */
    log?(line: string): void
  }

/** What the routes are handed besides: `changed` is called after each commit. */
export type CardRouteDeps = CardSandboxDeps & { changed(): void }
