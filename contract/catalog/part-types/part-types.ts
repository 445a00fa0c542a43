import * as z from 'zod/mini'
import { defineEndpoint } from '../../platform/endpoint.ts'
import { routes } from '../../platform/routes.ts'
import { attributeSchema } from './attributes.ts'
import { categorySchema } from './categories.ts'

/**
 * What a parameter of a drawing takes: the value of an attribute, by its key; the same with words of the drawing in place of
 * keys of choices; or always the same value.
 */
const drawingParameterSchema = z.union([
  z.string(),
  z.object({ attribute: z.string(), values: z.record(z.string(), z.string()) }),
  z.object({ value: z.string() }),
])
export const drawingParametersSchema = z.record(z.string(), drawingParameterSchema)
export type DrawingParameters = z.infer<typeof drawingParametersSchema>

/** Values of a part by the keys of their attributes. */
export type AttributeValues = Record<string, string | number | boolean>

const typeAttributeSchema = z.object({
  key: z.string(),
  /** Whether it is a column of the table of parts, a filter, a part of titles and alternative texts. */
  inTable: z.boolean(),
  inFilter: z.boolean(),
  inTitle: z.boolean(),
})

export const partTypeSchema = z.object({
  key: z.string(),
  name: z.string(),
  plural: z.string(),
  /** Where new parts of the type go. */
  category: z.string(),
  subcategory: z.nullable(z.string()),
  drawing: z.nullable(z.string()),
  drawingParameters: drawingParametersSchema,
  /** In the order of a part's page. */
  attributes: z.array(typeAttributeSchema),
  /** What it goes together with: parts of another type with the same values of the shared attributes. */
  relations: z.array(z.object({ type: z.string(), shared: z.array(z.string()) })),
})
export type PartType = z.infer<typeof partTypeSchema>

export const catalogueSchema = z.object({
  categories: z.array(categorySchema),
  types: z.array(partTypeSchema),
  attributes: z.array(attributeSchema),
})

export const getCatalogue = defineEndpoint({
  ...routes.getCatalogue,
  summary: 'Categories, part types and attributes',
  access: 'public',
  cacheable: true,
  response: catalogueSchema,
})
