import type { InjectOptions } from 'fastify'
import type { PoolConfig } from 'pg'
import type { Store } from '#server/compose.ts'
import {
  expireOrder,
  type PaymentDeps,
  refundOrphanedPayment,
  syncOpenPayment,
} from '../support/payment-actions.ts'
import type { ProviderTask } from './card-calls.ts'

/** A request to the store, or the work of a job on one order or payment. */
export type Act = { request: InjectOptions } | { poll: 'sync' | 'expire' | 'refund orphan'; id: string }

/** `stop` is the index of a call of the task. */
export type KillTask = ProviderTask & { act: Act; stop: number; when: 'before' | 'after' }

/** A message to the store that will be killed. */
export type KillOrder = {
  connection: PoolConfig
  env: Record<string, string>
  now: string
  tasks: KillTask[]
}

/** The messages of that store. */
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
