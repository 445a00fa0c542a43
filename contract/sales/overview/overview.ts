import * as z from 'zod/mini'
import { productSchema } from '../../catalog/products/products.ts'
import { shownReviewSchema } from '../../catalog/reviews/reviews.ts'
import { estimateSchema } from '../../people/requests/requests.ts'
import type { Permission } from '../../platform/auth/roles.ts'
import { defineEndpoint } from '../../platform/endpoint.ts'
import { timeSchema } from '../../platform/fields.ts'
import { routes } from '../../platform/routes.ts'
import { disputeSchema } from '../payments/disputes.ts'
import { ledgerCheckSchema } from '../payments/ledger.ts'

/** What somebody has to do; the time is null if nothing waits. */
const waitingSince = z.object({ count: z.int(), oldestAt: z.nullable(timeSchema) })

const missingItemSchema = z.enum([
  'name',
  'address',
  'phone',
  'tax',
  'hours',
  'parts',
  'pictures',
  'payments',
  'mail',
  'secondAdmin',
])
export type MissingItem = z.infer<typeof missingItemSchema>
export const missingItems: readonly MissingItem[] = missingItemSchema.options

/** A section is null for a caller without its permission (`sectionPermissions`). */
export const overviewSchema = z.object({
  currency: z.string(),
  /** What the shop still needs; null for a demo, too. */
  missing: z.nullable(z.array(missingItemSchema)),
  waiting: z.object({
    /** Paid orders that are neither sent nor held back; the time is that of the oldest order. */
    toSend: z.nullable(waitingSince),
    /** Orders that are not paid and can be; the time is the next at which one expires. */
    unpaid: z.nullable(z.object({ count: z.int(), nextExpiryAt: z.nullable(timeSchema) })),
    estimates: z.nullable(waitingSince),
    /** Open disputes; the time is the next by which the store may answer one. */
    disputes: z.nullable(z.object({ count: z.int(), answerBy: z.nullable(timeSchema) })),
    /** Parts at or under ten units. */
    lowStock: z.nullable(z.object({ count: z.int() })),
    failedMails: z.nullable(waitingSince),
    /** Jobs that failed and have not succeeded since. */
    failedJobs: z.nullable(waitingSince),
  }),
  /** Free space on the disk of uploaded images and the embedded database; `isLow`: less than configured. */
  storage: z.nullable(z.object({ freeBytes: z.int(), isLow: z.boolean() })),
  salesPerDay: z.nullable(z.array(z.object({ day: z.iso.date(), total: z.number(), orders: z.int() }))),
  ordersByStatus: z.nullable(
    z.object({ pendingUnpaid: z.int(), pendingPaid: z.int(), shifted: z.int(), expired: z.int() }),
  ),
  lowStock: z.nullable(z.array(productSchema)),
  newestReviews: z.nullable(z.array(shownReviewSchema)),
  newestEstimates: z.nullable(z.array(estimateSchema)),
  /** The latest comparison of the ledger with the card provider; null before the first one, too. */
  ledgerCheck: z.nullable(ledgerCheckSchema),
  /** Open disputes first; `isGone`: the order was deleted and has no page. */
  disputes: z.nullable(
    z.array(
      z.extend(disputeSchema, {
        orderId: z.string(),
        orderNumber: z.int(),
        productName: z.string(),
        otherParts: z.int(),
        isGone: z.boolean(),
      }),
    ),
  ),
  strayPayments: z.nullable(
    z.array(
      z.object({
        transactionId: z.string(),
        orderId: z.string(),
        amount: z.number(),
        currency: z.string(),
        refunded: z.boolean(),
        createdAt: timeSchema,
      }),
    ),
  ),
})
export type Overview = z.infer<typeof overviewSchema>
export type Waiting = Overview['waiting']

/** The permissions of which a section of the overview requires one. */
export const sectionPermissions = {
  sales: ['orders.read', 'reports.read'],
  orders: ['orders.read'],
  stock: ['catalog.write', 'orders.read'],
  reviews: ['reviews.moderate'],
  estimates: ['requests.read'],
  system: ['system.read'],
  setup: ['settings.write'],
} as const satisfies Record<string, readonly Permission[]>

export const getOverview = defineEndpoint({
  ...routes.getOverview,
  summary: 'What waits, and key figures of the store; a section that the caller may not see is null',
  access: { permission: ['orders.read', 'requests.read', 'catalog.write', 'reports.read', 'system.read'] },
  response: overviewSchema,
})
