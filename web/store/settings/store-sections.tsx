import { dateFormat, numberFormat } from '#contract/platform/formats.ts'
import { storePageTexts as texts } from '#contract/store/settings/store-page-texts.ts'
import { Field, Select, TextArea } from '../../platform/forms/field.tsx'
import { PictureUpload } from '../../platform/forms/picture-upload.tsx'
import { Box } from '../../platform/layout/box.tsx'
import { useCountText } from '../../platform/layout/price.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { ShopLogo } from './shop-logo.tsx'
import { type StoreForm, statisticNames } from './store-form.ts'

export type SectionProps = { form: StoreForm; set: (change: Partial<StoreForm>) => void }

export function NameAndLogo({ form, set }: SectionProps) {
  return (
    <Box title={texts.nameAndLogo}>
      <div className="box__body">
        <Field
          name="name"
          label={texts.shopName}
          hint={texts.shopNameHint(form.name.length)}
          value={form.name}
          onChange={({ target }) => set({ name: target.value })}
          autoComplete="off"
          required
        />
        <div className="store-logo">
          <span className="store-logo__picture">
            <ShopLogo src={form.logo} />
          </span>
          <PictureUpload label={texts.upload} hint={texts.uploadHint} onUploaded={(logo) => set({ logo })} />
          {form.logo && (
            <Button size="small" onClick={() => set({ logo: '' })}>
              {texts.useDrawn}
            </Button>
          )}
        </div>
      </div>
    </Box>
  )
}

export function Contact({ form, set }: SectionProps) {
  return (
    <Box title={texts.contact}>
      <div className="box__body">
        <TextArea
          name="address"
          label={texts.address}
          hint={texts.addressHint}
          rows={3}
          value={form.address}
          onChange={({ target }) => set({ address: target.value })}
        />
        <Field
          name="phone"
          label={texts.phone}
          hint={texts.phoneHint}
          type="tel"
          autoComplete="off"
          value={form.phone}
          onChange={({ target }) => set({ phone: target.value })}
        />
      </div>
    </Box>
  )
}

export function Documents({ form, set }: SectionProps) {
  return (
    <Box title={texts.documents}>
      <div className="box__body box__body--two">
        <Field
          name="taxId"
          label={texts.taxId}
          hint={texts.taxIdHint}
          autoComplete="off"
          value={form.taxId}
          onChange={({ target }) => set({ taxId: target.value })}
        />
        <Field
          name="taxRate"
          label={texts.taxRate}
          hint={texts.taxRateHint}
          inputMode="decimal"
          autoComplete="off"
          value={form.taxRate}
          onChange={({ target }) => set({ taxRate: target.value })}
        />
        <Field
          name="locale"
          label={texts.locale}
          hint={texts.localeHint(sampleOf(form.locale))}
          autoComplete="off"
          value={form.locale}
          onChange={({ target }) => set({ locale: target.value })}
        />
        <Select
          name="timeZone"
          label={texts.timeZone}
          hint={texts.timeZoneHint}
          value={form.timeZone}
          onChange={({ target }) => set({ timeZone: target.value })}
        >
          {timeZones(form.timeZone).map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </Select>
        <p className="hint">{texts.newOrders}</p>
      </div>
    </Box>
  )
}

/** A number and a date, or a dash while the locale is half typed. */
function sampleOf(locale: string): string {
  try {
    const date = dateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.UTC(2026, 10, 26))
    return `${numberFormat(locale, {}).format(1234.5)}, ${date}`
  } catch {
    return '–'
  }
}

function timeZones(current: string): string[] {
  return [...new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')])]
}

export function Statistics({ form, set, parts }: SectionProps & { parts: number }) {
  const count = useCountText()
  const change = (index: number, part: { label?: string; value?: string }) =>
    set({ statistics: form.statistics.map((line, at) => (at === index ? { ...line, ...part } : line)) })
  return (
    <Box title={texts.statistics}>
      <div className="box__body">
        {form.statistics.map(({ label, value }, index) => {
          const names = statisticNames(form, index)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines are always four
            <div className="statistic-line" key={index}>
              <Field
                name={names.label}
                label={texts.label(index + 1)}
                autoComplete="off"
                value={label}
                onChange={({ target }) => change(index, { label: target.value })}
              />
              <Field
                name={names.value}
                label={texts.figure(index + 1)}
                className="field--mono"
                autoComplete="off"
                value={value}
                onChange={({ target }) => change(index, { value: target.value })}
              />
            </div>
          )
        })}
        <p className="hint">{texts.statisticsNote(count(parts))}</p>
      </div>
    </Box>
  )
}
