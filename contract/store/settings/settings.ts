import * as z from 'zod/mini'
import { defineEndpoint } from '../../platform/endpoint.ts'
import {
  boundedText,
  composeText,
  idParams,
  idSchema,
  oneLine,
  pageFields,
  plainNumber,
  requiredLine,
  timeSchema,
} from '../../platform/fields.ts'
import { routes } from '../../platform/routes.ts'
import { shopSchema } from '../../platform/shop.ts'
import { settingsTexts as texts } from './texts.ts'

/** What the shop says about itself and what its staff may change. What can ruin money stays in the environment. */
export const settingsSchema = z.extend(shopSchema, {
  /** Percent that prices include. Orders have the rate of their time. */
  taxRate: z.number(),
})
export type Settings = z.infer<typeof settingsSchema>

const MAX_EXCEPTIONS = 20
const MAX_STATISTICS = 4
const ADDRESS_LENGTH = 300
const ADDRESS_LINES = 6

/** Text that may be empty, trimmed and in NFC. */
function line(limit: number) {
  return z.pipe(
    boundedText(limit, texts.text),
    z.pipe(
      z.transform((value: string) => composeText(value.trim())),
      z.string().check(z.maxLength(limit), oneLine),
    ),
  )
}

const phone = z.pipe(
  line(40),
  z.string().check(z.refine((value: string) => value === '' || value.length >= 3, texts.phoneShort)),
)

const oneLineText = z.string().check(oneLine)

const address = z.pipe(
  boundedText(ADDRESS_LENGTH, texts.text),
  z.pipe(
    z.transform((value: string) =>
      composeText(value)
        .split(/\r\n|\r|\n/)
        .map((one) => one.trim())
        .filter(Boolean)
        .join('\n'),
    ),
    z.string().check(z.maxLength(ADDRESS_LENGTH), z.refine(isAddress, texts.addressLines)),
  ),
)

function isAddress(value: string): boolean {
  const lines = value.split('\n')
  return lines.length <= ADDRESS_LINES && lines.every((one) => z.safeParse(oneLineText, one).success)
}

const logo = z
  .string({ error: texts.logo })
  .check(z.maxLength(200, texts.logo), z.regex(/^\/uploads\/[\w-]+\.\w+$/, texts.logo))

const accent = z.pipe(
  z.string({ error: texts.accent }).check(z.regex(/^#[0-9a-f]{6}$/i, texts.accent)),
  z.pipe(
    z.transform((value: string) => value.toLowerCase()),
    z.string(),
  ),
)

const taxRate = z.pipe(
  plainNumber(texts.taxRate),
  z.number().check(
    z.minimum(0, texts.taxRate),
    z.maximum(100, texts.taxRate),
    // 7.7 × 100 is not exactly 770
    z.refine((rate: number) => Math.abs(rate * 100 - Math.round(rate * 100)) < 1e-6, texts.taxRate),
  ),
)

const locale = z.pipe(
  z.string({ error: texts.locale }).check(z.maxLength(35, { error: texts.locale, abort: true })),
  z.string().check(z.refine(isKnownLocale, texts.locale)),
)

function isKnownLocale(value: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(value).length === 1
  } catch {
    return false
  }
}

const timeZone = z.pipe(
  z.string({ error: texts.timeZone }).check(z.maxLength(60, { error: texts.timeZone, abort: true })),
  z.string().check(z.refine(isNamedTimeZone, texts.timeZone)),
)

/** Not an offset such as +01:00, whose sign PostgreSQL reads the other way round. */
function isNamedTimeZone(value: string): boolean {
  if (!/^[a-z]/i.test(value)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: value }))
  } catch {
    return false
  }
}

const openHours = z
  .object(
    {
      opens: z
        .string({ error: texts.time })
        .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: texts.time, abort: true })),
      closes: z
        .string({ error: texts.closingTime })
        .check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, { error: texts.closingTime, abort: true })),
    },
    { error: texts.week },
  )
  .check(
    z.refine(({ opens, closes }: { opens: string; closes: string }) => opens < closes, {
      error: texts.closesLater,
      path: ['closes'],
    }),
  )

const exception = z.object(
  {
    date: z.string({ error: texts.date }).check(z.iso.date({ error: texts.date })),
    name: requiredLine(60, texts.exceptionName),
    hours: z.nullable(openHours),
  },
  { error: texts.exceptions },
)

const hours = z.object(
  {
    week: z.array(z.nullable(openHours), { error: texts.week }).check(z.length(7, texts.week)),
    exceptions: z.array(exception, { error: texts.exceptions }).check(
      z.maxLength(MAX_EXCEPTIONS, { error: texts.tooManyExceptions(MAX_EXCEPTIONS), abort: true }),
      z.refine(
        (days: { date: string }[]) => new Set(days.map(({ date }) => date)).size === days.length,
        texts.dateTwice,
      ),
    ),
  },
  { error: texts.hours },
)

const statistic = z.object(
  { label: requiredLine(40, texts.labelRequired), value: requiredLine(20, texts.valueRequired) },
  { error: texts.statistics },
)

/** What each setting may be. */
export const settingSchemas = {
  name: requiredLine(80, texts.nameRequired),
  logo: z.nullable(logo),
  accent: z.nullable(accent),
  phone,
  address,
  taxId: line(60),
  taxRate,
  locale,
  timeZone,
  hours: z.nullable(hours),
  statistics: z
    .array(statistic, { error: texts.statistics })
    .check(z.maxLength(MAX_STATISTICS, { error: texts.tooManyStatistics(MAX_STATISTICS), abort: true })),
} satisfies { [Key in keyof Settings]: z.ZodMiniType<Settings[Key], unknown> }

export const settingKeys = [
  'name',
  'logo',
  'accent',
  'phone',
  'address',
  'taxId',
  'taxRate',
  'locale',
  'timeZone',
  'hours',
  'statistics',
] as const satisfies (keyof Settings)[]
export type SettingKey = (typeof settingKeys)[number]
export const settingKeySchema = z.enum(settingKeys)

/** Only what is sent changes. */
export const settingsChangeSchema = z
  .strictObject(
    {
      ...z.partial(z.object(settingSchemas)).shape,
      /** Settings that get the value of the environment again. */
      reset: z.optional(
        z
          .array(z.enum(settingKeys, { error: texts.reset(settingKeys) }), {
            error: texts.reset(settingKeys),
          })
          .check(z.maxLength(settingKeys.length, texts.reset(settingKeys))),
      ),
    },
    {
      error: (issue) =>
        issue.code === 'unrecognized_keys' ? texts.unknown(issue.keys.slice(0, 5), settingKeys) : undefined,
    },
  )
  .check(
    z.refine(
      (change: Partial<Settings> & { reset?: SettingKey[] | undefined }) =>
        !change.reset?.some((key) => change[key] !== undefined),
      { error: texts.savedAndReset, path: ['reset'] },
    ),
  )
export type SettingsChange = z.infer<typeof settingsChangeSchema>

/** Who changed something; null on both for an account that was deleted. */
const authorSchema = z.object({ email: z.nullable(z.string()), displayName: z.nullable(z.string()) })

export const savedSettingsSchema = z.object({
  /** What holds now. */
  values: settingsSchema,
  /** What holds where nothing was saved: the environment's value, or the default. */
  defaults: settingsSchema,
  /** The settings that somebody saved, in a fixed order. */
  saved: z.array(z.object({ key: settingKeySchema, at: timeSchema, by: z.nullable(authorSchema) })),
})
export type SavedSettings = z.infer<typeof savedSettingsSchema>

/** One save of one or more settings. A setting that is absent in `before` or `after` was not saved then. */
export const settingsHistorySchema = z.object({
  _id: idSchema,
  at: timeSchema,
  by: z.nullable(authorSchema),
  keys: z.array(settingKeySchema),
  before: z.partial(settingsSchema),
  after: z.partial(settingsSchema),
})
export type SettingsHistoryEntry = z.infer<typeof settingsHistorySchema>

export const getSettings = defineEndpoint({
  ...routes.getSettings,
  summary: 'What the shop says about itself, and who saved it',
  access: { permission: 'settings.write' },
  response: savedSettingsSchema,
})

export const saveSettings = defineEndpoint({
  ...routes.saveSettings,
  summary:
    'Change settings of the shop, all or none; those in `reset` get the value of the environment again',
  access: { permission: 'settings.write' },
  body: settingsChangeSchema,
  response: savedSettingsSchema,
})

export const listSettingsChanges = defineEndpoint({
  ...routes.listSettingsChanges,
  summary: 'Changes of settings, newest first',
  access: { permission: 'settings.write' },
  query: z.object(pageFields(20)),
  response: z.array(settingsHistorySchema),
})

export const takeBackSettings = defineEndpoint({
  ...routes.takeBackSettings,
  summary: 'Take a change back: its settings get the values from before it, which is a change of its own',
  access: { permission: 'settings.write' },
  params: idParams,
  response: savedSettingsSchema,
})
