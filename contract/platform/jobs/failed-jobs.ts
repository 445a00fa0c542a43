import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { idParams, pageFields, timeSchema } from '../fields.ts'
import { routes } from '../routes.ts'

export const jobNameSchema = z.enum([
  'reconcile-payments',
  'check-ledger',
  'index-words',
  'stock-notices',
  'clean-up',
  'remove-identities',
])
export type JobName = z.infer<typeof jobNameSchema>

/** The failures of a job without a success between them: an outage of an hour is not sixty rows. */
export const failedJobSchema = z.object({
  /** The id of the last of these runs; the error is also of that run. */
  _id: z.string(),
  job: jobNameSchema,
  failedAt: timeSchema,
  firstFailedAt: timeSchema,
  attempts: z.int(),
  error: z.string(),
  /** The first success of the job after these failures; null if it has not succeeded since. */
  succeededAt: z.nullable(timeSchema),
})
export type FailedJob = z.infer<typeof failedJobSchema>

export const listFailedJobs = defineEndpoint({
  ...routes.listFailedJobs,
  summary: 'Background jobs that failed within the last seven days, newest first',
  access: { permission: 'system.read' },
  query: z.object(pageFields(100)),
  response: z.array(failedJobSchema),
})

export const runJobAgain = defineEndpoint({
  ...routes.runJobAgain,
  summary: 'Run a failed job again',
  access: { permission: 'system.write' },
  params: idParams,
  response: z.object({ job: jobNameSchema }),
  errors: ['job_waiting'],
})
