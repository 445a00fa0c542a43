import { relativeTimeFormat } from '#contract/platform/formats.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How far a time is from now, in the largest unit that fits, such as "22 hours ago" or "in 50 minutes". */
export function distanceText(at: string, { now, locale }: { now: number; locale: string }): string {
  const seconds = (Date.parse(at) - now) / 1000
  const format = relativeTimeFormat(locale, { numeric: 'always' })
  const size = Math.abs(seconds)
  if (size < HOUR) return format.format(Math.trunc(seconds / MINUTE), 'minute')
  if (size < 2 * DAY) return format.format(Math.trunc(seconds / HOUR), 'hour')
  return format.format(Math.trunc(seconds / DAY), 'day')
}
