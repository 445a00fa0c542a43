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
export type Operation = { request: InjectOptions } | { poll: 'sync' | 'expire' | 'refund orphan'; id: string }

/** `stop` is the index of a call of the task. */
export type KillTask = ProviderTask & { operation: Operation; stop: number; when: 'before' | 'after' }

/** The message to the store that will be killed: the tasks that it runs. */
export type KillPlan = {
  connection: PoolConfig
  env: Record<string, string>
  now: string
  tasks: KillTask[]
}

/** The messages of that store. */
export type Report = { stopped: string } | { finished: string; result: string }

export async function perform(
  store: Pick<Store, 'app'>,
  deps: PaymentDeps,
  operation: Operation,
): Promise<string> {
  if ('request' in operation) {
    const { statusCode, payload } = await store.app.inject(operation.request)
    return `${statusCode} ${payload}`
  }
  if (operation.poll === 'sync') await syncOpenPayment(deps, operation.id, { cardAttemptsPerHour: 10 })
  if (operation.poll === 'expire') await expireOrder(deps, operation.id)
  if (operation.poll === 'refund orphan') await refundOrphanedPayment(deps, operation.id)
  return 'polled'
}
