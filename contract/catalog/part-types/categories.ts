import * as z from 'zod/mini'
import { defineEndpoint } from '../../platform/endpoint.ts'
import { deletionSchema, oneLine, requiredLine } from '../../platform/fields.ts'
import { routes } from '../../platform/routes.ts'
import { validationTexts as texts } from '../../platform/texts/validation.ts'

const ID_LENGTH = 40

/** An id of a category, also in addresses: `body`. The server checks that there is one with it. */
export const categoryIdSchema = z
  .string(texts.invalid)
  .check(
    z.maxLength(ID_LENGTH, { error: texts.invalid, abort: true }),
    z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, texts.invalid),
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

/** The key of an object in an address: one that is malformed names nothing. */
const categoryParams = z.object({ id: categoryIdSchema })
const catalogWrite = { permission: 'catalog.write' } as const

/** Absent fields do not change; a new category needs its name. `seen` is null where the caller has seen none with the id. */
const categoryChangeSchema = z.object({
  name: z.optional(requiredLine(60, texts.nameRequired)),
  parent: z.optional(z.nullable(categoryIdSchema)),
  description: z.optional(z.string().check(z.maxLength(200), oneLine)),
  /** The name of a drawing with its parameters: `brake-disc?drilled=16`. */
  drawing: z.optional(z.nullable(z.string().check(z.regex(/^[a-z0-9-]{1,60}(?:\?[\w.=&-]{0,130})?$/)))),
  position: z.optional(z.int().check(z.minimum(0), z.maximum(100_000))),
  seen: z.optional(z.null()),
})
export type CategoryChange = z.infer<typeof categoryChangeSchema>

/** The form of a category, whose order is another control. */
export const categoryFormSchema = z.object({
  ...categoryChangeSchema.shape,
  name: requiredLine(60, texts.nameRequired),
})

export const saveCategory = defineEndpoint({
  ...routes.saveCategory,
  summary: 'Add a category, or change the given fields of one; its id stays',
  access: catalogWrite,
  params: categoryParams,
  body: categoryChangeSchema,
  response: categorySchema,
  errors: ['category_too_deep', 'catalogue_changed'],
})

export const deleteCategory = defineEndpoint({
  ...routes.deleteCategory,
  summary: 'Delete a category that has neither parts nor subcategories, and where no type puts new parts',
  access: catalogWrite,
  params: categoryParams,
  response: deletionSchema,
  errors: ['category_in_use'],
  problems: {
    category_in_use: z.object({ parts: z.int(), types: z.int(), subcategories: z.int() }),
  },
})
