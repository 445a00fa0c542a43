import * as z from 'zod/mini'
import { categorySchema } from '#contract/products/products.ts'
import body from './kinds/body.json' with { type: 'json' }
import brakes from './kinds/brakes.json' with { type: 'json' }
import electrical from './kinds/electrical.json' with { type: 'json' }
import engine from './kinds/engine.json' with { type: 'json' }
import fluids from './kinds/fluids.json' with { type: 'json' }
import lighting from './kinds/lighting.json' with { type: 'json' }
import suspension from './kinds/suspension.json' with { type: 'json' }
import tools from './kinds/tools.json' with { type: 'json' }
import wheels from './kinds/wheels.json' with { type: 'json' }

const valueSchema = z.union([z.string(), z.number()])

/** One thing that may vary in a part, with what it brings to its texts and its drawing. */
const choiceSchema = z.catchall(
  z.object({
    /** Multiplies the price. */
    factor: z.optional(z.number()),
    /** The smallest quantity that is sold, where it differs from the kind's. */
    minimum: z.optional(z.number()),
    /** The classes of cars that have it, letters of `CarClass`; absent: by size. */
    classes: z.optional(z.string()),
    /** As of a kind, which it replaces. */
    engines: z.optional(z.string()),
  }),
  valueSchema,
)
export type Choice = z.infer<typeof choiceSchema>

/** A list of choices: written out, as a table of values that belong together, or as the values of one key. */
const choicesSchema = z.union([
  z.array(choiceSchema),
  z.object({ columns: z.array(z.string()), rows: z.array(z.array(valueSchema)) }),
  z.object({ column: z.string(), values: z.array(valueSchema) }),
])

/** For what belongs to an engine, and for what belongs to a body or a chassis. */
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

/**
 * A kind of part. Its templates (`name`, `img`, `texts`) may use every key of its choices, and of the car that it is
 * made for: `{car}`, `{engine}`, `{years}`.
 */
const kindSchema = z.object({
  id: z.string(),
  category: categorySchema,
  /** How many of a thousand parts are of this kind. */
  share: z.number(),
  /** What its makers make; a brand lists its own. */
  trade: z.string(),
  /** Three digits that makers weave into its part numbers. */
  series: z.string(),
  /** One is taken of each list. The first holds the sizes, smallest first: price and car follow it. */
  choices: z.array(choicesSchema),
  name: z.string(),
  img: z.string(),
  /** The description: one sentence, or two, of each list. */
  texts: z.array(z.union([z.array(z.string()), z.enum(['fits-engine', 'fits-car'])])),
  /** Of the smallest and the largest size, in US cents, from a maker of middling price. */
  priceMinor: z.tuple([z.number(), z.number()]),
  minimumOrder: z.optional(z.number()),
  /** How many units are usually in stock. */
  stock: z.number(),
  /** What burns, or `turbo`, or a list of engines; absent: any. */
  engines: z.optional(z.string()),
})

export type PartKind = Omit<z.infer<typeof kindSchema>, 'choices' | 'texts'> & {
  choices: Choice[][]
  texts: string[][]
}

/** Every kind of part that the generator knows; their shares are of a thousand. */
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
