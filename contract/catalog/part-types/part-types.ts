import * as z from 'zod/mini'
import { defineEndpoint } from '../../platform/endpoint.ts'
import { deletionSchema, requiredLine } from '../../platform/fields.ts'
import { routes } from '../../platform/routes.ts'
import { validationTexts } from '../../platform/texts/validation.ts'
import { attributeSchema, seenSchema } from './attributes.ts'
import { categoryIdSchema, categorySchema } from './categories.ts'

/**
 * What a parameter of a drawing takes: the value of an attribute, by its key; the same with words of the drawing in place of
 * keys of choices; or always the same value.
 */
const drawingParameterSchema = z.union([
  z.string(),
  z.object({ attribute: z.string(), values: z.record(z.string(), z.string()) }),
  z.object({ value: z.string() }),
])
export type DrawingParameters = Record<string, z.infer<typeof drawingParameterSchema>>

const MAX_PARAMETERS = 20

/** Counted before each is compared with all that a parameter may take. */
const countParameters = z.transform((given: DrawingParameters, { issues }) => {
  if (Object.keys(given ?? {}).length > MAX_PARAMETERS)
    issues.push({ code: 'custom', message: validationTexts.tooManyValues(MAX_PARAMETERS), input: given })
  return given
})
export const drawingParametersSchema = z.pipe(countParameters, z.record(z.string(), drawingParameterSchema))

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

export type Catalogue = z.infer<typeof catalogueSchema>

export const getCatalogue = defineEndpoint({
  ...routes.getCatalogue,
  summary: 'Categories, part types and attributes',
  access: 'public',
  cacheable: true,
  response: catalogueSchema,
})

export const catalogueUseSchema = z.object({
  /** Parts on sale of each category and subcategory. `position` is its place beside others of its level. */
  categories: z.array(z.object({ id: z.string(), parts: z.int(), position: z.int() })),
  types: z.array(z.object({ key: z.string(), parts: z.int() })),
  /** Parts on sale with a value that can be filtered, and how many different values these have. */
  attributes: z.array(z.object({ key: z.string(), parts: z.int(), values: z.int() })),
  /** Parts on sale with each choice that some have. */
  choices: z.array(z.object({ attribute: z.string(), key: z.string(), parts: z.int() })),
  withoutType: z.int(),
})
export type CatalogueUse = z.infer<typeof catalogueUseSchema>

export const getCatalogueUse = defineEndpoint({
  ...routes.getCatalogueUse,
  summary: 'How many parts on sale have each category, part type and attribute',
  access: { permission: 'catalog.write' },
  response: catalogueUseSchema,
})

const keySchema = z.string().check(z.maxLength(40), z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/))
const attributeKey = z.string().check(z.maxLength(40))
const typeParams = z.object({ key: keySchema })
const catalogWrite = { permission: 'catalog.write' } as const
const nameSchema = requiredLine(60, validationTexts.nameRequired)

/**
 * Absent fields do not change; a new type needs its names and its category. A list is all of it, in order. `seen` is what the
 * caller has read of the fields, null where there was no such type: if it is not so any more, `catalogue_changed`.
 */
export const partTypeChangeSchema = z.object({
  name: z.optional(nameSchema),
  plural: z.optional(nameSchema),
  category: z.optional(categoryIdSchema),
  subcategory: z.optional(z.nullable(categoryIdSchema)),
  drawing: z.optional(z.nullable(z.string().check(z.regex(/^[a-z0-9-]{1,60}$/)))),
  drawingParameters: z.optional(drawingParametersSchema),
  attributes: z.optional(
    z.array(z.extend(typeAttributeSchema, { key: attributeKey })).check(z.maxLength(60)),
  ),
  relations: z.optional(
    z
      .array(z.object({ type: keySchema, shared: z.array(attributeKey).check(z.maxLength(8)) }))
      .check(z.maxLength(20)),
  ),
  seen: seenSchema,
})
export type PartTypeChange = z.output<typeof partTypeChangeSchema>
export type PartTypeBody = Omit<PartType, 'key'>

const inUse = z.object({ parts: z.int() })

/** The form of a new part type; what it is like is said on its own page. */
export const newPartTypeSchema = z.object({
  name: nameSchema,
  plural: nameSchema,
  category: categoryIdSchema,
})

export const savePartType = defineEndpoint({
  ...routes.savePartType,
  summary: 'Add a part type, or change the given fields of one; its key stays',
  access: catalogWrite,
  params: typeParams,
  body: partTypeChangeSchema,
  response: partTypeSchema,
  errors: ['attribute_in_use', 'catalogue_changed'],
  problems: { attribute_in_use: inUse },
})

export const deletePartType = defineEndpoint({
  ...routes.deletePartType,
  summary: 'Delete a part type of which no part is on sale',
  access: catalogWrite,
  params: typeParams,
  response: deletionSchema,
  errors: ['type_in_use', 'not_found'],
  problems: { type_in_use: inUse },
})
