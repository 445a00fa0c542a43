import * as z from 'zod/mini'
import { defineEndpoint } from '../../platform/endpoint.ts'
import { idParams } from '../../platform/fields.ts'
import { routes } from '../../platform/routes.ts'
import { productSchema } from './products.ts'

export const relatedPartsSchema = z.object({
  /** Parts of the same category, those in stock first. */
  similar: z.array(productSchema),
})
export type RelatedParts = z.infer<typeof relatedPartsSchema>

export const getRelatedParts = defineEndpoint({
  ...routes.getRelatedParts,
  summary: 'What is similar to a part',
  access: 'public',
  cacheable: true,
  params: idParams,
  response: relatedPartsSchema,
})
