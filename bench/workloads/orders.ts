import * as z from 'zod'
import { compare, measureLoad, type Request } from '../load.ts'
import { createBuyers, prepareOrderRequests } from '../requests.ts'
import type { Row } from '../results.ts'
import { type Bench, cpuSeconds, type Fixture, startProgram } from '../store.ts'

const CLIENTS = 8
const BUYERS = 4_000
const PARTS = 2_000
/** With 100 branches eight clients rarely update the same one. */
const TPCB_BRANCHES = 100

export async function orders(bench: Bench): Promise<Row[]> {
  const { fixture, store } = await bench.shared()
  const { seconds, rounds } = bench.settings
  const buyers = await createBuyers(fixture, store.origin, BUYERS)
  const transactions = await startTransactions(fixture)
  const compareOrders = (next: () => Request) =>
    compare({
      rounds,
      store: () => measureLoad({ ...store, connections: CLIENTS, seconds, next }),
      baseline: () => transactions.run(seconds),
    })
  try {
    const bare = await compareOrders(await prepareOrderRequests(fixture, { buyers, parts: PARTS }))
    const keyed = await compareOrders(
      await prepareOrderRequests(fixture, { buyers, parts: PARTS, keyed: true }),
    )
    return [
      {
        title: `\`POST /api/order\`, ${BUYERS.toLocaleString('en-US')} buyers in turn, ${CLIENTS} clients, against a TPC-B-like transaction over bare pg`,
        atLeast: 0.22,
        ...bare,
      },
      {
        title: 'The same, each with an `Idempotency-Key`, as the shop’s own page sends it',
        atLeast: 0.22,
        ...keyed,
      },
    ]
  } finally {
    await transactions.stop()
  }
}

export async function hotPart(bench: Bench): Promise<Row[]> {
  const { fixture, store } = await bench.shared()
  const { seconds, rounds } = bench.settings
  const buyers = await createBuyers(fixture, store.origin, BUYERS)
  const spread = await prepareOrderRequests(fixture, { buyers, parts: PARTS })
  const hot = await prepareOrderRequests(fixture, { buyers, parts: 1 })
  const measure = (next: () => Request) => measureLoad({ ...store, connections: CLIENTS, seconds, next })
  const compared = await compare({
    rounds,
    store: () => measure(hot),
    baseline: () => measure(spread),
  })
  const title = `Orders of one part by all ${CLIENTS} clients, against orders spread over ${PARTS} parts`
  return [{ title, atLeast: 0.5, ...compared }]
}

async function startTransactions({ databaseUrl }: Fixture) {
  const program = startProgram('tpcb.ts')
  const message = { databaseUrl, clients: CLIENTS, branches: TPCB_BRANCHES }
  return {
    stop: program.stop,
    async run(seconds: number) {
      const cpuBefore = cpuSeconds(program.pid)
      const measured = await program.request(
        { ...message, seconds },
        z.object({ rate: z.number(), p95: z.number(), responses: z.number() }),
      )
      return { ...measured, cpuPerResponse: (cpuSeconds(program.pid) - cpuBefore) / measured.responses }
    },
  }
}
