import { dateFormat } from '#contract/platform/formats.ts'
import { formatCount, formatPrice } from '#contract/platform/money.ts'
import { useStore } from '../api/store-config.ts'
import { useHydrated } from '../ui/hydrated.ts'

export function usePriceText(): (amount: number, currency?: string) => string {
  const store = useStore()
  return (amount, currency = store.currency) => formatPrice(amount, { currency, locale: store.locale })
}

export function Price({ amount, currency }: { amount: number; currency?: string }) {
  return <span>{usePriceText()(amount, currency)}</span>
}

export function useCountText(): (count: number) => string {
  const { locale } = useStore()
  return (count) => formatCount(count, locale)
}

export function Count({ value }: { value: number }) {
  return <span>{useCountText()(value)}</span>
}

/** `short`: for a column; without the year if it is this one. */
type TimeProps = { at: string; style?: 'date' | 'time' | 'short' }

/** A time: in the store's time zone from the server, in the reader's after hydration. */
export function Time({ at, style = 'time' }: TimeProps) {
  const { locale, timeZone } = useStore()
  const isHydrated = useHydrated()
  const time = new Date(at)
  const format = dateFormat(locale, {
    ...(style === 'short' ? shortStyle(time) : { dateStyle: 'medium' }),
    ...(style === 'time' && { timeStyle: 'short' }),
    ...(!isHydrated && { timeZone }),
  })
  return <time dateTime={at}>{format.format(time)}</time>
}

function shortStyle(time: Date): Intl.DateTimeFormatOptions {
  const isOfThisYear = time.getFullYear() === new Date().getFullYear()
  const clock = { hour: 'numeric', minute: '2-digit' } as const
  return { ...(!isOfThisYear && { year: 'numeric' }), month: 'short', day: 'numeric', ...clock }
}
