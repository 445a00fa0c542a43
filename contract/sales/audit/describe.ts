import * as z from 'zod/mini'
import { partFields } from '../../catalog/products/part-fields.ts'
import { roleNames } from '../../people/users/roles-texts.ts'
import { dateFormat, numberFormat } from '../../platform/formats.ts'
import { failedJobTexts } from '../../platform/jobs/texts.ts'
import { formatCount, formatPrice } from '../../platform/money.ts'
import { type Hours, shopSchema } from '../../platform/shop.ts'
import { knownDisputeStatus } from '../payments/dispute-state.ts'
import { disputeStatusText } from '../payments/dispute-texts.ts'
import type { AuditEntry } from './audit.ts'
import { auditKinds, auditTexts, auditValues as texts } from './texts.ts'

const kinds: Record<string, string> = auditKinds
const roleTexts: Record<string, string> = roleNames
const jobs: Record<string, { name: string }> = failedJobTexts.jobs

/** What was done, in words. */
export function whatText({ entity, field }: Pick<AuditEntry, 'entity' | 'field'>): string {
  return kinds[`${entity}.${field}`] ?? field
}

/** What it was done to, where it has a name; an order by its number first. */
export function subjectText({ entity, entityId, name, orderNumber }: AuditEntry): string | null {
  if (entity === 'job') return jobs[entityId]?.name ?? entityId
  return orderNumber === null ? name : [orderNumber, name].filter(Boolean).join(', ')
}

/** Who did it: by name, else by address. */
export function actorText({ by }: Pick<AuditEntry, 'by'>): string {
  return by ? (by.name ?? by.email ?? auditTexts.deletedAccount) : auditTexts.store
}

type Change = { before: string | null; after: string | null }

type Style = { locale: string; categories: readonly { id: string; name: string }[] }

/** The values before and after as people read them; both null where `whatText` says it all. */
export function changeTexts(entry: AuditEntry, style: Style): Change {
  const { locale } = style
  const { before, after } = entry
  const kind = `${entry.entity}.${entry.field}`
  const toText = formats[kind]
  const isEvent = before === 'false' && after === 'true'
  if (entry.entity === 'setting') {
    return {
      before: settingText(entry.field, before, locale),
      after: settingText(entry.field, after, locale),
    }
  }
  if ((isEvent && !toText) || kind === 'product.created' || kind === 'product.deleted')
    return { before: null, after: null }
  const show = (value: string | null) =>
    value === null || !toText ? value : toText(value, { entry, ...style })
  const shown = { before: show(before), after: show(after) }
  return isPartField(entry)
    ? { before: shown.before || texts.empty, after: shown.after || texts.empty }
    : shown
}

type Format = (value: string, options: Style & { entry: AuditEntry }) => string

const amount: Format = (value, { entry: { currency }, locale }) =>
  currency === null ? value : formatPrice(Number(value), { currency, locale })
const count: Format = (value, { locale }) => formatCount(Number(value), locale)

const formats: Record<string, Format> = {
  'order.placed': status,
  'order.status': status,
  'order.refunded': amount,
  'order.dispute': (value) => {
    const known = knownDisputeStatus(value)
    return known ? disputeStatusText(known) : value
  },
  'product.price': amount,
  'product.minimumOrder': count,
  'product.availableQuantity': count,
  'product.category': (value, { categories }) => categories.find(({ id }) => id === value)?.name ?? value,
  'product.images': (value) => texts.pictures(value === '' ? 0 : value.split('\n').length),
  'user.role': (value) => roleTexts[value] ?? value,
  'review.hidden': (value) => (value === 'true' ? texts.hidden : texts.shown),
  'mail.retried': (value, options) => texts.mails(count(value, options)),
}

function status(value: string): string {
  return value === 'pending' ? texts.new : value
}

const partFieldNames: string[] = partFields.map(({ name }) => name)

function isPartField({ entity, field }: AuditEntry): boolean {
  return entity === 'product' && partFieldNames.includes(field)
}

function settingText(key: string, json: string | null, locale: string): string {
  if (json === null) return texts.unset
  const value: unknown = JSON.parse(json)
  if (value === null) return texts.none
  const { data: hours } = z.safeParse(shopSchema.shape.hours, value)
  if (key === 'hours' && hours) return hoursText(hours, locale)
  const { data: statistics } = z.safeParse(shopSchema.shape.statistics, value)
  if (key === 'statistics' && statistics)
    return statistics.map((one) => `${one.label} ${one.value}`).join(', ') || texts.none
  if (key === 'taxRate' && typeof value === 'number')
    return texts.percent(numberFormat(locale, {}).format(value))
  // of another version of the store
  if (typeof value === 'object') return json
  return String(value).replaceAll('\n', ', ') || texts.empty
}

/** The week with equal days together, then the days that differ. */
function hoursText({ week, exceptions }: Hours, locale: string): string {
  const groups: { first: number; last: number; times: string }[] = []
  for (const [day, hours] of week.entries()) {
    const times = timesText(hours)
    const group = groups.at(-1)
    if (group?.times === times) group.last = day
    else groups.push({ first: day, last: day, times })
  }
  const days = groups.map(({ first, last, times }) =>
    first === last
      ? `${weekday(first, locale)} ${times}`
      : `${weekday(first, locale)}–${weekday(last, locale)} ${times}`,
  )
  return [
    ...days,
    ...exceptions.map(({ date, name, hours }) => `${date} (${name}) ${timesText(hours)}`),
  ].join(', ')
}

function timesText(hours: Hours['week'][number]): string {
  return hours ? `${hours.opens}–${hours.closes}` : texts.closed
}

const MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

function weekday(day: number, locale: string): string {
  return dateFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(MONDAY + day * DAY_MS)
}
