import { useId } from 'react'
import { storePageTexts as texts } from '#contract/store/settings/store-page-texts.ts'
import { Field } from '../../platform/forms/field.tsx'
import { ErrorText, useManagedForm } from '../../platform/forms/form-status.tsx'
import { randomKey } from '../../platform/forms/random-key.ts'
import { Box } from '../../platform/layout/box.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { weekday } from './opening-hours.ts'
import { type DayForm, type HolidayForm, type HoursForm, NEW_WEEK, newHoliday } from './store-form.ts'
import type { SectionProps } from './store-sections.tsx'

const MOST_HOLIDAYS = 20

export function HoursSection({ form: { hours }, set }: SectionProps) {
  if (hours) return <FilledHours hours={hours} set={(change) => set({ hours: change })} />
  return (
    <Box title={texts.hours}>
      <div className="box__body">
        <p>{texts.noHours}</p>
        <div>
          <Button size="small" onClick={() => set({ hours: { week: NEW_WEEK, holidays: [] } })}>
            {texts.fillHours}
          </Button>
        </div>
      </div>
    </Box>
  )
}

function FilledHours({ hours, set }: { hours: HoursForm; set: (hours: HoursForm | null) => void }) {
  const { errors } = useManagedForm()
  const { week, holidays } = hours
  const setWeek = (change: (day: DayForm, index: number) => DayForm) =>
    set({ holidays, week: week.map(change) })
  const setHolidays = (next: HolidayForm[]) => set({ week, holidays: next })
  const addHoliday = (
    <Button
      size="small"
      onClick={() => setHolidays([...holidays, newHoliday(randomKey())])}
      disabled={holidays.length >= MOST_HOLIDAYS}
    >
      {texts.addHoliday}
    </Button>
  )
  const asMonday = ({ isClosed }: DayForm) => ({ ...(week[0] ?? NEW_WEEK[0]), isClosed })
  return (
    <Box title={texts.hours} action={addHoliday}>
      <ul className="hours">
        {week.map((day, index) => (
          <li key={weekday(index, 'long')}>
            <b>{weekday(index, 'long')}</b>
            <Times
              name={`hours.week.${index}`}
              label={weekday(index, 'long')}
              day={day}
              onChange={(change) => setWeek((one, at) => (at === index ? { ...one, ...change } : one))}
            />
          </li>
        ))}
        {holidays.map((day, index) => (
          <Holiday
            key={day.key}
            day={day}
            index={index}
            onChange={(change) =>
              setHolidays(holidays.map((one) => (one.key === day.key ? { ...one, ...change } : one)))
            }
            onRemove={() => setHolidays(holidays.filter(({ key }) => key !== day.key))}
          />
        ))}
      </ul>
      {errors['hours.exceptions'] && <ErrorText>{errors['hours.exceptions']}</ErrorText>}
      <div className="box__foot">
        <Button size="small" variant="quiet" onClick={() => setWeek((day) => ({ ...day, ...asMonday(day) }))}>
          {texts.sameTimes}
        </Button>
        <Button size="small" variant="quiet" onClick={() => set(null)}>
          {texts.hideHours}
        </Button>
      </div>
    </Box>
  )
}

type TimesProps = { name: string; label: string; day: DayForm; onChange: (change: Partial<DayForm>) => void }

function Times({ name, label, day, onChange }: TimesProps) {
  const { errors } = useManagedForm()
  const id = useId()
  const error = errors[`${name}.opens`] ?? errors[`${name}.closes`]
  const time = (which: 'opens' | 'closes') => (
    <input
      type="time"
      name={`${name}.${which}`}
      aria-label={texts.of(label, texts[which])}
      aria-invalid={errors[`${name}.${which}`] ? true : undefined}
      aria-describedby={error ? id : undefined}
      value={day[which]}
      onChange={({ target }) => onChange({ [which]: target.value })}
    />
  )
  return (
    <>
      <div className={error ? 'field hours__times is-bad' : 'field hours__times'}>
        {!day.isClosed && (
          <>
            {time('opens')}
            <span>{texts.to}</span>
            {time('closes')}
          </>
        )}
        {error && <ErrorText id={id}>{error}</ErrorText>}
      </div>
      <label className="check">
        <input
          type="checkbox"
          checked={day.isClosed}
          aria-label={texts.of(label, texts.closed)}
          onChange={({ target }) => onChange({ isClosed: target.checked })}
        />
        <span>{texts.closed}</span>
      </label>
    </>
  )
}

type HolidayProps = {
  day: HolidayForm
  index: number
  onChange: (change: Partial<HolidayForm>) => void
  onRemove: () => void
}

function Holiday({ day, index, onChange, onRemove }: HolidayProps) {
  const name = `hours.exceptions.${index}`
  const label = day.name || texts.holiday(index + 1)
  return (
    <li className="hours__holiday">
      <Field
        name={`${name}.date`}
        label={texts.date}
        type="date"
        aria-label={texts.of(label, texts.date)}
        value={day.date}
        onChange={({ target }) => onChange({ date: target.value })}
      />
      <Field
        name={`${name}.name`}
        label={texts.holidayName}
        aria-label={texts.of(label, texts.holidayName)}
        autoComplete="off"
        value={day.name}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <Times name={`${name}.hours`} label={label} day={day} onChange={onChange} />
      <Button size="small" variant="quiet" aria-label={texts.of(label, texts.remove)} onClick={onRemove}>
        {texts.remove}
      </Button>
    </li>
  )
}
