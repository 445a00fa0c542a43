import * as z from 'zod/mini'

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
