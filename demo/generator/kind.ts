import * as z from 'zod/mini'
import { categoryIdSchema } from '#contract/catalog/part-types/categories.ts'
import body from './kinds/body.json' with { type: 'json' }
import brakes from './kinds/brakes.json' with { type: 'json' }
import electrical from './kinds/electrical.json' with { type: 'json' }
import engine from './kinds/engine.json' with { type: 'json' }
import fluids from './kinds/fluids.json' with { type: 'json' }
import lighting from './kinds/lighting.json' with { type: 'json' }
import suspension from './kinds/suspension.json' with { type: 'json' }
import tools from './kinds/tools.json' with { type: 'json' }
import wheels from './kinds/wheels.json' with { type: 'json' }

export const saleUnitSchema = z.enum(['each', 'pair', 'set'])
export type SaleUnit = z.infer<typeof saleUnitSchema>

const valueSchema = z.union([z.string(), z.number()])

const choiceSchema = z.catchall(
  z.object({
    factor: z.optional(z.number()),
    /** The minimum order, if it differs from the kind's. */
    minimum: z.optional(z.number()),
    /** The matching classes of cars, letters of `CarClass`; default: by size. */
    classes: z.optional(z.string()),
    engines: z.optional(z.string()),
  }),
  valueSchema,
)
export type Choice = z.infer<typeof choiceSchema>

/** A list of choices: objects, a table with rows of values, or the values of one key. */
const choicesSchema = z.union([
  z.array(choiceSchema),
  z.object({ columns: z.array(z.string()), rows: z.array(z.array(valueSchema)) }),
  z.object({ column: z.string(), values: z.array(valueSchema) }),
])

/** For parts of the engine, and for parts of body or chassis. */
const SHARED_TEXTS = {
  'fits-engine': [
    'Made for the {car} {engine}, built {years}.',
    'Belongs to the {engine} engine of the {car}, {years}.',
    'For the {car} {engine} of {years}; compare the number on the old part.',
    'Fits the {car} {engine}, {years}, before and after the facelift.',
  ],
  'fits-car': [
    'Made for the {car}, built {years}.',
    'For the {car} of {years}, whatever its engine.',
    'Fits the {car}, {years}; the sport chassis has a part of its own.',
    'Belongs to the {car}, {years}. Have the chassis number at hand if in doubt.',
  ],
}

/** Its templates may use each key of its choices, and of the car it is made for: `{car}`, `{engine}`, `{years}`. */
const kindSchema = z.object({
  id: z.string(),
  category: categoryIdSchema,

  /** The key of its part type, and where the attributes come from: see `readAttributes`. */
  type: z.string(),
  attributes: z.record(z.string(), z.string()),
  /** What one price is for, unless the choice is a pair or a set; default: each. */
  saleUnit: z.optional(saleUnitSchema),
  /** The number of this kind in a thousand parts. */
  share: z.number(),
  trade: z.string(),
  /** Three digits for part numbers in whose format the brand has an `s`. */
  series: z.string(),
  /** One is chosen of each list. The first contains the sizes, ascending, which determine the price and by default the cars. */
  choices: z.array(choicesSchema),
  name: z.string(),
  /** The description has one entry of each list. */
  texts: z.array(z.union([z.array(z.string()), z.enum(['fits-engine', 'fits-car'])])),
  /** In US cents, for the smallest and the largest size of a brand with tier 1, before the factors of its choices. */
  priceMinor: z.tuple([z.number(), z.number()]),
  minimumOrder: z.optional(z.number()),
  stock: z.number(),
  /** `petrol`, `diesel`, `turbo`, or a list of engines; default: any. */
  engines: z.optional(z.string()),
})

export type PartKind = Omit<z.infer<typeof kindSchema>, 'choices' | 'texts'> & {
  choices: Choice[][]
  texts: string[][]
}

export const partKinds: PartKind[] = z
  .array(kindSchema)
  .parse([body, brakes, electrical, engine, fluids, lighting, suspension, tools, wheels].flat())
  .map((kind) => ({
    ...kind,
    choices: kind.choices.map(toChoices),
    texts: kind.texts.map((texts) => (typeof texts === 'string' ? SHARED_TEXTS[texts] : texts)),
  }))

function toChoices(list: z.infer<typeof choicesSchema>): Choice[] {
  if ('columns' in list) {
    const { columns, rows } = list
    return rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at] ?? ''])))
  }
  if ('column' in list) return list.values.map((value) => ({ [list.column]: value }))
  return list
}
