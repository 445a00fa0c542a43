import { createOrders, makeBuyers, stockedParts } from '../buyers.ts'
import { compare } from '../compare.ts'
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
    const next = createOrders(buyers, await stockedParts(world, PARTS))
    const transactions = await startTransactions(world)
    const place = (long = seconds) =>
      load({ origin: store.origin, connections: CLIENTS, seconds: long, next, process: store })
    try {
      await place(2)
      await transactions.run(CLIENTS, 1)
      const compared = await compare({
        rounds,
        store: () => place(),
        baseline: () => transactions.run(CLIENTS, seconds),
      })
      const pgbench = realPgbench(world, { clients: CLIENTS, seconds })
      return [
        {
          workload: 'orders',
          title: `\`POST /api/order\`, distinct buyers, ${CLIENTS} clients, against a TPC-B-like transaction over bare pg`,
          ...compared,
          target: { at: 'least', value: 0.35 },
          ...(pgbench
            ? { note: `the real pgbench, scale ${PGBENCH_SCALE}: ${Math.round(pgbench)} a second` }
            : {}),
        },
      ]
    } finally {
      await transactions.stop()
    }
  },
}
