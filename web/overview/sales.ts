import { formatMinor, type MoneyStyle, toMinor } from '#contract/money.ts'
import type { Overview } from '#contract/overview/overview.ts'

export type SalesDay = Overview['salesPerDay'][number]

const NICE = [5, 2.5, 2, 1]

/** Round figures from 0 up to the last that is not above `most`: three to six steps. */
export function axisTicks(most: number): number[] {
  if (most <= 0) return [0]
  const third = most / 3
  const power = 10 ** Math.floor(Math.log10(third))
  const step = (NICE.find((nice) => nice * power <= third) ?? 1) * power
  const count = Math.floor(most / step + 1e-9)
  // 3 * 0.1 is not 0.3: twelve digits are exact enough to be read
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)))
}

export function totalText(days: SalesDay[], style: MoneyStyle): string {
  const minor = days.reduce((sum, { total }) => sum + (toMinor(total, style.currency) ?? 0), 0)
  return formatMinor(minor, style)
}

/** The first of the days with the most, and the first of those that are over with the least. */
export function extremes(
  days: SalesDay[],
): { highest: SalesDay; lowest: SalesDay; today: SalesDay } | undefined {
  const today = days.at(-1)
  const [first = today, ...rest] = days.slice(0, -1)
  if (!today || !first) return undefined
  const lowest = rest.reduce((least, day) => (day.total < least.total ? day : least), first)
  const highest = days.reduce((most, day) => (day.total > most.total ? day : most), first)
  return { highest, lowest, today }
}

/** A day of the store's calendar: it has no time and no zone, and must not slip into the reader's. */
export function dayFormat(locale: string, style: Intl.DateTimeFormatOptions): (day: string) => string {
  const format = new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' })
  return (day) => format.format(new Date(`${day}T00:00:00Z`))
}

/** "November 7 – 20". */
export function periodText(days: SalesDay[], locale: string): string {
  const first = days[0]
  const last = days.at(-1)
  if (!first || !last) return ''
  const format = new Intl.DateTimeFormat(locale, { month: 'long', day: 'numeric', timeZone: 'UTC' })
  return format.formatRange(new Date(`${first.day}T00:00:00Z`), new Date(`${last.day}T00:00:00Z`))
}
