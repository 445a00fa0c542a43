import { dateFormat } from '#contract/platform/formats.ts'
import type { Hours } from '#contract/platform/shop.ts'
import { textLanguage } from '#contract/platform/texts/layout.ts'
import { hoursTexts as texts } from '#contract/store/settings/hours-texts.ts'

type OpenHours = { opens: string; closes: string }

/** Exceptions are shown so many days before. */
const DAYS_AHEAD = 30

const MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

/**
 * The lines of an address block: days with equal hours together, then exceptions from `today` (in the time zone of the
 * shop) on, without it all, then the days on which it is closed.
 */
export function hoursLines(
  { week, exceptions }: Hours,
  { locale, today }: { locale: string; today?: string },
) {
  const chosen = today === undefined ? exceptions : comingDays(exceptions, today)
  const days = chosen
    .toSorted((a, b) => a.date.localeCompare(b.date))
    .map(({ date, name, hours }) => ({ text: texts.named(dayOfYear(date, locale), name), hours }))
  const groups = groupDays(week).map(({ first, last, hours }) => ({ text: daysText(first, last), hours }))
  const open = [...groups, ...days].flatMap(({ text, hours }) =>
    hours ? [texts.open(text, timeText(hours.opens, locale), timeText(hours.closes, locale))] : [],
  )
  const closed = [
    ...week.flatMap((hours, day) => (hours ? [] : [weekday(day, 'long')])),
    ...days.flatMap(({ text, hours }) => (hours ? [] : [text])),
  ]
  if (closed.length === 0) return open
  return [...open, texts.closed(new Intl.ListFormat(textLanguage).format(closed))]
}

function comingDays(exceptions: Hours['exceptions'], today: string): Hours['exceptions'] {
  const until = new Date(Date.parse(today) + DAYS_AHEAD * DAY_MS).toISOString().slice(0, 10)
  return exceptions.filter(({ date }) => date >= today && date <= until)
}

/** The date in a time zone, such as 2026-11-26. */
export function dateIn(timeZone: string, at: Date): string {
  return dateFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)
}

type Group = { first: number; last: number; hours: OpenHours | null }

/** Consecutive days with the same hours. */
function groupDays(week: Hours['week']): Group[] {
  const groups: Group[] = []
  for (const [day, hours] of week.entries()) {
    const group = groups.at(-1)
    if (group && isSame(group.hours, hours)) group.last = day
    else groups.push({ first: day, last: day, hours })
  }
  return groups
}

function isSame(one: OpenHours | null, other: OpenHours | null): boolean {
  return one?.opens === other?.opens && one?.closes === other?.closes
}

function daysText(first: number, last: number): string {
  if (last - first === 6) return texts.everyDay
  return first === last
    ? weekday(first, 'short')
    : texts.days(weekday(first, 'short'), weekday(last, 'short'))
}

/** In the language of the texts around it; Monday is 0. */
export function weekday(day: number, length: 'short' | 'long'): string {
  return dateFormat(textLanguage, { weekday: length, timeZone: 'UTC' }).format(MONDAY + day * DAY_MS)
}

function dayOfYear(date: string, locale: string): string {
  return dateFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(Date.parse(date))
}

/** "07:30" as 7:30 am, or as the locale writes it. */
export function timeText(time: string, locale: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const format = dateFormat(locale, { timeStyle: 'short', timeZone: 'UTC' })
  return format.format(Date.UTC(2024, 0, 1, hours, minutes)).replace(/[AP]M$/, (half) => half.toLowerCase())
}
