import { expect, test } from 'vitest'
import { type Settings, settingsChangeSchema } from '#contract/store/settings/settings.ts'
import {
  changedKeys,
  NEW_WEEK,
  newHoliday,
  type StoreForm,
  statisticNames,
  toChange,
  toForm,
} from './store-form.ts'

const open = { opens: '07:30', closes: '18:00' }
const settings: Settings = {
  name: 'Alder Falls',
  logo: '/uploads/0123-512.webp',
  accent: '#1f62b5',
  phone: '555 014 2280',
  address: '12 Foundry Lane\nAlder Falls',
  taxId: 'X 1',
  taxRate: 7.7,
  locale: 'en-US',
  timeZone: 'UTC',
  hours: {
    week: [open, open, open, open, { opens: '18:00', closes: '24:00' }, null, null],
    exceptions: [
      { date: '2026-11-26', name: 'Thanksgiving', hours: null },
      { date: '2026-12-24', name: 'Eve', hours: open },
    ],
  },
  statistics: [{ label: 'Parts', value: 'auto' }],
}
const form = toForm(settings)
const everyKey = Object.keys(settings) as (keyof Settings)[]

test('the form of settings is the same settings again', () => {
  expect(changedKeys(form, toForm(settings))).toEqual([])
  expect(settingsChangeSchema.parse(toChange(form, everyKey))).toEqual(settings)
  const empty = { ...settings, logo: null, accent: null, hours: null, statistics: [], phone: '', taxRate: 0 }
  expect(settingsChangeSchema.parse(toChange(toForm(empty), everyKey))).toEqual(empty)
})

test.each<[keyof StoreForm, Partial<StoreForm>, unknown]>([
  ['name', { name: 'Other' }, 'Other'],
  ['logo', { logo: '' }, null],
  ['accent', { accent: '' }, null],
  ['taxRate', { taxRate: '8,25' }, 8.25],
  ['hours', { hours: null }, null],
  ['statistics', { statistics: form.statistics.map((line) => ({ ...line, value: '' })).slice(1) }, []],
])('only a changed %s is sent', (key, change, sent) => {
  const after = { ...form, ...change }
  expect(changedKeys(form, after)).toEqual([key])
  expect(settingsChangeSchema.parse(toChange(after, [key]))).toEqual({ [key]: sent })
})

test('a line that is typed and emptied again, or times of a closed day, are no change', () => {
  const lines = form.statistics.map((line, index) => (index === 2 ? { label: ' ', value: '' } : line))
  const week = form.hours?.week.map((day) => (day.isClosed ? { ...day, opens: '11:00' } : day)) ?? []
  const holidays = form.hours?.holidays ?? []
  expect(changedKeys(form, { ...form, statistics: lines, hours: { week, holidays } })).toEqual([])
})

test('a new week and a new holiday can be saved as they are', () => {
  const holiday = { ...newHoliday('new'), date: '2026-12-25', name: 'Christmas Day' }
  const hours = { week: NEW_WEEK, holidays: [holiday] }
  const { hours: saved } = settingsChangeSchema.parse(toChange({ ...form, hours }, ['hours']))
  expect(saved?.week.map(Boolean)).toEqual([true, true, true, true, true, false, false])
  expect(saved?.exceptions).toEqual([{ date: '2026-12-25', name: 'Christmas Day', hours: null }])
})

test('errors of statistics are named as the API counts lines', () => {
  const statistics = [
    { label: '', value: '' },
    { label: 'Parts', value: '' },
    { label: '', value: '' },
    { label: '', value: '70+' },
  ]
  const after = { ...form, statistics }
  const result = settingsChangeSchema.safeParse(toChange(after, ['statistics']))
  const paths = result.error?.issues.map(({ path }) => path.join('.'))
  expect(paths).toEqual([statisticNames(after, 1).value, statisticNames(after, 3).label])
  const names = [0, 1, 2, 3].flatMap((index) => Object.values(statisticNames(after, index)))
  expect(new Set(names).size).toBe(8)
})
