import * as z from 'zod/mini'
import { saleUnits } from '../../catalog/products/part-fields.ts'
import { defineEndpoint } from '../../platform/endpoint.ts'
import { boundedList, idSchema, plainNumber, wholeNumber } from '../../platform/fields.ts'
import { routes } from '../../platform/routes.ts'
import { validationTexts } from '../../platform/texts/validation.ts'
import { MAX_LINES, MAX_UNITS } from './limits.ts'
import { cartTexts as texts } from './texts.ts'

const quantity = wholeNumber({ min: 1, required: texts.quantityRequired, below: validationTexts.atLeastOne })
const limited = (schema: typeof quantity) =>
  schema.check(z.maximum(MAX_UNITS, texts.quantityTooHigh(MAX_UNITS.toLocaleString('en-US'))))

export const wantedLineSchema = z.object({ productId: idSchema, quantity: limited(quantity) })
export type WantedLine = z.infer<typeof wantedLineSchema>

export function wantedLines<T extends z.ZodMiniType>(line: T) {
  const lines = boundedList(line, { max: MAX_LINES, message: texts.tooManyLines(MAX_LINES) })
  return lines.check(z.minLength(1, texts.noLines))
}

/** Why a line cannot be ordered as it is; X, Y as in the part of the line. */
const lineFaultSchema = z.enum(['not_found', 'below_minimum', 'insufficient_stock'])

/** A line as it would be ordered now. */
export const quotedLineSchema = z.object({
  productId: z.string(),
  quantity: z.int(),
  /** Null if it is no longer sold. */
  part: z.nullable(
    z.object({
      name: z.string(),
      img: z.string(),
      partNumber: z.nullable(z.string()),
      brand: z.nullable(z.string()),
      price: z.number(),
      saleUnit: z.enum(saleUnits),
      minimumOrder: z.int(),
      availableQuantity: z.int(),
    }),
  ),
  total: z.nullable(z.number()),
  fault: z.nullable(lineFaultSchema),
})
export type QuotedLine = z.infer<typeof quotedLineSchema>

const sums = {
  /** Of the lines without a fault: only they can be ordered. */
  units: z.int(),
  total: z.number(),
  tax: z.nullable(z.object({ rate: z.number(), amount: z.number() })),
  currency: z.string(),
}

export const quoteSchema = z.object({ lines: z.array(quotedLineSchema), ...sums })
export type Quote = z.infer<typeof quoteSchema>

export const cartLineSchema = z.extend(quotedLineSchema, {
  /** Also of a part that is no longer sold. */
  name: z.string(),
  /** The price when the buyer last put it in or changed the quantity. */
  seenPrice: z.number(),
})

export const cartSchema = z.object({
  /** Becomes the order's; null while nothing was ever put in. */
  id: z.nullable(z.string()),
  /** Rises with each change. */
  version: z.int(),
  lines: z.array(cartLineSchema),
  ...sums,
})
export type CartLine = z.infer<typeof cartLineSchema>
export type Cart = z.infer<typeof cartSchema>

const version = wholeNumber({
  min: 0,
  required: texts.versionRequired,
  below: validationTexts.notNegative,
})

export const quote = defineEndpoint({
  ...routes.quote,
  summary: 'What these parts cost now, and which of them cannot be ordered; stores nothing',
  access: 'public',
  body: z.object({ lines: wantedLines(wantedLineSchema) }),
  response: quoteSchema,
  errors: ['too_many_requests'],
})

export const getCart = defineEndpoint({
  ...routes.getCart,
  summary: 'The cart of the account, as it would be ordered now',
  access: 'signed-in',
  response: cartSchema,
})

export const setCartLine = defineEndpoint({
  ...routes.setCartLine,
  summary: 'Put a part into the cart, or change how many; 0 takes it out',
  access: 'signed-in',
  body: z.object({
    productId: idSchema,
    quantity: limited(
      wholeNumber({ min: 0, required: texts.quantityRequired, below: validationTexts.notNegative }),
    ),
    version,
  }),
  response: cartSchema,
  errors: ['cart_changed', 'cart_full', 'not_found'],
})

export const mergeCart = defineEndpoint({
  ...routes.mergeCart,
  summary: 'Add what a browser had in its cart: of each part the larger quantity',
  access: 'signed-in',
  body: z.object({
    lines: wantedLines(
      z.extend(wantedLineSchema, { seenPrice: z.optional(plainNumber(validationTexts.priceInvalid)) }),
    ),
  }),
  response: z.object({
    cart: cartSchema,
    /** Each part that was sent, and each that no longer has room: the quantity before, 0 if it was not there, and now. */
    merged: z.array(
      z.object({ productId: z.string(), name: z.nullable(z.string()), from: z.int(), to: z.int() }),
    ),
  }),
  idempotent: true,
})

export const emptyCart = defineEndpoint({
  ...routes.emptyCart,
  summary: 'Take everything out of the cart',
  access: 'signed-in',
  query: z.object({ version }),
  response: cartSchema,
  errors: ['cart_changed'],
})
