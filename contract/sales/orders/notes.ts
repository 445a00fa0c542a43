import * as z from 'zod/mini'
import { defineEndpoint } from '../../platform/endpoint.ts'
import { idParams, requiredText, timeSchema } from '../../platform/fields.ts'
import { routes } from '../../platform/routes.ts'
import { orderTexts as texts } from './texts.ts'

/** What staff wrote about an order for one another. */
export const orderNoteSchema = z.object({
  _id: z.string(),
  at: timeSchema,
  /** A deleted account has neither a name nor an address. */
  by: z.object({ name: z.nullable(z.string()), email: z.nullable(z.string()) }),
  text: z.string(),
})
export type OrderNote = z.infer<typeof orderNoteSchema>

export const listOrderNotes = defineEndpoint({
  ...routes.listOrderNotes,
  summary: 'Internal notes of an order, the oldest first',
  access: { permission: 'orders.read' },
  params: idParams,
  response: z.array(orderNoteSchema),
})

export const addOrderNote = defineEndpoint({
  ...routes.addOrderNote,
  summary: 'Add an internal note to an order. Nobody can change or remove it',
  // who works on orders or their payments: a viewer only reads
  access: { permission: ['orders.write', 'payments.refund'] },
  params: idParams,
  body: z.object({ text: requiredText(2000, texts.noteRequired) }),
  response: orderNoteSchema,
  status: 201,
  idempotent: true,
})
