import * as z from 'zod/mini'
import { billingAddressSchema, newAddressSchema } from '../../people/addresses/addresses.ts'
import { defineEndpoint } from '../../platform/endpoint.ts'
import { idSchema, optionalText, phoneSchema, plainNumber, requiredLine } from '../../platform/fields.ts'
import { routes } from '../../platform/routes.ts'
import { validationTexts } from '../../platform/texts/validation.ts'
import { orderSchema } from '../orders/orders.ts'
import { quoteSchema, wantedLineSchema, wantedLines } from './cart.ts'
import { checkoutTexts as texts } from './checkout-texts.ts'

/** Characters of the note to the shop. */
export const NOTE_LENGTH = 500

/** Why a line could not be ordered, and its part as it is now; null for a part that is not sold. */
export const lineFaultSchema = z.object({
  /** Of the line in the request, from 1. */
  position: z.int(),
  code: z.enum(['not_found', 'below_minimum', 'insufficient_stock', 'price_changed']),
  price: z.nullable(z.number()),
  available: z.nullable(z.int()),
  minimumOrder: z.nullable(z.int()),
})

/** Members of the problem `lines_changed`. Without a fault the total is not the sum of the lines. */
export const linesChangedSchema = z.object({ faults: z.array(lineFaultSchema), quote: quoteSchema })
export type LinesChanged = z.infer<typeof linesChangedSchema>

/** Members of the problem `cart_ordered`: the order, if it is the caller's. */
export const cartOrderedSchema = z.object({
  order: z.nullable(z.object({ _id: z.string(), number: z.int() })),
})
export type CartOrdered = z.infer<typeof cartOrderedSchema>

/** Who collects the goods. */
export const contactSchema = z.object({
  name: requiredLine(100, validationTexts.nameRequired),
  phone: phoneSchema,
})

/** `price` is that of one unit, as the buyer saw it. */
const checkoutLineSchema = z.extend(wantedLineSchema, { price: plainNumber(texts.priceRequired) })

/** Goods go to `addressId` or `shipTo`, which is kept for the account with `saveAddress`; for `pickup` there is a `contact`. */
export const checkoutSchema = z
  .object({
    cartId: idSchema,
    lines: wantedLines(checkoutLineSchema),
    total: plainNumber(texts.totalRequired),
    delivery: z.enum(['agreed', 'pickup'], { error: texts.deliveryRequired }),
    addressId: z.optional(idSchema),
    shipTo: z.optional(newAddressSchema),
    saveAddress: z.optional(z.boolean({ error: validationTexts.trueOrFalse })),
    contact: z.optional(contactSchema),
    billTo: z.optional(z.nullable(billingAddressSchema)),
    note: z.optional(optionalText(NOTE_LENGTH)),
  })
  .check(({ value, issues }) => {
    const { delivery, addressId, shipTo, contact } = value
    const missing = { code: 'custom', input: undefined } as const
    if (delivery === 'pickup' && !contact)
      issues.push({ ...missing, path: ['contact'], message: texts.contactRequired })
    if (delivery === 'agreed' && !addressId === !shipTo)
      issues.push({ ...missing, path: ['shipTo'], message: texts.addressRequired })
  })
export type Checkout = z.infer<typeof checkoutSchema>

export const checkout = defineEndpoint({
  ...routes.checkout,
  summary: 'Order the lines of a cart as they are shown, all or none; they leave the cart',
  access: 'signed-in',
  body: checkoutSchema,
  response: orderSchema,
  status: 201,
  idempotent: true,
  errors: [
    'lines_changed',
    'cart_ordered',
    'cart_changed',
    'amount_too_small',
    'amount_too_large',
    'unpaid_order_limit',
    'not_found',
    'address_limit',
    'forbidden',
    'too_many_requests',
  ],
  problems: { lines_changed: linesChangedSchema, cart_ordered: cartOrderedSchema },
})
