/**
 * Money is an integer number of minor units internally and a decimal number on the wire.
 * Conversions use decimal text: no floating-point arithmetic.
 */
import { numberFormat } from './formats.ts'

/**
 * The currencies of ISO 4217 that have other than two decimals. `Intl` is not asked: its answers are those of the runtime
 * (huf has 0 in some, 2 in others), and stored amounts must not change their meaning with it.
 */
const OTHER_DECIMALS: Record<number, string> = {
  0: 'bif clp djf gnf isk jpy kmf krw pyg rwf ugx uyi vnd vuv xaf xof xpf',
  3: 'bhd iqd jod kwd lyd omr tnd',
  4: 'clf uyw',
}
const otherDecimals = new Map(
  Object.entries(OTHER_DECIMALS).flatMap(([decimals, codes]) =>
    codes.split(' ').map((code) => [code, Number(decimals)]),
  ),
)

/** The decimals of a currency by ISO 4217: usd 2, huf 2, jpy 0, kwd 3. */
export function currencyDecimals(currency: string): number {
  return otherDecimals.get(currency.toLowerCase()) ?? 2
}

/** 12.5 usd gives 1250. `undefined` for a negative, non-decimal or unsafe amount, or more decimals than the currency has. */
export function toMinor(amount: number | string, currency: string): number | undefined {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(String(amount))
  if (!match) return undefined
  const decimals = currencyDecimals(currency)
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  if (fraction.length > decimals) return undefined
  const minor = Number((match[1] ?? '') + fraction.padEnd(decimals, '0'))
  return Number.isSafeInteger(minor) ? minor : undefined
}

/** 1250 usd gives 12.5. */
export function fromMinor(minor: number, currency: string): number {
  return Number(minorText(minor, currency))
}

/** 1250 usd gives "$12.50" in en-US; exact for every safe integer. */
export function formatMinor(minor: number, style: MoneyStyle): string {
  const isWhole = minor % 10 ** currencyDecimals(style.currency) === 0
  return moneyFormat(style, isWhole).format(minorText(minor, style.currency))
}

/** 12.5 usd gives "$12.50" in en-US, or "USD 12.50" with `display: 'code'`. */
export function formatPrice(amount: number, style: PriceStyle): string {
  return moneyFormat(style, Number.isInteger(amount)).format(amount)
}

/** All decimals of the currency; a whole amount has those that are usual where it is paid with, such as none for huf. */
function moneyFormat({ currency, locale, display }: PriceStyle, isWhole: boolean): Intl.NumberFormat {
  const decimals = currencyDecimals(currency)
  return numberFormat(locale, {
    style: 'currency',
    currency,
    maximumFractionDigits: decimals,
    ...(!isWhole && { minimumFractionDigits: decimals }),
    ...(display && { currencyDisplay: display }),
  })
}

/** 123456 usd gives "1,234.56" in en-US. */
export function amountText(minor: number, { currency, locale }: MoneyStyle): string {
  const decimals = currencyDecimals(currency)
  const format = numberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  return format.format(minorText(minor, currency))
}

/** 7.7 gives "7.7%" in en-US. */
export function percentText(percent: number, locale: string): string {
  return numberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(percent / 100)
}

/** 123456 gives "123,456" in en-US. */
export function formatCount(count: number, locale: string): string {
  return numberFormat(locale, {}).format(count)
}

/** 12.5 usd gives "12.50" for an input field; an invalid price becomes text unchanged. */
export function priceInput(amount: number, currency: string): string {
  const minor = toMinor(amount, currency)
  return minor === undefined ? String(amount) : minorText(minor, currency)
}

export type MoneyStyle = { currency: string; locale: string }
type PriceStyle = MoneyStyle & { display?: 'code' }

function minorText(minor: number, currency: string): Intl.StringNumericLiteral {
  const decimals = currencyDecimals(currency)
  if (decimals === 0) return `${minor}`
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0')
  const text = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  // TypeScript cannot infer that this text is a number
  return (minor < 0 ? `-${text}` : text) as Intl.StringNumericLiteral
}
