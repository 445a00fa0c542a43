import type { Settings, SettingsHistoryEntry } from '#contract/store/settings/settings.ts'
import { settingNames, storePageTexts as texts } from '#contract/store/settings/store-page-texts.ts'
import { useStore } from '../../platform/api/store-config.ts'
import { useRowAction } from '../../platform/forms/row-action.ts'
import { Box } from '../../platform/layout/box.tsx'
import { Time } from '../../platform/layout/price.tsx'
import { Pager } from '../../platform/lists/pager.tsx'
import { addressOf } from '../../platform/ui/address.ts'
import { Button } from '../../platform/ui/button.tsx'
import { Tag } from '../../platform/ui/tag.tsx'
import { hoursLines } from './opening-hours.ts'
import { STORE_PAGE } from './store-page.ts'

export type TakeBack = { id: string }

type HistoryProps = {
  changes: { items: SettingsHistoryEntry[]; next: string | null }
  /** The first page of the history, which begins with what holds. */
  isNewest: boolean
}

export function StoreHistory({ changes: { items, next }, isNewest }: HistoryProps) {
  const { busyId, run } = useRowAction<TakeBack>()
  return (
    <Box title={texts.history}>
      {items.length === 0 ? (
        <p className="box__body">{texts.noHistory}</p>
      ) : (
        <ul className="history">
          {items.map((entry, index) => (
            <li key={entry._id}>
              <Change entry={entry} isShown={isNewest && index === 0} />
              <Button
                size="small"
                variant="quiet"
                disabled={busyId === entry._id}
                aria-label={texts.takeBackOf(namesOf(entry))}
                onClick={() => run({ id: entry._id })}
              >
                {texts.takeBack}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Pager
        first={isNewest ? null : STORE_PAGE}
        next={next && addressOf(STORE_PAGE, { after: next })}
        isSmall
      />
    </Box>
  )
}

function Change({ entry, isShown }: { entry: SettingsHistoryEntry; isShown: boolean }) {
  const { locale } = useStore()
  return (
    <details>
      <summary>
        <span>{namesOf(entry)}</span>
        {isShown && <Tag variant="ok">{texts.inShop}</Tag>}
        <small>
          <span>{`${authorOf(entry)}, `}</span>
          <Time at={entry.at} />
        </small>
      </summary>
      {entry.keys.map((key) => (
        <dl key={key}>
          <dt>{settingNames[key]}</dt>
          <dd>
            <span className="history__was">{describe(key, entry.before, locale)}</span>
            <span aria-hidden="true">→</span>
            <span>{describe(key, entry.after, locale)}</span>
          </dd>
        </dl>
      ))}
    </details>
  )
}

function namesOf({ keys }: SettingsHistoryEntry): string {
  const names = new Intl.ListFormat('en').format(keys.map((key) => settingNames[key]))
  return names.charAt(0).toUpperCase() + names.slice(1)
}

function authorOf({ by }: SettingsHistoryEntry): string {
  return by ? (by.displayName ?? by.email ?? texts.formerAccount) : texts.setUp
}

function describe(key: keyof Settings, values: Partial<Settings>, locale: string): string {
  if (values[key] === undefined) return texts.byStart
  const { hours, statistics } = values
  if (key === 'logo') return values.logo ?? texts.drawn
  if (key === 'accent') return values.accent ?? texts.designColor
  if (key === 'hours') return hours ? hoursLines(hours, { locale }).join('; ') : texts.none
  if (key === 'statistics')
    return statistics?.map(({ label, value }) => `${label} ${value}`).join(', ') || texts.none
  return String(values[key]) || texts.empty
}
