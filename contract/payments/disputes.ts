import * as z from 'zod/mini'
import { timeSchema } from '../fields.ts'
import { disputeStatuses } from './dispute-state.ts'

export const disputeSchema = z.object({
  /** The provider's name for it. */
  _id: z.string(),
  status: z.enum(disputeStatuses),
  reason: z.string(),
  amount: z.number(),
  currency: z.string(),
  /** Taken out of the shop's balance and not put back. */
  withdrawn: z.number(),
  /** When evidence must be in; null where the bank takes none, or no more. */
  evidenceDueAt: z.nullable(timeSchema),
  createdAt: timeSchema,
})
export type Dispute = z.infer<typeof disputeSchema>
