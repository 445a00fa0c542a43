import { dateFormat, numberFormat } from '#contract/platform/formats.ts'
import { formatMinor, formatPrice, type MoneyStyle, toMinor } from '#contract/platform/money.ts'
import type { Overview } from '#contract/sales/overview/overview.ts'
import { salesSentence, overviewTexts as texts } from '#contract/sales/overview/texts.ts'
import { useStore } from '../../platform/api/store-config.ts'
import { Count } from '../../platform/layout/price.tsx'

type Props = { days: SalesDay[]; currency: string }

/** The chart's height as a multiple of the highest bar, which has its amount above it. */
const HEIGHT_PER_MAX = 1.08
/** A bar's width as a share of its day's column. */
const BAR_SHARE = 0.7

export function SalesChart({ days, currency }: Props) {
  const { locale } = useStore()
  const found = extremes(days)
  if (!found || found.highest.total === 0) return <p>{texts.noSales}</p>
  const price = (day: SalesDay) => formatPrice(day.total, { currency, locale })
  const date = dayFormat(locale, { month: 'long', day: 'numeric' })
  // in full, while the axis shortens large amounts
  const peakFormat = amountFormat(locale, Math.min(found.highest.total, 99_999))
  const sentence = salesSentence({
    period: periodText(days, locale),
    total: totalText(days, { currency, locale }),
    highest: { total: price(found.highest), day: date(found.highest.day) },
    lowest: { total: price(found.lowest), day: date(found.lowest.day) },
    today: price(found.today),
  })
  return (
    <>
      <div className="chart">
        {/* lengths in percent, text in its own size: the bars scale with the frame, the text does not */}
        <svg role="img" aria-label={sentence}>
          <Axis max={found.highest.total} locale={locale} />
          {days.map((day, index) => (
            <Bar
              key={day.day}
              day={day}
              place={{ index, count: days.length }}
              share={day.total / (found.highest.total * HEIGHT_PER_MAX)}
              amountText={day === found.highest ? peakFormat.format(day.total) : undefined}
            />
          ))}
        </svg>
      </div>
      <SalesTable days={days} price={price} date={date} />
    </>
  )
}

function Axis({ max, locale }: { max: number; locale: string }) {
  const format = amountFormat(locale, axisTicks(max).at(-1) ?? 0)
  return axisTicks(max).map((tick) => {
    const y = percent(1 - tick / (max * HEIGHT_PER_MAX))
    return (
      <g key={tick}>
        <line x1="0" x2="100%" y1={y} y2={y} className={tick === 0 ? undefined : 'chart__rule'} />
        <text x="-8" y={y} dy="0.35em" textAnchor="end">
          {format.format(tick)}
        </text>
      </g>
    )
  })
}

type BarProps = {
  day: SalesDay
  place: { index: number; count: number }
  share: number
  amountText: string | undefined
}

function Bar({ day, place: { index, count }, share, amountText }: BarProps) {
  const isToday = index === count - 1
  const middle = percent((index + 0.5) / count)
  const { anchor, offset } = anchorAt(index, count)
  return (
    <g className={isToday ? 'chart__today' : undefined}>
      {share > 0 && (
        <rect
          x={percent((index + 0.5 - BAR_SHARE / 2) / count)}
          width={percent(BAR_SHARE / count)}
          y={percent(1 - share)}
          height={percent(share)}
        />
      )}
      <text x={middle} y="100%" dy="1.5em" textAnchor="middle">
        {Number(day.day.slice(-2))}
      </text>
      {amountText && (
        <text
          className="chart__peak"
          x={percent((index + offset) / count)}
          y={percent(1 - share)}
          dy="-0.5em"
          textAnchor={anchor}
        >
          {amountText}
        </text>
      )}
    </g>
  )
}

function anchorAt(index: number, count: number) {
  if (index < 2) return { anchor: 'start', offset: 0.5 - BAR_SHARE / 2 } as const
  if (index > count - 3) return { anchor: 'end', offset: 0.5 + BAR_SHARE / 2 } as const
  return { anchor: 'middle', offset: 0.5 } as const
}

type TableProps = { days: SalesDay[]; price: (day: SalesDay) => string; date: (day: string) => string }

function SalesTable({ days, price, date }: TableProps) {
  return (
    <details className="disclosure">
      <summary>{texts.asTable}</summary>
      <table className="sales-table">
        <caption className="visually-hidden">{texts.sales}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.day}</th>
            <th scope="col">{texts.orders}</th>
            <th scope="col">{texts.total}</th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.day}>
              <th scope="row">{date(day.day)}</th>
              <td className="numeric">
                <Count value={day.orders} />
              </td>
              <td className="numeric">{price(day)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

function amountFormat(locale: string, max: number): Intl.NumberFormat {
  return numberFormat(locale, {
    maximumFractionDigits: max < 10 ? 2 : max >= 100_000 ? 1 : 0,
    ...(max >= 100_000 && { notation: 'compact' }),
  })
}

function percent(share: number): string {
  return `${(100 * share).toFixed(3)}%`
}

export type SalesDay = NonNullable<Overview['salesPerDay']>[number]

const ROUND_STEPS = [5, 2.5, 2, 1]

/** Round numbers from 0 up to the last that is not above `max`: three to six steps. */
export function axisTicks(max: number): number[] {
  if (max <= 0) return [0]
  const third = max / 3
  const power = 10 ** Math.floor(Math.log10(third))
  const step = (ROUND_STEPS.find((round) => round * power <= third) ?? 1) * power
  const count = Math.floor(max / step + 1e-9)
  // twelve digits: 3 * 0.1 is 0.30000000000000004
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)))
}

export function totalText(days: SalesDay[], style: MoneyStyle): string {
  const minor = days.reduce((sum, { total }) => sum + (toMinor(total, style.currency) ?? 0), 0)
  return formatMinor(minor, style)
}

/** The first highest and first lowest day (today, which is not over, only if there is no other), and today. */
export function extremes(
  days: SalesDay[],
): { highest: SalesDay; lowest: SalesDay; today: SalesDay } | undefined {
  const today = days.at(-1)
  const [first = today, ...rest] = days.slice(0, -1)
  if (!today || !first) return undefined
  const lowest = rest.reduce((min, day) => (day.total < min.total ? day : min), first)
  const highest = days.reduce((max, day) => (day.total > max.total ? day : max), first)
  return { highest, lowest, today }
}

/** Formats days of the store's calendar, such as 2026-11-08, the same in each time zone of a reader. */
export function dayFormat(locale: string, style: Intl.DateTimeFormatOptions): (day: string) => string {
  const format = dateFormat(locale, { ...style, timeZone: 'UTC' })
  return (day) => format.format(new Date(`${day}T00:00:00Z`))
}

/** Such as "November 7 – 20"; empty without days. */
export function periodText(days: SalesDay[], locale: string): string {
  const first = days[0]
  const last = days.at(-1)
  if (!first || !last) return ''
  const format = dateFormat(locale, { month: 'long', day: 'numeric', timeZone: 'UTC' })
  return format.formatRange(new Date(`${first.day}T00:00:00Z`), new Date(`${last.day}T00:00:00Z`))
}
