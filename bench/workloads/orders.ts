import * as z from 'zod'
import { compare, measureLoad, type Request } from '../load.ts'
import { createBuyers, prepareCheckouts, prepareOrderRequests } from '../requests.ts'
import type { Row } from '../results.ts'
import { type Bench, cpuSeconds, type Fixture, startProgram } from '../store.ts'

const CLIENTS = 8
const BUYERS = 4_000
const PARTS = 2_000
/** More than are ordered in a round. */
const CARTS = 8_000
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
        atLeast: 0.18,
        ...bare,
      },
      {
        title: 'The same, each with an `Idempotency-Key`, as the shop’s own page sends it',
        atLeast: 0.18,
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

/** Carts of one, three and ten lines: what a further line costs. */
export async function checkout(bench: Bench): Promise<Row[]> {
  const { fixture, store } = await bench.shared()
  const { seconds, rounds } = bench.settings
  const buyers = await createBuyers(fixture, store.origin, CARTS)
  const measure = (next: () => Request) => measureLoad({ ...store, connections: CLIENTS, seconds, next })
  const cartsOf = (lines: number) => prepareCheckouts(fixture, { buyers, parts: PARTS, lines })
  const direct = await prepareOrderRequests(fixture, { buyers, parts: PARTS, keyed: true })
  const one = await cartsOf(1)
  const three = await cartsOf(3)
  const ten = await cartsOf(10)
  const measureCarts = (fill: typeof one) => async () => measure(await fill())
  const against = (fill: typeof one, baseline: () => ReturnType<typeof measure>) =>
    compare({ rounds, store: measureCarts(fill), baseline })
  return [
    {
      title: '`POST /api/checkout` of one line, against `POST /api/order` with a key',
      atLeast: 0.35,
      ...(await against(one, () => measure(direct))),
    },
    {
      title: 'Three lines, against one in a cart',
      atLeast: 0.6,
      ...(await against(three, measureCarts(one))),
    },
    {
      title: 'Ten lines, against one in a cart',
      atLeast: 0.35,
      ...(await against(ten, measureCarts(one))),
    },
  ]
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
