import { overviewTexts as texts } from '#contract/messages/overview.ts'
import { formatCount } from '#contract/money.ts'
import type { Overview } from '#contract/overview/overview.ts'
import { useStore } from '../api/store-config.ts'
import { ErrorText } from '../ui/forms/form-signs.tsx'

const MEGABYTE = 1_000_000

/** Says that the store's disk is almost full; nothing while there is space enough. */
export function StorageWarning({ storage: { freeBytes, isLow } }: Pick<Overview, 'storage'>) {
  const { locale } = useStore()
  if (!isLow) return null
  return (
    <div className="over__warning">
      <ErrorText>{texts.storageLow(formatCount(Math.floor(freeBytes / MEGABYTE), locale))}</ErrorText>
    </div>
  )
}
