import * as z from 'zod/mini'
import { postalAddressSchema } from '../../people/addresses/addresses.ts'
import { defineEndpoint } from '../../platform/endpoint.ts'
import {
  boundedText,
  commaList,
  deletionSchema,
  emailSchema,
  idParams,
  idSchema,
  optionalLine,
  pageFields,
  phoneSchema,
  plainNumber,
  requiredText,
  sortedPageFields,
  timeSchema,
} from '../../platform/fields.ts'
import { routes } from '../../platform/routes.ts'
import { validationTexts as texts } from '../../platform/texts/validation.ts'
import { disputeSchema } from '../payments/disputes.ts'
import { orderLineSchema, refundLineSchema } from './lines.ts'

/** As the specification spells them: `pending` of a new order; the pages of admins set `Pending` or `Shift` (shipped). */
export const orderStatusSchema = z.enum(['pending', 'Pending', 'Shift'])
export type OrderStatus = z.infer<typeof orderStatusSchema>

export const refundSchema = z.object({
  _id: z.string(),
  amount: z.number(),
  pieces: z.int(),
  reason: z.nullable(z.string()),
  status: z.enum(['asked', 'done', 'failed']),
  createdAt: timeSchema,
  lines: z.array(refundLineSchema),
})
export type Refund = z.infer<typeof refundSchema>

/** The shop as it was when the order was placed: its receipts say so ever after. */
export const sellerSchema = z.object({
  name: z.string(),
  address: z.string(),
  taxId: z.string(),
  phone: z.string(),
  locale: z.string(),
  timeZone: z.string(),
})
export type Seller = z.infer<typeof sellerSchema>

/** Of several lines: the first part's id, name and picture, the sum of the units, and the total as the price. */
export const orderSchema = z.object({
  _id: z.string(),
  /** The order's number for people. */
  number: z.int(),
  productId: z.string(),
  productName: z.string(),
  img: z.string(),
  name: z.nullable(z.string()),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  location: z.string(),
  quantity: z.int(),
  price: z.number(),
  total: z.number(),
  currency: z.string(),
  status: orderStatusSchema,
  paid: z.boolean(),
  transactionId: z.nullable(z.string()),
  /** How it was paid, from the store's own records; null until it is paid. */
  settlement: z.nullable(z.enum(['card', 'counter'])),
  receiptNumber: z.nullable(z.int()),
  /** Included in the total: rate in percent, and amount; null if no tax was configured at the time of the order. */
  tax: z.nullable(z.object({ rate: z.number(), amount: z.number() })),
  seller: sellerSchema,
  expiresAt: z.nullable(timeSchema),
  expired: z.boolean(),
  /** Being deleted or expiring: its payment may not be cancelled at the provider yet. */
  closing: z.boolean(),
  createdAt: timeSchema,
  refunded: z.number(),
  /** Units returned with refunds, including refunds that failed later. */
  piecesReturned: z.int(),
  refunds: z.array(refundSchema),
  disputes: z.array(disputeSchema),
  history: z.array(
    z.object({ at: timeSchema, field: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()) }),
  ),
  channel: z.enum(['direct', 'cart']),
  delivery: z.object({
    method: z.enum(['agreed', 'pickup']),
    shipTo: z.nullable(postalAddressSchema),
    billTo: z.nullable(postalAddressSchema),
  }),
  /** What the buyer wrote to the shop. */
  note: z.nullable(z.string()),
  lines: z.array(orderLineSchema),
})
export type Order = z.infer<typeof orderSchema>

export const newOrderSchema = z.object({
  productId: boundedText(200, 'productId is required'),
  email: emailSchema,
  name: z.optional(optionalLine(200)),
  address: requiredText(300, texts.addressRequired),
  phone: phoneSchema,
  location: requiredText(200, texts.locationRequired),
  quantity: z.optional(z.nullable(z.union([z.literal(''), plainNumber(texts.quantityMissing)]))),
  price: plainNumber(texts.priceRequired),
})
export type NewOrder = z.infer<typeof newOrderSchema>

export type QuantityFault = 'quantity_missing' | 'below_minimum' | 'above_available'
export const quantityMessages: Record<QuantityFault, string> = {
  quantity_missing: texts.quantityMissing,
  below_minimum: texts.belowMinimum,
  above_available: texts.aboveAvailable,
}

/** The specification's three rules for a quantity; used by page and server. */
export function checkQuantity(
  quantity: number | '' | null | undefined,
  part: { minimumOrder: number; availableQuantity: number },
): QuantityFault | undefined {
  if (quantity === '' || quantity === null || quantity === undefined || !Number.isInteger(quantity)) {
    return 'quantity_missing'
  }
  if (quantity > part.availableQuantity) return 'above_available'
  if (quantity < part.minimumOrder) return 'below_minimum'
  return undefined
}

export const placeOrder = defineEndpoint({
  ...routes.placeOrder,
  summary: 'Order a part; reserves the units',
  access: 'signed-in',
  own: { by: 'email', in: 'body' },
  body: newOrderSchema,
  response: orderSchema,
  status: 201,
  idempotent: true,
  errors: [
    'quantity_missing',
    'below_minimum',
    'above_available',
    'not_found',
    'price_changed',
    'amount_too_small',
    'amount_too_large',
    'insufficient_stock',
    'unpaid_order_limit',
    'too_many_requests',
  ],
})

export const listOrders = defineEndpoint({
  ...routes.listOrders,
  summary: 'Orders of one account; without email those of the caller',
  access: 'signed-in',
  own: { by: 'email', in: 'query', others: 'orders.read' },
  query: z.object({ ...pageFields(100), email: z.optional(emailSchema) }),
  response: z.array(orderSchema),
})

/** As people write the number of an order. */
export const orderNumberPattern = /^[1-9]\d{0,14}$/

export const getOrder = defineEndpoint({
  ...routes.getOrder,
  summary: 'One order, by its id or its number',
  access: 'signed-in',
  own: { by: 'object', in: 'path', others: 'orders.read' },
  params: z.object({ id: z.union([idSchema, z.string().check(z.regex(orderNumberPattern))]) }),
  response: orderSchema,
})

export const getReceipt = defineEndpoint({
  ...routes.getReceipt,
  summary: 'The PDF receipt of a paid order',
  access: 'signed-in',
  own: { by: 'object', in: 'path', others: 'orders.read' },
  params: idParams,
  response: z.file().check(z.mime(['application/pdf'])),
  errors: ['order_unpaid', 'too_many_requests', 'receipts_busy', 'storage_full'],
})

export const deleteOrder = defineEndpoint({
  ...routes.deleteOrder,
  summary: 'Delete an unpaid order; by default its reserved units return to stock',
  access: 'signed-in',
  own: { by: 'object', in: 'path', others: 'orders.write', seenBy: 'orders.read' },
  params: idParams,
  query: z.object({ returnStock: z._default(z.enum(['true', 'false']), 'true') }),
  response: deletionSchema,
  errors: ['already_paid', 'order_shifted', 'removal_unfinished'],
})

const statusList = commaList(orderStatusSchema, {
  max: orderStatusSchema.options.length,
  characters: 100,
})

export const listAllOrders = defineEndpoint({
  ...routes.listAllOrders,
  summary:
    'All orders, filtered by status (comma-separated), payment, dispute, expiry, account or what `GET /find` finds by. What ' +
    'waits: to send `status=pending,Pending&paid=true&held=false`, to be paid `paid=false&expired=false`, disputed `disputed=true`',
  access: { permission: 'orders.read' },
  query: z.object({
    ...sortedPageFields(100, ['createdAt', 'email', 'productName', 'total']),
    status: z.optional(statusList),
    paid: z.optional(z.enum(['true', 'false'])),
    expired: z.optional(z.enum(['true', 'false'])),
    disputed: z.optional(z.literal('true')),
    held: z.optional(z.literal('false')),
    q: z.optional(boundedText(200)),
    email: z.optional(emailSchema),
  }),
  response: z.array(orderSchema),
})

export const setOrderStatus = defineEndpoint({
  ...routes.setOrderStatus,
  summary: 'Change the status of an order. Shift of one that is refunded or disputed requires confirm',
  access: { permission: 'orders.write' },
  params: idParams,
  body: z.object({
    status: orderStatusSchema,
    confirm: z.optional(z.boolean({ error: texts.trueOrFalse })),
  }),
  response: orderSchema,
  errors: ['order_expired', 'order_closing', 'shift_refunded', 'shift_disputed'],
})
