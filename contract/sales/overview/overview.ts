import * as z from 'zod/mini'
import { productSchema } from '../../catalog/products/products.ts'
import { shownReviewSchema } from '../../catalog/reviews/reviews.ts'
import { estimateSchema } from '../../people/requests/requests.ts'
import { defineEndpoint } from '../../platform/endpoint.ts'
import { timeSchema } from '../../platform/fields.ts'
import { routes } from '../../platform/routes.ts'
import { disputeSchema } from '../payments/disputes.ts'
import { ledgerCheckSchema } from '../payments/ledger.ts'

export const overviewSchema = z.object({
  currency: z.string(),
  /** Free space on the disk of uploaded images and the embedded database; `isLow`: less than configured. */
  storage: z.object({ freeBytes: z.int(), isLow: z.boolean() }),
  salesPerDay: z.array(z.object({ day: z.iso.date(), total: z.number(), orders: z.int() })),
  ordersByStatus: z.object({
    pendingUnpaid: z.int(),
    pendingPaid: z.int(),
    shifted: z.int(),
    expired: z.int(),
  }),
  lowStock: z.array(productSchema),
  newestReviews: z.array(shownReviewSchema),
  newestEstimates: z.array(estimateSchema),
  /** The latest comparison of the ledger with the card provider; null before the first one. */
  ledgerCheck: z.nullable(ledgerCheckSchema),
  /** Open disputes first; `isGone`: the order was deleted and has no page. */
  disputes: z.array(
    z.extend(disputeSchema, { orderId: z.string(), productName: z.string(), isGone: z.boolean() }),
  ),
  strayPayments: z.array(
    z.object({
      transactionId: z.string(),
      orderId: z.string(),
      amount: z.number(),
      currency: z.string(),
      refunded: z.boolean(),
      createdAt: timeSchema,
    }),
  ),
})
export type Overview = z.infer<typeof overviewSchema>

export const getOverview = defineEndpoint({
  ...routes.getOverview,
  summary: 'Key figures of the store for admins',
  access: { permission: ['orders.read', 'requests.read', 'catalog.write', 'reports.read', 'system.read'] },
  response: overviewSchema,
})
