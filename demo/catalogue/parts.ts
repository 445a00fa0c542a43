import * as z from 'zod/mini'
import { categoryIdSchema } from '#contract/catalog/part-types/categories.ts'
import { saleUnitSchema } from '../generator/kind.ts'
import inShopOrder from './parts.json' with { type: 'json' }

/** A part of the demo store: `priceMinor` in US cents, `img` a path to one of the store's own drawings. */
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
  img: z.string(),
})
export type DemoPart = z.infer<typeof demoPartSchema>

/** Oldest first; the file is in the order of the store's list, newest first. */
export const demoParts: DemoPart[] = z.array(demoPartSchema).parse(inShopOrder).reverse()
