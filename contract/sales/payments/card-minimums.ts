import { fromProviderAmount, maximumMinor } from '../../platform/card-amounts.ts'

/** The provider's published minimum charges, in its minor units (see `card-amounts.ts`). */
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

/** The smallest charge, in the provider's minor units; 50 for currencies without a published minimum. */
export function minimumCharge(currency: string): number {
  return minimums[currency.toLowerCase()] ?? 50
}

export function chargeableMinor(currency: string): { minMinor: number; maxMinor: number } {
  return {
    minMinor: Math.ceil(fromProviderAmount(minimumCharge(currency), currency)),
    maxMinor: maximumMinor(currency),
  }
}
