import { createOrders, makeBuyers, stockedParts } from '../buyers.ts'
import { compare } from '../compare.ts'
import type { Request } from '../connection.ts'
import { load } from '../load.ts'
import type { Workload } from '../workload.ts'

const CLIENTS = 8
const BUYERS = 4_000
const PARTS = 2_000

export const hotPart: Workload = {
  name: 'hot-part',
  async run(bench) {
    const { world, store } = await bench.shared()
    const { seconds, rounds } = bench.pace
    const buyers = await makeBuyers(world, store, BUYERS)
    const parts = await stockedParts(world, PARTS)
    const place = (next: () => Request, long = seconds) =>
      load({ origin: store.origin, connections: CLIENTS, seconds: long, next, process: store })
    const spread = createOrders(buyers, parts)
    const hot = createOrders(buyers, parts.slice(0, 1))
    await place(spread, 1)
    await place(hot, 1)
    const compared = await compare({ rounds, store: () => place(hot), baseline: () => place(spread) })
    return [
      {
        workload: 'hot-part',
        title: `Orders of one part by all ${CLIENTS} clients, against orders spread over ${PARTS} parts`,
        ...compared,
        target: { at: 'least', value: 0.25 },
      },
    ]
  },
}
