import { currencyDecimals } from '#contract/platform/money.ts'
import type { Db } from '#database/open.ts'

/** A notice at the start of a store whose last order is in another currency: prices of parts have no currency of their own. */
export async function currencyNotice(db: Db, currency: string): Promise<string | undefined> {
  const last = await db
    .selectFrom('orders')
    .select('currency')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last || last.currency === currency) return undefined
  const decimals = currencyDecimals(currency)
  const newDecimals = decimals === currencyDecimals(last.currency) ? '' : `, read with ${decimals} decimals`
  return `The last order is in ${last.currency.toUpperCase()}, and the store sells in ${currency.toUpperCase()}: orders keep their currency, the prices of parts keep their digits${newDecimals}. Look at each price.`
}
