import type { Settings } from '#contract/store/settings/settings.ts'
import { settingNames } from '#contract/store/settings/store-page-texts.ts'

export type DayForm = { opens: string; closes: string; isClosed: boolean }
/** `key` only tells rows apart. */
export type HolidayForm = DayForm & { key: string; date: string; name: string }
export type HoursForm = { week: DayForm[]; holidays: HolidayForm[] }

/** The settings as people type them. An empty `logo` or `accent` is that of the design. */
export type StoreForm = Record<Exclude<keyof Settings, 'hours' | 'statistics'>, string> & {
  hours: HoursForm | null
  statistics: { label: string; value: string }[]
}
type Key = keyof StoreForm

const LINES = 4
/** Until somebody types other ones. */
const TIMES = { opens: '09:00', closes: '17:00' }
const MIDNIGHT = '24:00'

export const NEW_WEEK: DayForm[] = Array.from({ length: 7 }, (_, day) => ({ ...TIMES, isClosed: day > 4 }))

export function toForm(values: Settings): StoreForm {
  const { hours, statistics } = values
  const blank = { label: '', value: '' }
  return {
    ...values,
    logo: values.logo ?? '',
    accent: values.accent ?? '',
    taxRate: String(values.taxRate),
    hours: hours && {
      week: hours.week.map(toDay),
      holidays: hours.exceptions.map(({ date, name, hours: open }) => ({
        key: date,
        date,
        name,
        ...toDay(open),
      })),
    },
    statistics: [...statistics, ...Array.from({ length: LINES }, () => blank)].slice(0, LINES),
  }
}

export function newHoliday(key: string): HolidayForm {
  return { ...TIMES, isClosed: true, key, date: '', name: '' }
}

/** A field for times ends at 23:59: midnight at the end of a day is typed as that at its beginning. */
function toDay(hours: { opens: string; closes: string } | null): DayForm {
  if (!hours) return { ...TIMES, isClosed: true }
  return { ...hours, closes: hours.closes === MIDNIGHT ? '00:00' : hours.closes, isClosed: false }
}

function toHours({ opens, closes, isClosed }: DayForm) {
  return isClosed ? null : { opens, closes: closes === '00:00' ? MIDNIGHT : closes }
}

/** What differs between two states of the form, in the order of the page. */
export function changedKeys(before: StoreForm, after: StoreForm): Key[] {
  const wire = (form: StoreForm, key: Key) => JSON.stringify(toWire(form)[key])
  return keys.filter((key) => wire(before, key) !== wire(after, key))
}

const keys = Object.keys(settingNames).filter((key): key is Key => key in settingNames)

/** The changed settings as the API takes them. */
export function toChange(form: StoreForm, changed: Key[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(toWire(form)).filter(([key]) => changed.some((one) => one === key)),
  )
}

function toWire(form: StoreForm): Record<Key, unknown> {
  const { hours } = form
  return {
    ...form,
    logo: form.logo || null,
    accent: form.accent || null,
    taxRate: form.taxRate.replace(',', '.').trim(),
    hours: hours && shownHours(hours),
    statistics: form.statistics.filter(isFilledIn),
  }
}

/** As pages show them. */
export function shownHours({ week, holidays }: HoursForm) {
  return {
    week: week.map(toHours),
    exceptions: holidays.map((day) => ({ date: day.date, name: day.name, hours: toHours(day) })),
  }
}

export function isFilledIn({ label, value }: { label: string; value: string }): boolean {
  return label.trim() !== '' || value.trim() !== ''
}

/**
 * The names of the inputs of a line of statistics: the paths at which the API reports errors, which do not count lines
 * that are left out.
 */
export function statisticNames({ statistics }: StoreForm, index: number) {
  const line = statistics[index]
  const place = statistics.slice(0, index).filter(isFilledIn).length
  const path = `statistics.${line && isFilledIn(line) ? place : `blank ${index}`}`
  return { label: `${path}.label`, value: `${path}.value` }
}
