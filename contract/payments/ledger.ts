import * as z from 'zod/mini'
import { timeSchema } from '../fields.ts'

/** One thing on which the store and the card provider do not agree. Null: it is not there. */
export const ledgerDifferenceSchema = z.object({
  /**
   * - `charge`, `refund`, `dispute`: the ledger's entries are not what the provider has;
   * - `misplaced`: the ledger, the attempt to pay and the provider name different orders for a payment;
   * - `unpaid`: the order is called paid, and neither the ledger nor the provider has a payment of its own;
   * - `refunded`: the order's sum is not what the ledger gave back and what is still asked for;
   * - `unknown`: the provider took a payment for an order of ours that the store never heard of.
   */
  kind: z.enum(['charge', 'refund', 'dispute', 'misplaced', 'unpaid', 'refunded', 'unknown']),
  id: z.string(),
  orderId: z.nullable(z.string()),
  /** For `misplaced`: the other order that is named. */
  otherOrderId: z.optional(z.string()),
  currency: z.string(),
  /** Where it is another than the store's. */
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
