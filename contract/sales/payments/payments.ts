import * as z from 'zod/mini'
import { defineEndpoint } from '../../platform/endpoint.ts'
import {
  boundedText,
  idParams,
  idText,
  optionalText,
  plainNumber,
  wholeNumber,
} from '../../platform/fields.ts'
import { routes } from '../../platform/routes.ts'
import { validationTexts as texts } from '../../platform/texts/validation.ts'
import { orderSchema } from '../orders/orders.ts'

export const createPaymentIntent = defineEndpoint({
  ...routes.createPaymentIntent,
  summary: 'Create or find the payment intent of an unpaid order; the amount is the order’s total',
  access: 'signed-in',
  own: { by: 'object', in: 'body' },
  // without an id: the caller's newest payable order with this total, or else with this unit price
  body: z.object({ price: plainNumber(texts.priceRequired), orderId: z.optional(idText) }),
  response: z.object({ clientSecret: z.string() }),
  errors: [
    'price_changed',
    'amount_too_small',
    'amount_too_large',
    'already_paid',
    'order_closing',
    'order_expired',
    'card_attempts',
    'payment_unconfirmed',
    'cards_unavailable',
  ],
})

export const markOrderPaid = defineEndpoint({
  ...routes.markOrderPaid,
  summary:
    'Report a card payment, which the provider must confirm; in a store without cards staff record payment on collection',
  access: 'signed-in',
  own: { by: 'object', in: 'path', seenBy: 'orders.read' },
  params: idParams,
  body: z.object({
    appointment: boundedText(200, 'appointment is the order’s id'),
    transactionId: boundedText(255, 'transactionId is the payment’s id').check(z.minLength(1)),
  }),
  response: orderSchema,
  errors: [
    'appointment_mismatch',
    'payment_unproven',
    'already_paid',
    'order_expired',
    'payment_unconfirmed',
  ],
})

const refundAmount = z.pipe(
  plainNumber(texts.refundAmountRequired, texts.notNumber),
  z.number().check(z.positive(texts.refundAmountInvalid)),
)
const pieces = z._default(
  wholeNumber({ min: 0, required: texts.piecesRequired, below: texts.notNegative }),
  0,
)

/** `units` are worth their share of the line, unless an `amount` is named. */
export const refundedLineSchema = z.object({
  position: wholeNumber({ min: 1, required: texts.positionRequired, below: texts.atLeastOne }),
  units: pieces,
  amount: z.optional(refundAmount),
  restock: z._default(z.boolean({ error: texts.trueOrFalse }), false),
})

/** A refund of `amount`, of these lines, or of the rest. `refunded` is the sum that the admin saw: if it has changed, the call is refused. */
export const refundBodySchema = z.object({
  amount: z.optional(refundAmount),
  refunded: plainNumber(texts.refundSeenRequired),
  /** Units that return to stock, of an order with one line. */
  pieces,
  lines: z.optional(
    z
      .array(refundedLineSchema)
      .check(z.minLength(1, texts.linesRequired), z.maxLength(100, texts.linesTooMany)),
  ),
  reason: optionalText(500),
})
export type RefundBody = z.output<typeof refundBodySchema>

export const refundOrder = defineEndpoint({
  ...routes.refundOrder,
  summary: 'Refund a paid order, fully or partially; optionally returns units to stock',
  access: { permission: 'payments.refund' },
  params: idParams,
  body: refundBodySchema,
  response: orderSchema,
  status: 201,
  errors: [
    'order_unpaid',
    'order_disputed',
    'refund_changed',
    'refund_too_large',
    'lines_required',
    'too_many_pieces',
    'refund_refused',
  ],
})

export const receiveCardEvent = defineEndpoint({
  ...routes.receiveCardEvent,
  summary: 'Webhook for signed events of the card provider',
  access: 'signature',
  rawBody: { types: ['application/json'], limit: 500_000 },
  response: z.object({ received: z.literal(true) }),
  errors: ['not_found', 'cards_unavailable'],
})
