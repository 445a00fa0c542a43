import * as z from 'zod/mini'
import { timeSchema } from './fields.ts'

/** One payment, refund or dispute on which the store and the card provider do not agree; null: it is not there. */
export const ledgerDifferenceSchema = z.object({
  kind: z.enum(['charge', 'refund', 'dispute']),
  id: z.string(),
  orderId: z.nullable(z.string()),
  currency: z.string(),
  store: z.nullable(z.number()),
  provider: z.nullable(z.number()),
})
export type LedgerDifference = z.infer<typeof ledgerDifferenceSchema>

export const ledgerCheckSchema = z.object({
  at: timeSchema,
  since: timeSchema,
  until: timeSchema,
  payments: z.int(),
  refunds: z.int(),
  disputes: z.int(),
  differences: z.array(ledgerDifferenceSchema),
})
export type LedgerCheck = z.infer<typeof ledgerCheckSchema>
