import { currencyDecimals } from '#contract/money.ts'
import type { Db } from '#database/open.ts'

/**
 * What to tell the person who starts a shop whose last order is in another currency; undefined where nothing is.
 * Orders carry their currency, prices of parts are figures in the shop's.
 */
export async function currencyNotice(db: Db, currency: string): Promise<string | undefined> {
  const last = await db
    .selectFrom('orders')
    .select('currency')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last || last.currency === currency) return undefined
  const [now, before] = [currency.toUpperCase(), last.currency.toUpperCase()]
  const shift = currencyDecimals(last.currency) - currencyDecimals(currency)
  const reading = shift === 0 ? '' : `, read with ${currencyDecimals(currency)} decimals`
  return `The shop sold in ${before} until now and sells in ${now} from here: orders keep their currency, the prices of parts keep their figures${reading}. Look at each price.`
}
