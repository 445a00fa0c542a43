import * as contract from '#contract/platform/jobs/failed-jobs.ts'
import { recordChange } from '../audit.ts'
import type { Bind } from '../http/bind-endpoint.ts'
import { listFailedJobs } from './failed-jobs.ts'
import type { Jobs } from './jobs.ts'

export function jobRoutes(bind: Bind, jobs: Pick<Jobs, 'runAgain'>): void {
  bind(contract.listFailedJobs, ({ db, query }) => listFailedJobs(db, query))
  bind(contract.runJobAgain, async ({ db, params, caller, now }) => {
    const job = await jobs.runAgain(params.id)
    const values = { field: 'run', before: null, after: null }
    await recordChange(db, { at: now(), actorId: caller.id, entity: 'job', entityId: job, ...values })
    return { job }
  })
}
