import * as z from 'zod/mini'
import { defineEndpoint } from '../../platform/endpoint.ts'
import { deletionSchema, requiredLine } from '../../platform/fields.ts'
import { routes } from '../../platform/routes.ts'
import { validationTexts } from '../../platform/texts/validation.ts'

export const attributeKinds = ['number', 'choice', 'boolean', 'text'] as const
const kindSchema = z.enum(attributeKinds)

export const attributeSchema = z.object({
  /** Also in addresses and columns of files. */
  key: z.string(),
  name: z.string(),
  kind: kindSchema,
  /** Of a number: its unit, or null. */
  unit: z.nullable(z.string()),
  /** Of a number: its decimals at most. */
  decimals: z.int(),
  /** Of a choice: what it may be, in order. */
  choices: z.array(z.object({ key: z.string(), name: z.string() })),
})
export type Attribute = z.infer<typeof attributeSchema>

const attributeValue = z.union([z.number(), z.boolean(), z.string()])

/** An attribute of a part with its value. `text` is the value as people read it: `280 mm`. */
export const shownAttributeSchema = z.object({
  key: z.string(),
  name: z.string(),
  kind: kindSchema,
  unit: z.nullable(z.string()),
  value: attributeValue,
  text: z.string(),
  inTable: z.boolean(),
  inTitle: z.boolean(),
})
export type ShownAttribute = z.infer<typeof shownAttributeSchema>

const attributeParams = z.object({
  key: z.string().check(z.maxLength(40), z.regex(/^[a-z][a-z0-9_]*$/)),
})
const catalogWrite = { permission: 'catalog.write' } as const
const nameSchema = requiredLine(60, validationTexts.nameRequired)
const choiceKey = z.string().check(z.maxLength(40), z.regex(/^[a-z0-9]+(?:[._-][a-z0-9]+)*$/))

/** Fields with the values that a caller has read. They are compared, never stored, so nothing in them is checked. */
export const seenSchema = z.optional(z.nullable(z.record(z.string(), z.unknown())))

/**
 * Absent fields do not change; a new attribute needs its name and its kind. `choices` is all of them, in order. `seen` is what
 * the caller has read of the fields, null where there was no such attribute: if it is not so any more, `catalogue_changed`.
 */
export const attributeChangeSchema = z.object({
  name: z.optional(nameSchema),
  kind: z.optional(kindSchema),
  unit: z.optional(z.nullable(requiredLine(10, validationTexts.invalid))),
  decimals: z.optional(z.int().check(z.minimum(0), z.maximum(3))),
  choices: z.optional(z.array(z.object({ key: choiceKey, name: nameSchema })).check(z.maxLength(300))),
  seen: seenSchema,
})
export type AttributeChange = z.output<typeof attributeChangeSchema>
export type AttributeBody = Omit<Attribute, 'key'>

const inUse = z.object({ parts: z.int() })

export const saveAttribute = defineEndpoint({
  ...routes.saveAttribute,
  summary: 'Add an attribute, or change the given fields of one; its key and kind stay',
  access: catalogWrite,
  params: attributeParams,
  body: attributeChangeSchema,
  response: attributeSchema,
  errors: ['attribute_in_use', 'catalogue_changed'],
  problems: { attribute_in_use: inUse },
})

export const deleteAttribute = defineEndpoint({
  ...routes.deleteAttribute,
  summary: 'Delete an attribute that no part has',
  access: catalogWrite,
  params: attributeParams,
  response: deletionSchema,
  errors: ['attribute_in_use', 'not_found'],
  problems: { attribute_in_use: inUse },
})

/** A choice, and the one that parts get instead. */
export const choiceMergeSchema = z.object({ choice: choiceKey, into: choiceKey })
export type ChoiceMerge = z.output<typeof choiceMergeSchema>

/** How many parts had the choice, archived ones included. */
export const mergedChoiceSchema = z.object({ changedParts: z.int() })
export type MergedChoice = z.infer<typeof mergedChoiceSchema>

export const mergeChoices = defineEndpoint({
  ...routes.mergeChoices,
  summary: 'Give the parts with one choice of an attribute another one, and remove the first',
  access: catalogWrite,
  params: attributeParams,
  body: choiceMergeSchema,
  response: mergedChoiceSchema,
  errors: ['not_found'],
})
