import { tmpdir } from 'node:os'
import type { ApiClient } from '#contract/api-client.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { chargeableMinor } from '#contract/sales/payments/card-minimums.ts'
import { openDatabase } from '#database/open.ts'
import { orderBody, type WantedLine } from '#demo/purchase.ts'
import { placeLines } from '#server/sales/orders/place-order.ts'
import { priceOrder } from '#server/sales/orders/price-order.ts'
import { exampleOrder } from '#tests/support/orders/example-order.ts'
import { requestStore, type StoreRequest } from '../store-requests.ts'

type Wanted = { partNumber: string; quantity: number }

/** One order of several parts, placed for the signed-in buyer as their cart is. */
export async function orderParts(
  store: StoreRequest | undefined,
  { api, email, wanted }: { api: ApiClient; email: string; wanted: Wanted[] },
): Promise<Order> {
  if (!store) throw new Error('The test needs a store of its own')
  const lines: Required<WantedLine>[] = []
  for (const { partNumber, quantity } of wanted) {
    const { items } = await api.listProducts({ query: { q: partNumber } })
    const [part] = items
    if (!part) throw new Error(`The demo has no part ${partNumber}`)
    lines.push({ part, quantity })
  }
  const [first] = lines
  if (!first) throw new Error('No part was named')
  const { _id: id } = await api.getUser({ params: { email } })
  const { name = null, phone, address, location } = orderBody([first], { email, name: 'Ines Ferreira' })
  const rules = {
    currency: 'usd',
    unpaidOrderLimit: 100,
    unpaidOrderHours: 48,
    ...chargeableMinor('usd'),
    taxRate: 0,
    seller: exampleOrder.seller,
  }
  const { databaseUrl } = await requestStore(store)
  const database = await openDatabase({ url: databaseUrl, dataDir: tmpdir(), log: () => {} })
  try {
    const { db } = database
    const priced = await priceOrder(
      db,
      lines.map(({ part, quantity }) => ({ productId: part._id, quantity })),
      rules,
    )
    const placed = await placeLines(db, {
      buyer: { id, name, email, phone, address, location },
      channel: 'cart',
      lines: priced.lines,
      now: new Date(),
      rules,
      key: undefined,
    })
    if (placed.outcome !== 'placed') throw new Error(JSON.stringify(placed))
    return placed.order
  } finally {
    await database.close()
  }
}
