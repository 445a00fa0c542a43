import * as z from 'zod/mini'
import { defineEndpoint } from '../../platform/endpoint.ts'
import { routes } from '../../platform/routes.ts'
import { validationTexts as texts } from '../../platform/texts/validation.ts'

const ID_LENGTH = 40

/** An id of a category, also in addresses: `body`. The server checks that there is one with it. */
export const categoryIdSchema = z
  .string(texts.invalid)
  .check(
    z.maxLength(ID_LENGTH, { error: texts.invalid, abort: true }),
    z.regex(/^[a-z0-9-]+$/, texts.invalid),
  )

export const categorySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Of a subcategory: the category that it is in. */
  parent: z.nullable(z.string()),
  description: z.string(),
  /** The address of its drawing. */
  drawing: z.nullable(z.string()),
})
export type Category = z.infer<typeof categorySchema>

export const listCategories = defineEndpoint({
  ...routes.listCategories,
  summary: 'Categories and their subcategories, in the order in which lists show them',
  access: 'public',
  cacheable: true,
  response: z.array(categorySchema),
})
