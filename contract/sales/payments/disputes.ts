import * as z from 'zod/mini'
import { timeSchema } from '../../platform/fields.ts'
import { disputeStatuses } from './dispute-state.ts'

export const disputeSchema = z.object({
  _id: z.string(),
  status: z.enum(disputeStatuses),
  reason: z.string(),
  amount: z.number(),
  currency: z.string(),
  /** The amount withdrawn from the store's balance and not reinstated. */
  withdrawn: z.number(),
  /** The deadline for evidence; null if the bank accepts none. */
  evidenceDueAt: z.nullable(timeSchema),
  createdAt: timeSchema,
})
export type Dispute = z.infer<typeof disputeSchema>
