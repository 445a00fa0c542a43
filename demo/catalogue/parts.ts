import * as z from 'zod/mini'
import { categoryIdSchema } from '#contract/catalog/part-types/categories.ts'
import { drawingPath } from '#drawings/drawing-of.ts'
import { drawnType } from '../generator/drawn-types.ts'
import { saleUnitSchema } from '../generator/kind.ts'
import inShopOrder from './parts.json' with { type: 'json' }

/** A part of the demo store, `priceMinor` in US cents. */
const demoPartSchema = z.object({
  productName: z.string(),
  brand: z.string(),
  partNumber: z.string(),
  category: categoryIdSchema,
  /** The key of its part type, and the values of attributes of this type. */
  type: z.string(),
  attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** What one price is for; default: each. */
  saleUnit: z.optional(saleUnitSchema),
  description: z.string(),
  priceMinor: z.number(),
  minimumOrder: z.number(),
  available: z.number(),
})
/** With the path of its drawing, which reads its attributes. */
export type DemoPart = z.infer<typeof demoPartSchema> & { img: string }

/** Oldest first; the file is in the order of the store's list, newest first. */
export const demoParts: DemoPart[] = z
  .array(demoPartSchema)
  .parse(inShopOrder)
  .map((part) => ({ ...part, img: drawingPath({ ...part, type: drawnType(part.type) }) }))
  .reverse()
