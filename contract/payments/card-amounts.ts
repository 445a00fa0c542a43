/*
 * The card provider counts in units of its own (docs.stripe.com/currencies): hundredths, but for these currencies.
 * They differ from the decimals that people write: 5,000 forints are 500,000 to the provider.
 */
import { currencyDecimals, toMinor } from '../money.ts'

const WHOLE = [
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
const THOUSANDTHS = ['bhd', 'iqd', 'jod', 'kwd', 'lyd', 'omr', 'tnd']

/** 5 isk (5 minor units) is 500 to the provider. Throws for an amount that no card can be charged, or too large to count. */
export function toProviderAmount(minor: number, currency: string): number {
  const step = chargeStepMinor(currency)
  if (minor % step !== 0) throw new RangeError(`${minor} ${currency} is no multiple of ${step}`)
  return scale(minor, decimalsMore(currency))
}

/** 500 of the provider's isk are 5 minor units; an amount that no order has may be a fraction of them. */
export function fromProviderAmount(amount: number, currency: string): number {
  return scale(amount, -decimalsMore(currency))
}

/**
 * The same of what went back or was withdrawn, in whole minor units: 100,050 of the provider's huf are 1,000. Somebody who
 * gives back in the provider's dashboard is free to give fractions. They are dropped, so that parts never come to more
 * than the payment.
 */
export function returnedMinor(amount: number, currency: string): number {
  return Math.floor(fromProviderAmount(amount, currency))
}

/** What every price must be a multiple of, in minor units: card networks take no third decimal. */
export function chargeStepMinor(currency: string): number {
  return 10 ** Math.max(0, currencyDecimals(currency) - Math.min(2, decimalsOfProvider(currency)))
}

/** 12.5 usd gives 1250. `undefined` for what `toMinor` does not take, and for what no card can be charged. */
export function toChargeableMinor(amount: number, currency: string): number | undefined {
  const minor = toMinor(amount, currency)
  return minor !== undefined && minor % chargeStepMinor(currency) === 0 ? minor : undefined
}

function decimalsMore(currency: string): number {
  return decimalsOfProvider(currency) - currencyDecimals(currency)
}

function decimalsOfProvider(currency: string): number {
  const code = currency.toLowerCase()
  if (WHOLE.includes(code)) return 0
  return THOUSANDTHS.includes(code) ? 3 : 2
}

function scale(amount: number, decimals: number): number {
  const scaled = decimals >= 0 ? amount * 10 ** decimals : amount / 10 ** -decimals
  if (Math.abs(scaled) > Number.MAX_SAFE_INTEGER) throw new RangeError(`${scaled} is too much to be counted`)
  return scaled
}
