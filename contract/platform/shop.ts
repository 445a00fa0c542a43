import * as z from 'zod/mini'

/* What a shop says about itself, as every page gets it. `contract/store/settings` has what each field may be. */

/** "07:30" to "18:00", in the time zone of the shop. */
const openHoursSchema = z.object({ opens: z.string(), closes: z.string() })

const hoursSchema = z.object({
  /** Seven days, Monday first; null: closed. */
  week: z.array(z.nullable(openHoursSchema)),
  /** Days that differ from the week, each with its name, such as a holiday. */
  exceptions: z.array(z.object({ date: z.string(), name: z.string(), hours: z.nullable(openHoursSchema) })),
})
export type Hours = z.infer<typeof hoursSchema>

/** The value `auto` stands for the number of parts on sale. */
const statisticSchema = z.object({ label: z.string(), value: z.string() })

export const shopSchema = z.object({
  name: z.string(),
  /** The path of an uploaded picture; null: the drawn logo. */
  logo: z.nullable(z.string()),
  /** `#rrggbb`; null: the orange of the design. */
  accent: z.nullable(z.string()),
  /** Empty where it is not filled in, like address and tax id. */
  phone: z.string(),
  /** May have several lines. */
  address: z.string(),
  taxId: z.string(),
  locale: z.string(),
  timeZone: z.string(),
  /** Null where they are not filled in. */
  hours: z.nullable(hoursSchema),
  statistics: z.array(statisticSchema),
})
