import { importPageTexts as texts } from '#contract/messages/import-page.ts'
import { useStore } from '../../api/store-config.ts'

/** A size of a file as people read it. */
export function useMegabytes(): (bytes: number) => string {
  const { locale } = useStore()
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  // the smallest file is something
  return (bytes) => texts.megabytes(format.format(Math.max(0.1, bytes / 1_000_000)))
}
