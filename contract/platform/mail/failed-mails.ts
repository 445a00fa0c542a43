import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { pageFields, timeSchema } from '../fields.ts'
import { routes } from '../routes.ts'

/** A mail or text message after its last attempt, or (without subject and recipient) an order event for which no mail could be composed. */
export const failedMailSchema = z.object({
  _id: z.string(),
  subject: z.nullable(z.string()),
  recipient: z.nullable(z.string()),
  orderId: z.nullable(z.string()),
  orderNumber: z.nullable(z.int()),
  error: z.string(),
  createdAt: timeSchema,
})
export type FailedMail = z.infer<typeof failedMailSchema>

export const listFailedMails = defineEndpoint({
  ...routes.listFailedMails,
  summary: 'Mails and text messages that could not be sent, newest first',
  access: { permission: 'system.read' },
  query: z.object(pageFields(100)),
  response: z.array(failedMailSchema),
})

export const retryFailedMails = defineEndpoint({
  ...routes.retryFailedMails,
  summary: 'Retry all failed mails and text messages that have not expired',
  access: { permission: 'system.write' },
  response: z.object({ retriedCount: z.int() }),
})
