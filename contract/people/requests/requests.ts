import * as z from 'zod/mini'
import { defineEndpoint } from '../../platform/endpoint.ts'
import {
  deletionSchema,
  emailSchema,
  idParams,
  optionalText,
  requiredLine,
  sortedPageFields,
  timeSchema,
} from '../../platform/fields.ts'
import { routes } from '../../platform/routes.ts'
import { validationTexts as texts } from '../../platform/texts/validation.ts'

const estimateFields = {
  phone: optionalText(40),
  vehicle: optionalText(120),
  year: optionalText(20),
  part: optionalText(200),
  quantity: optionalText(20),
  note: optionalText(2000),
}
export const newEstimateSchema = z.object({
  name: requiredLine(80, texts.nameRequired),
  email: emailSchema,
  ...estimateFields,
})
export type NewEstimate = z.infer<typeof newEstimateSchema>

export const estimateSchema = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  vehicle: z.nullable(z.string()),
  year: z.nullable(z.string()),
  part: z.nullable(z.string()),
  quantity: z.nullable(z.string()),
  note: z.nullable(z.string()),
  createdAt: timeSchema,
})
export type Estimate = z.infer<typeof estimateSchema>

export const subscriberSchema = z.object({ _id: z.string(), email: z.string(), createdAt: timeSchema })
export type Subscriber = z.infer<typeof subscriberSchema>

/** Says neither whether the address was subscribed before nor since when. */
export const subscriptionSchema = z.object({ email: z.string() })

export const requestEstimate = defineEndpoint({
  ...routes.requestEstimate,
  summary: 'Request a free estimate',
  access: 'public',
  body: newEstimateSchema,
  response: estimateSchema,
  status: 201,
  errors: ['too_many_requests'],
})

export const listEstimates = defineEndpoint({
  ...routes.listEstimates,
  summary: 'Estimate requests',
  access: { permission: 'requests.read' },
  query: z.object(sortedPageFields(100, ['createdAt', 'name'])),
  response: z.array(estimateSchema),
})

export const deleteEstimate = defineEndpoint({
  ...routes.deleteEstimate,
  summary: 'Delete an estimate request',
  access: { permission: 'requests.write' },
  params: idParams,
  response: deletionSchema,
})

export const subscribe = defineEndpoint({
  ...routes.subscribe,
  summary: 'Subscribe to the newsletter; the response is the same for an address that is subscribed already',
  access: 'public',
  body: z.object({ email: emailSchema }),
  response: subscriptionSchema,
  errors: ['too_many_requests'],
})

export const listSubscribers = defineEndpoint({
  ...routes.listSubscribers,
  summary: 'Newsletter subscribers',
  access: { permission: 'requests.read' },
  query: z.object(sortedPageFields(100, ['createdAt', 'email'])),
  response: z.array(subscriberSchema),
})

export const exportSubscribers = defineEndpoint({
  ...routes.exportSubscribers,
  summary: 'A CSV file of all subscribers, each with a link by which they leave; formulas are escaped',
  access: { permission: 'requests.read' },
  response: z.file().check(z.mime(['text/csv; charset=utf-8'])),
})

export const deleteSubscriber = defineEndpoint({
  ...routes.deleteSubscriber,
  summary: 'Remove a subscriber from the newsletter',
  access: { permission: 'requests.write' },
  params: idParams,
  response: deletionSchema,
})
