import * as z from 'zod/mini'
import type { DrawnType } from '#drawings/drawing-of.ts'
import shipped from '#server/catalog/part-types/shipped-types.json' with { type: 'json' }

const drawnSchema = z.object({
  key: z.string(),
  drawing: z.string(),
  drawingParameters: z._default(
    z.record(
      z.string(),
      z.union([
        z.string(),
        z.object({ attribute: z.string(), values: z.record(z.string(), z.string()) }),
        z.object({ value: z.string() }),
      ]),
    ),
    {},
  ),
})

const types = new Map<string, DrawnType>(
  z
    .array(drawnSchema)
    .parse(shipped.types)
    .map((type) => [type.key, type]),
)

/** The drawing of a type that ships. Throws for any other. */
export function drawnType(key: string): DrawnType {
  const type = types.get(key)
  if (!type) throw new Error(`No part type ${key}`)
  return type
}
