import * as contract from '#contract/sales/cart/cart.ts'
import type { Db } from '#database/open.ts'
import { ipAddressToLimit } from '../../platform/admission/client-address.ts'
import { enforceLimit, type Limit } from '../../platform/admission/limits.ts'
import type { Bind } from '../../platform/http/bind-endpoint.ts'
import type { StoreSettings } from '../../store/settings/store-settings.ts'
import { taxRateOf } from '../orders/price-order.ts'
import { emptyCart, mergeCart, readCart, setLine } from './cart.ts'
import { quoteLines } from './quote.ts'

type Deps = {
  currency: string
  quotesPerHour: number
  demo: boolean
  limit: Limit
  settings: StoreSettings
}

export function cartRoutes(bind: Bind, { currency, quotesPerHour, demo, limit, settings }: Deps): void {
  const rules = async (db: Db) => {
    const shop = await settings.current(db.isTransaction ? db : undefined)
    return { currency, taxRate: taxRateOf(shop) }
  }

  bind(contract.quote, async ({ db, body: { lines }, request }) => {
    const ipAddress = ipAddressToLimit(request, demo)
    if (ipAddress !== undefined)
      await enforceLimit(limit, `quotes:${ipAddress}`, { points: quotesPerHour, seconds: 3600 })
    return quoteLines(db, lines, await rules(db))
  })

  bind(contract.getCart, async ({ db, caller }) => readCart(db, caller.id, await rules(db)))

  bind(contract.setCartLine, async ({ db, body, caller, now }) => {
    await setLine(db, { ...body, userId: caller.id, now: now() })
    return readCart(db, caller.id, await rules(db))
  })

  bind(contract.mergeCart, async ({ db, body: { lines }, caller, now }) => {
    const pricing = await rules(db)
    const merged = await mergeCart(db, { userId: caller.id, lines, currency, now: now() })
    return { cart: await readCart(db, caller.id, pricing), merged }
  })

  bind(contract.emptyCart, async ({ db, query: { version }, caller, now }) => {
    await emptyCart(db, { userId: caller.id, version, now: now() })
    return readCart(db, caller.id, await rules(db))
  })
}
