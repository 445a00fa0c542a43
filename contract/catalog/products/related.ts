import * as z from 'zod/mini'
import { defineEndpoint } from '../../platform/endpoint.ts'
import { idParams } from '../../platform/fields.ts'
import { routes } from '../../platform/routes.ts'
import { productSchema } from './products.ts'

export const relatedPartsSchema = z.object({
  /** One part in stock of each type that goes together with the type of the part. */
  together: z.array(productSchema),
  /** Parts of the same type, or of the same category for one without a type; those in stock first. */
  similar: z.array(productSchema),
})
export type RelatedParts = z.infer<typeof relatedPartsSchema>

export const getRelatedParts = defineEndpoint({
  ...routes.getRelatedParts,
  summary: 'What goes together with a part, and what is similar',
  access: 'public',
  cacheable: true,
  params: idParams,
  response: relatedPartsSchema,
})
