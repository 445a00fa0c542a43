import {
  accentFor,
  accentNeeds,
  contrast,
  groundContrast,
  type Theme,
} from '#contract/store/settings/accent.ts'
import { accentChoices, storePageTexts as texts } from '#contract/store/settings/store-page-texts.ts'
import { Box } from '../../platform/layout/box.tsx'
import { DetailList } from '../../platform/ui/detail-list.tsx'
import { Tag } from '../../platform/ui/tag.tsx'
import type { SectionProps } from './store-sections.tsx'

/** The colour of the shop, or that of the design. */
export function shownAccent(accent: string): string {
  return accent || accentChoices[0].shown
}

export function AccentSection({ form: { accent }, set }: SectionProps) {
  const isOther = !accentChoices.some(({ color }) => color === accent)
  return (
    <Box title={texts.accent}>
      <div className="box__body">
        <fieldset className="swatches">
          <legend className="visually-hidden">{texts.accent}</legend>
          {accentChoices.map(({ color, shown, name }) => (
            <label key={name} style={{ background: shown }}>
              <input
                type="radio"
                name="accent"
                aria-label={name}
                value={color}
                checked={color === accent}
                onChange={() => set({ accent: color })}
              />
            </label>
          ))}
          <label className={isOther ? 'swatch--other is-chosen' : 'swatch--other'}>
            <span>{texts.otherColor}</span>
            <input
              type="color"
              value={shownAccent(accent)}
              onChange={({ target }) => set({ accent: target.value })}
            />
          </label>
        </fieldset>
        <Contrasts color={shownAccent(accent)} />
        <p className="hint">{texts.accentNote}</p>
      </div>
    </Box>
  )
}

function Contrasts({ color }: { color: string }) {
  const light = accentFor(color, 'light')
  const dark = accentFor(color, 'dark')
  const onGround = (theme: Theme, { signal }: typeof light) => {
    const needed = ratioText(accentNeeds.signal)
    return (
      <Passing
        ratio={groundContrast(signal, theme)}
        note={signal === color ? texts.needs(needed) : texts.moved(needed, signal)}
        signal={signal}
      />
    )
  }
  const ratios = [light, dark].map(({ signal, onSignal }) => contrast(onSignal, signal))
  return (
    <DetailList
      inRows
      className="contrasts"
      details={[
        { label: texts.onPaper, value: onGround('light', light) },
        { label: texts.onBlueprint, value: onGround('dark', dark) },
        {
          label: texts.itsText,
          value: (
            <Passing
              ratio={Math.min(...ratios)}
              note={`${texts.needs(ratioText(accentNeeds.text))}, ${chosenText(light.onSignal, dark.onSignal)}`}
            />
          ),
        },
      ]}
    />
  )
}

function Passing({ ratio, note, signal }: { ratio: number; note: string; signal?: string }) {
  return (
    <>
      {signal && <span className="swatch" style={{ background: signal }} />}
      <Tag variant="ok">{texts.ratio(ratioText(ratio))}</Tag>
      <span>{note}</span>
    </>
  )
}

/** Rounded down: what is shown is reached. */
function ratioText(ratio: number): string {
  return (Math.floor(ratio * 10) / 10).toFixed(1)
}

function chosenText(light: string, dark: string): string {
  if (light !== dark) return texts.bothTexts
  return light === '#ffffff' ? texts.lightText : texts.darkText
}
