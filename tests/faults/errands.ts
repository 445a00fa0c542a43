import type { InjectOptions } from 'fastify'
import type { PoolConfig } from 'pg'
import type { Store } from '#server/compose.ts'
import {
  expireOrder,
  type PaymentDeps,
  refundOrphanedPayment,
  syncOpenPayment,
} from '../support/payment-actions.ts'
import type { Errand } from './card-calls.ts'

/** A request to the store, or what its poller does about one order or payment. */
export type Act = { request: InjectOptions } | { poll: 'sync' | 'expire' | 'refund orphan'; id: string }

/** `stop` counts the errand's calls from 0. */
export type DeadlyErrand = Errand & { act: Act; stop: number; when: 'before' | 'after' }

/** What the store that will be killed is told. */
export type Orders = {
  connection: PoolConfig
  env: Record<string, string>
  now: string
  errands: DeadlyErrand[]
}

/** What it says. */
export type Report = { stopped: string } | { ended: string; as: string }

export async function perform(store: Pick<Store, 'app'>, deps: PaymentDeps, act: Act): Promise<string> {
  if ('request' in act) {
    const { statusCode, payload } = await store.app.inject(act.request)
    return `${statusCode} ${payload}`
  }
  if (act.poll === 'sync') await syncOpenPayment(deps, act.id, { cardAttemptsPerHour: 10 })
  if (act.poll === 'expire') await expireOrder(deps, act.id)
  if (act.poll === 'refund orphan') await refundOrphanedPayment(deps, act.id)
  return 'polled'
}
