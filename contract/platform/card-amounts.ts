/*
 * The card provider's minor units (docs.stripe.com/currencies): hundredths, except for the currencies below. They may differ
 * from the store's (`currencyDecimals`): 5,000 krónur are 500,000 for the provider.
 */
import { currencyDecimals, toMinor } from './money.ts'

const ZERO_DECIMAL = [
  'bif',
  'clp',
  'djf',
  'gnf',
  'jpy',
  'kmf',
  'krw',
  'mga',
  'pyg',
  'rwf',
  'vnd',
  'vuv',
  'xaf',
  'xof',
  'xpf',
]
const THREE_DECIMAL = ['bhd', 'iqd', 'jod', 'kwd', 'lyd', 'omr', 'tnd']

/** 5 isk (5 minor units) are 500 for the provider. Throws `RangeError` for no multiple of `chargeStepMinor`, or an unsafe result. */
export function toProviderAmount(minor: number, currency: string): number {
  const step = chargeStepMinor(currency)
  if (minor % step !== 0) throw new RangeError(`${minor} ${currency} is no multiple of ${step}`)
  return scale(minor, extraDecimals(currency))
}

/** 500 of the provider's isk are 5 minor units; other amounts may give a fraction. */
export function fromProviderAmount(amount: number, currency: string): number {
  return scale(amount, -extraDecimals(currency))
}

/**
 * As `fromProviderAmount` for refunds and withdrawals, rounded down: 100,050 of the provider's isk are 1,000. Refunds made
 * in the provider's dashboard may have fractions; rounding down ensures that their sum does not exceed the payment.
 */
export function returnedMinor(amount: number, currency: string): number {
  return Math.floor(fromProviderAmount(amount, currency))
}

/** The step of prices in minor units: the provider accepts no third decimal, nor more decimals than it gives a currency. */
export function chargeStepMinor(currency: string): number {
  return 10 ** Math.max(0, currencyDecimals(currency) - Math.min(2, providerDecimals(currency)))
}

/** The largest charge that the provider accepts, in its minor units. */
export function maximumCharge(currency: string): number {
  return currency.toLowerCase() === 'idr' ? 999_999_999_999 : 99_999_999
}

/** The largest charge in minor units, which is also the highest price: 99999999 for usd and jpy, that is 999,999.99 and 99,999,999. */
export function maximumMinor(currency: string): number {
  return Math.floor(fromProviderAmount(maximumCharge(currency), currency))
}

/** 12.5 usd gives 1250. `undefined` for invalid amounts and those that are not chargeable. */
export function toChargeableMinor(amount: number, currency: string): number | undefined {
  const minor = toMinor(amount, currency)
  return minor !== undefined && minor % chargeStepMinor(currency) === 0 ? minor : undefined
}

function extraDecimals(currency: string): number {
  return providerDecimals(currency) - currencyDecimals(currency)
}

function providerDecimals(currency: string): number {
  const code = currency.toLowerCase()
  if (ZERO_DECIMAL.includes(code)) return 0
  return THREE_DECIMAL.includes(code) ? 3 : 2
}

function scale(amount: number, decimals: number): number {
  const scaled = decimals >= 0 ? amount * 10 ** decimals : amount / 10 ** -decimals
  if (Math.abs(scaled) > Number.MAX_SAFE_INTEGER) throw new RangeError(`${scaled} is not a safe integer`)
  return scaled
}
