import { CHANNEL, type Change, writeNotices } from './tags.ts'

/** What of a pool is needed. */
type Pool = { query(sql: string, values: unknown[]): Promise<unknown> }

export type Announcer = {
  /** Tells the other instances what a quiet transaction has changed; soon, and never twice the same in one go. */
  announce(tags: Iterable<Change>): void
  /** Tells what is left to tell, as far as the database can be reached. */
  stop(): Promise<void>
}

const PAUSE_MS = 20
const RETRY_MS = 200

/**
 * Announces what this instance has committed quietly: all that comes within 20 ms in one statement, since the database
 * lets only one transaction with notifications commit at a time. What fails stays and is told again.
 */
export function createAnnouncer(pool: Pool, instance: string): Announcer {
  const waiting = new Set<Change>()
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> = Promise.resolve()
  let isStopped = false

  async function send(): Promise<void> {
    const tags = [...waiting]
    waiting.clear()
    if (tags.length === 0) return
    const payloads = writeNotices(tags, instance)
    try {
      await pool.query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [
        CHANNEL,
        payloads,
      ])
    } catch {
      for (const tag of tags) waiting.add(tag)
    }
  }

  function plan(ms: number): void {
    timer ??= setTimeout(async () => {
      sending = send()
      await sending
      timer = undefined
      if (waiting.size > 0 && !isStopped) plan(RETRY_MS)
    }, ms)
  }

  return {
    announce(tags) {
      for (const tag of tags) waiting.add(tag)
      plan(PAUSE_MS)
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await sending
      await send()
    },
  }
}
