import type { InjectOptions } from 'fastify'
import type { PoolConfig } from 'pg'
import type { Store } from '#server/compose.ts'
import { expireOrder } from '#server/sales/payments/cancel-order.ts'
import { syncOpenPayment } from '#server/sales/payments/reconciliation-job.ts'
import { type PaymentDeps, refundOrphanedPayment } from '#server/sales/payments/sync.ts'
import type { ProviderTask } from './card-calls.ts'

/** A request to the store, or the work of a job on one order or payment. */
export type Operation =
  | { request: InjectOptions }
  | { job: 'syncPayment' | 'expireOrder' | 'refundOrphanedPayment'; id: string }

/** The task stops before or after its provider call number `callIndex`, counted from 0. */
export type KillTask = ProviderTask & { operation: Operation; callIndex: number; when: 'before' | 'after' }

/** The message to the store that will be killed: the tasks that it runs. */
export type KillPlan = {
  connection: PoolConfig
  env: Record<string, string>
  now: string
  tasks: KillTask[]
}

/** A message of that store: the name of a task that stopped, or that ended without stopping, with its result. */
export type TaskReport = { stopped: string } | { finished: string; result: string }

type RunOptions = { app: Store['app']; deps: PaymentDeps; operation: Operation }

export async function runOperation({ app, deps, operation }: RunOptions): Promise<string> {
  if ('request' in operation) {
    const { statusCode, payload } = await app.inject(operation.request)
    return `${statusCode} ${payload}`
  }
  if (operation.job === 'syncPayment') await syncOpenPayment(deps, operation.id, { cardAttemptsPerHour: 10 })
  if (operation.job === 'expireOrder') await expireOrder(deps, operation.id)
  if (operation.job === 'refundOrphanedPayment') await refundOrphanedPayment(deps, operation.id)
  return 'done'
}
