/** The smallest charge of each currency, in minor units, as the card provider publishes it. */
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

/** The largest charge of any currency, in minor units: eight digits. */
export const MAXIMUM_CHARGE_MINOR = 99_999_999

/** The smallest amount a card may be charged, in minor units; 50 where the provider names none. */
export function minimumChargeMinor(currency: string): number {
  return minimums[currency.toLowerCase()] ?? 50
}
