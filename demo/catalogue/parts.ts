import * as z from 'zod/mini'
import { categoryIdSchema } from '#contract/catalog/part-types/categories.ts'
import inShopOrder from './parts.json' with { type: 'json' }

/** A part of the demo store: `priceMinor` in US cents, `img` a path to one of the store's own drawings. */
const demoPartSchema = z.object({
  productName: z.string(),
  brand: z.string(),
  partNumber: z.string(),
  category: categoryIdSchema,
  description: z.string(),
  priceMinor: z.number(),
  minimumOrder: z.number(),
  available: z.number(),
  img: z.string(),
})
export type DemoPart = z.infer<typeof demoPartSchema>

/** Oldest first; the file is in the order of the store's list, newest first. */
export const demoParts: DemoPart[] = z.array(demoPartSchema).parse(inShopOrder).reverse()
