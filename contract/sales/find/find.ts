import * as z from 'zod/mini'
import { roleSchema } from '../../people/users/users.ts'
import { defineEndpoint } from '../../platform/endpoint.ts'
import { boundedText } from '../../platform/fields.ts'
import { routes } from '../../platform/routes.ts'
import { orderSchema } from '../orders/orders.ts'

/** `exact`: its id, number or address is what was typed. Such items come first. */
const exact = z.boolean()

export const foundOrderSchema = z.extend(
  z.pick(orderSchema, {
    _id: true,
    number: true,
    name: true,
    phone: true,
    address: true,
    location: true,
    productName: true,
    quantity: true,
    status: true,
    paid: true,
    expired: true,
    closing: true,
    receiptNumber: true,
    createdAt: true,
  }),
  { email: z.nullable(z.string()), otherParts: z.int(), exact },
)
export type FoundOrder = z.infer<typeof foundOrderSchema>

export const foundPersonSchema = z.object({
  _id: z.string(),
  email: z.string(),
  displayName: z.nullable(z.string()),
  role: roleSchema,
  exact,
})
export type FoundPerson = z.infer<typeof foundPersonSchema>

export const foundPartSchema = z.object({
  _id: z.string(),
  partNumber: z.nullable(z.string()),
  productName: z.string(),
  availableQuantity: z.int(),
  exact,
})
export type FoundPart = z.infer<typeof foundPartSchema>

/** Null for a group that the caller has no permission to see. */
export const foundSchema = z.object({
  orders: z.nullable(z.array(foundOrderSchema)),
  people: z.nullable(z.array(foundPersonSchema)),
  parts: z.nullable(z.array(foundPartSchema)),
})
export type Found = z.infer<typeof foundSchema>

export const find = defineEndpoint({
  ...routes.find,
  summary:
    'The first orders, people and parts with what staff have at hand: an id, a number, the beginning of a name or an address, the end of a phone number. `orders.read`, `customers.read` and `catalog.write` each show their group',
  access: { permission: ['orders.read', 'customers.read', 'catalog.write'] },
  query: z.object({ q: boundedText(200) }),
  response: foundSchema,
})
