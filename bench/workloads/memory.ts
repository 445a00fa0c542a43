import { setTimeout as sleep } from 'node:timers/promises'
import { categoryPages, mixedParts, wordSearches } from '../addresses.ts'
import { createOrders, makeBuyers, stockedParts } from '../buyers.ts'
import type { Request } from '../connection.ts'
import { figureOf } from '../figures.ts'
import { load } from '../load.ts'
import { ACCEPT } from '../same-bytes.ts'
import type { Workload } from '../workload.ts'

const MB = 1024 * 1024
const SAMPLE_MS = 2_000
const HOURLY_TOKENS_MINUTES = 50
/** Few enough that they come again before the watch begins: only then is there something to keep. */
const PARTS_ASKED = 10_000

export const memory: Workload = {
  name: 'memory',
  async run(bench) {
    const { world, store } = await bench.shared()
    const { connections, soakMinutes } = bench.pace
    const parts = await mixedParts(world, PARTS_ASKED)
    const buyers = await makeBuyers(world, store, 2_000)
    const next = mixture(parts, createOrders(buyers, await stockedParts(world, 500)))
    const seconds = Math.min(soakMinutes, HOURLY_TOKENS_MINUTES) * 60
    // what is compiled and cached first is not growth
    await load({ origin: store.origin, connections, seconds: Math.max(5, seconds / 10), next })
    const samples: number[] = []
    const watching = { on: true }
    const watch = (async () => {
      while (watching.on) {
        samples.push(store.rssBytes() / MB)
        await sleep(SAMPLE_MS)
      }
    })()
    const measured = await load({ origin: store.origin, connections, seconds, next, process: store })
    watching.on = false
    await watch
    const third = Math.ceil(samples.length / 3)
    const early = figureOf(samples.slice(0, third))
    const late = figureOf(samples.slice(-third))
    const whole = figureOf(samples)
    const note = `half of the time below ${whole.median.toFixed(0)} MB; ${Math.round(measured.rate)} requests a second of every sort for ${(seconds / 60).toFixed(1)} minutes`
    return [
      {
        workload: 'memory',
        title: 'Memory of the Node process under mixed load (resident, at most)',
        figure: figureOf([whole.most]),
        unit: 'MB' as const,
        target: { at: 'most' as const, value: 250 },
        note,
      },
      {
        workload: 'memory',
        title: 'The last third of that time against the first',
        figure: figureOf([late.median / early.median]),
        unit: 'times' as const,
        target: { at: 'most' as const, value: 1.05 },
        note: `${early.median.toFixed(0)} MB, then ${late.median.toFixed(0)} MB`,
      },
    ]
  },
}

/** What a day in the shop is made of: looking, paging on, searching, and now and then an order. */
function mixture(parts: Parameters<typeof categoryPages>[0], order: () => Request): () => Request {
  const pages = categoryPages(parts)
  const searches = wordSearches(parts, 9)
  let turn = 0
  return () => {
    turn += 1
    const part = parts[turn % parts.length]
    const place = turn % 20
    if (place === 0) return order()
    if (place < 3) return { path: searches.next().value ?? '/', headers: ACCEPT }
    if (place < 6) return { path: pages.next().value ?? '/', headers: ACCEPT }
    if (place < 9) return { path: `/parts/${part?.id}`, headers: ACCEPT }
    if (place < 13) return { path: `/api/service/${part?.id}`, headers: ACCEPT }
    return { path: place < 17 ? '/' : '/api/service', headers: ACCEPT }
  }
}
