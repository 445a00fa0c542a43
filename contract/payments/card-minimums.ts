import { fromProviderAmount } from './card-amounts.ts'

/** The smallest charge of each currency as the card provider publishes it, and in its amounts (`card-amounts.ts`). */
const minimums: Record<string, number> = {
  aed: 200,
  aud: 50,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  inr: 50,
  jpy: 50,
  mxn: 1000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1000,
  usd: 50,
}

/** The largest charge, in the provider's amounts: eight digits, and twelve of rupiahs. */
export function maximumCharge(currency: string): number {
  return currency.toLowerCase() === 'idr' ? 999_999_999_999 : 99_999_999
}

/** The smallest amount a card may be charged, in the provider's amounts; 50 where it names none. */
export function minimumCharge(currency: string): number {
  return minimums[currency.toLowerCase()] ?? 50
}

/** What an order may come to where it is paid by card, in minor units. */
export function chargeableMinor(currency: string): { least: number; most: number } {
  return {
    least: Math.ceil(fromProviderAmount(minimumCharge(currency), currency)),
    most: Math.floor(fromProviderAmount(maximumCharge(currency), currency)),
  }
}
