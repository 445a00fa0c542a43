import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Db } from '#database/open.ts'
import { MOST_ATTEMPTS } from '../mail/outbox.ts'

type Backlog = {
  mails: number
  failed_mails: number
  order_events: number
  failed_order_events: number
  open_intents: number
}

/** Work that is due. While the database is unavailable the scrape has no backlog, but still the figures of the process. */
export function addBacklog(registry: Registry, db: Db): void {
  new Gauge({
    name: 'store_backlog',
    help: 'Rows that wait: mails to send and those that failed, order events to mail and those of which no mail can be composed, intents whose payment is open.',
    labelNames: ['of'],
    registers: [registry],
    async collect() {
      const backlog = await readBacklog(db).catch(() => undefined)
      this.reset()
      for (const [of, count] of Object.entries(backlog ?? {})) this.set({ of }, count)
    },
  })
}

async function readBacklog(db: Db): Promise<Backlog | undefined> {
  const counted = await sql<Backlog>`
    select
      (select count(*) from mails where sent_at is null and attempts < ${MOST_ATTEMPTS}
        and (send_until is null or send_until > now())) as mails,
      (select count(*) from mails where sent_at is null and attempts >= ${MOST_ATTEMPTS}) as failed_mails,
      (select count(*) from order_events where mailed_at is null and mail_error is null) as order_events,
      (select count(*) from order_events where mailed_at is null and mail_error is not null) as failed_order_events,
      (select count(*) from payment_intents where closed_at is null) as open_intents`.execute(db)
  return counted.rows[0]
}
