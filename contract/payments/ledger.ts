import * as z from 'zod/mini'
import { timeSchema } from '../fields.ts'

/** A mismatch between the store and the card provider. Null: missing on that side. */
export const ledgerDifferenceSchema = z.object({
  /**
   * - `charge`, `refund`, `dispute`: the ledger's entries differ from the provider's;
   * - `misplaced`: ledger, payment intent and provider name different orders for a payment;
   * - `unpaid`: the order is marked as paid, but neither ledger nor provider have a payment for it;
   * - `refunded`: the order's sum of refunds differs from the ledger's plus requested refunds;
   * - `unknown`: the provider has a payment for an order that the store has not recorded.
   */
  kind: z.enum(['charge', 'refund', 'dispute', 'misplaced', 'unpaid', 'refunded', 'unknown']),
  id: z.string(),
  orderId: z.nullable(z.string()),
  /** For `misplaced`: the other order. */
  otherOrderId: z.optional(z.string()),
  currency: z.string(),
  /** If it differs from the store's. */
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
