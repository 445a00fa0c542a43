import { createOrders, makeBuyers, stockedParts } from '../buyers.ts'
import { compare } from '../compare.ts'
import type { Request } from '../connection.ts'
import { load } from '../load.ts'
import { PGBENCH_SCALE, realPgbench, startTransactions } from '../transactions.ts'
import type { Workload } from '../workload.ts'

const CLIENTS = 8
const BUYERS = 4_000
const PARTS = 2_000

export const orders: Workload = {
  name: 'orders',
  async run(bench) {
    const { world, store } = await bench.shared()
    const { seconds, rounds } = bench.pace
    const buyers = await makeBuyers(world, store, BUYERS)
    const parts = await stockedParts(world, PARTS)
    const transactions = await startTransactions(world)
    const compareOrders = async (next: () => Request) => {
      const place = (long = seconds) =>
        load({ origin: store.origin, connections: CLIENTS, seconds: long, next, process: store })
      await place(2)
      await transactions.run(CLIENTS, 1)
      return compare({ rounds, store: () => place(), baseline: () => transactions.run(CLIENTS, seconds) })
    }
    try {
      const bare = await compareOrders(createOrders(buyers, parts))
      const keyed = await compareOrders(createOrders(buyers, parts, { keyed: true }))
      const pgbench = realPgbench(world, { clients: CLIENTS, seconds })
      const row = { workload: 'orders', target: { at: 'least' as const, value: 0.22 } }
      return [
        {
          ...row,
          title: `\`POST /api/order\`, distinct buyers, ${CLIENTS} clients, against a TPC-B-like transaction over bare pg`,
          ...bare,
          ...(pgbench
            ? { note: `the real pgbench, scale ${PGBENCH_SCALE}: ${Math.round(pgbench)} a second` }
            : {}),
        },
        {
          ...row,
          title: 'The same, each with an `Idempotency-Key`, as the shop’s own page sends it',
          ...keyed,
        },
      ]
    } finally {
      await transactions.stop()
    }
  },
}
