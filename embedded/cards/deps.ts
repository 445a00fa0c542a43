import type { Db } from '#database/open.ts'
import type { CardKeys } from './http/caller.ts'
import type { LimitDeps } from './http/limits.ts'

export type CardSandboxDeps = CardKeys &
  LimitDeps & {
    db: Db
    /** The store's own origin, without a trailing slash. */
    origin: string
    now: () => Date
    webhookSecret: string
    /** Mounts the control page. */
    demo: boolean
    /** Sends a signed event to the store; resolves with its HTTP status. */
    deliver(rawBody: string, signatureHeader: string): Promise<number>
    /** Called once per failure of the delivery loop, but not while the database is unavailable. */
    log?(line: string): void
  }

/** `onChange` is called after each commit. */
export type CardRouteDeps = CardSandboxDeps & { onChange(): void }
