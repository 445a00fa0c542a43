import * as z from 'zod/mini'
import { timeSchema } from '../../platform/fields.ts'

/** A mismatch between the store and the card provider. A null `store` or `provider`: nothing is recorded there. */
export const ledgerDifferenceSchema = z.object({
  /**
   * `misplaced`: ledger, intent and provider name different orders; `unpaid`: an order marked as paid has no payment;
   * `refunded`: its refunded amount (`store`) is not the sum of its refunds (`provider`); `unknown`: an order's payment that the store has not recorded.
   */
  kind: z.enum(['charge', 'refund', 'dispute', 'misplaced', 'unpaid', 'refunded', 'unknown']),
  id: z.string(),
  orderId: z.nullable(z.string()),
  otherOrderId: z.optional(z.string()),
  currency: z.string(),
  providerCurrency: z.optional(z.string()),
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
