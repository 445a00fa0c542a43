import { type CSSProperties, useState } from 'react'
import { layoutTexts } from '#contract/platform/texts/layout.ts'
import { homeTexts } from '#contract/store/content/home-texts.ts'
import { accentFor } from '#contract/store/settings/accent.ts'
import { AUTO } from '#contract/store/settings/statistics.ts'
import { storePageTexts as texts } from '#contract/store/settings/store-page-texts.ts'
import { Box } from '../../platform/layout/box.tsx'
import { useCountText } from '../../platform/layout/price.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { classNames } from '../../platform/ui/class-names.ts'
import { Icon } from '../../platform/ui/icon.tsx'
import { shownAccent } from './accent-section.tsx'
import { dateIn, hoursLines } from './opening-hours.ts'
import { ShopLogo } from './shop-logo.tsx'
import { isFilledIn, type StoreForm, shownHours } from './store-form.ts'

/** The top of Home, its statistics and the address block with what was typed, before it is saved. */
export function StorePreview({ form, parts }: { form: StoreForm; parts: number }) {
  const [isPhone, setPhone] = useState(false)
  const [isDark, setDark] = useState(false)
  const { signal, onSignal } = accentFor(shownAccent(form.accent), isDark ? 'dark' : 'light')
  const style: CSSProperties & Record<'--signal' | '--on-signal', string> = {
    '--signal': signal,
    '--on-signal': onSignal,
  }
  const view = (text: string, isChosen: boolean, choose: () => void) => (
    <Button size="small" aria-pressed={isChosen} onClick={choose}>
      {text}
    </Button>
  )
  return (
    <Box
      title={texts.preview}
      action={
        // biome-ignore lint/a11y/useSemanticElements: a fieldset groups inputs, these are buttons
        <div className="box__actions" role="group" aria-label={texts.previewAs}>
          {view(texts.phoneView, isPhone, () => setPhone(true))}
          {view(texts.desktopView, !isPhone, () => setPhone(false))}
          {view(texts.darkView, isDark, () => setDark(!isDark))}
        </div>
      }
    >
      <div
        className={classNames(
          'shop-preview',
          isDark && 'shop-preview--dark',
          isPhone && 'shop-preview--phone',
        )}
        style={style}
      >
        <PreviewedShop form={form} parts={parts} />
      </div>
    </Box>
  )
}

function PreviewedShop({ form, parts }: { form: StoreForm; parts: number }) {
  const count = useCountText()
  const [first, ...others] = homeTexts.taglineLines
  const statistics = form.statistics.filter(isFilledIn)
  const address = [...form.address.split('\n'), form.phone].filter((line) => line.trim() !== '')
  return (
    <>
      <p className="shop-preview__top">
        <b>
          <ShopLogo src={form.logo} />
          <span>{form.name}</span>
        </b>
        <span>{layoutTexts.home}</span>
        <span>{layoutTexts.portfolio}</span>
        <span>{layoutTexts.blogs}</span>
      </p>
      <p className="shop-preview__tagline">
        <span>{first}</span>
        <span>{others.join(' ')}</span>
      </p>
      <span className="button button--primary button--small">
        <span>{homeTexts.getStart}</span>
        <Icon name="right" size={18} />
      </span>
      {statistics.length > 0 && (
        <dl className="shop-preview__statistics">
          {statistics.map(({ label, value }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be the same
            <div key={index}>
              <dt>{label}</dt>
              <dd>{value.trim() === AUTO ? count(parts) : value}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="shop-preview__foot">
        <Lines lines={[layoutTexts.counter(form.name), ...address]} />
        <Lines lines={previewedHours(form)} />
      </div>
    </>
  )
}

function Lines({ lines }: { lines: string[] }) {
  return (
    <ul>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be the same
        <li key={index}>{line}</li>
      ))}
    </ul>
  )
}

/** None while a date, a time or the locale is half typed. */
function previewedHours({ hours, locale, timeZone }: StoreForm): string[] {
  if (!hours) return []
  try {
    return hoursLines(shownHours(hours), { locale, today: dateIn(timeZone, new Date()) })
  } catch {
    return []
  }
}
