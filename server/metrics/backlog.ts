import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Db } from '#database/open.ts'

type Backlog = { mails: number; order_events: number; open_intents: number }

/**
 * What waits to be worked off. A database that is away leaves these out of the scrape; the figures of the process are
 * wanted then most of all.
 */
export function addBacklog(registry: Registry, db: Db): void {
  new Gauge({
    name: 'store_backlog',
    help: 'Rows that wait: mails to send, order events to mail, intents whose payment is open.',
    labelNames: ['of'],
    registers: [registry],
    async collect() {
      const backlog = await readBacklog(db).catch(() => undefined)
      this.reset()
      for (const [of, count] of Object.entries(backlog ?? {})) this.set({ of }, count)
    },
  })
}

/** Each from an index of what is open, which is short. */
async function readBacklog(db: Db): Promise<Backlog | undefined> {
  const counted = await sql<Backlog>`
    select
      (select count(*) from mails where sent_at is null and (send_until is null or send_until > now())) as mails,
      (select count(*) from order_events where mailed_at is null and mail_error is null) as order_events,
      (select count(*) from payment_intents where closed_at is null) as open_intents`.execute(db)
  return counted.rows[0]
}
