import { mixedParts, once, wordSearches } from '../addresses.ts'
import { figureOf } from '../figures.ts'
import { load } from '../load.ts'
import { ACCEPT } from '../same-bytes.ts'
import type { Workload } from '../workload.ts'

const MB = 1024 * 1024

export const cacheFlood: Workload = {
  name: 'cache-flood',
  async run(bench) {
    const { world, store } = await bench.shared()
    const { connections, seconds, flood } = bench.pace
    const home = () =>
      load({
        origin: store.origin,
        connections,
        seconds,
        next: () => ({ path: '/', headers: ACCEPT }),
        process: store,
      })
    await home()
    const before = await home()
    const started = store.rssBytes() / MB
    const next = once(distinctAddresses(wordSearches(await mixedParts(world, 20_000), 5), flood))
    const most = { rss: started }
    const watch = setInterval(() => {
      most.rss = Math.max(most.rss, store.rssBytes() / MB)
    }, 500)
    let asked = 0
    const until = Date.now() + 600_000
    while (asked < flood && Date.now() < until) {
      const batch = Math.min(2_000, flood - asked)
      await askAll(store.origin, { batch, connections, next })
      asked += batch
    }
    clearInterval(watch)
    const after = await home()
    return [
      {
        workload: 'cache-flood',
        title: `Memory during ${asked} distinct query strings (resident, at most)`,
        figure: figureOf([most.rss]),
        unit: 'MB' as const,
        target: { at: 'most' as const, value: 250 },
        note: `${started.toFixed(0)} MB before`,
      },
      {
        workload: 'cache-flood',
        title: 'Home page after the flood, against before it',
        figure: figureOf([after.rate / before.rate]),
        unit: 'times' as const,
        target: { at: 'least' as const, value: 0.9 },
        note: `${Math.round(before.rate)}, then ${Math.round(after.rate)} a second`,
      },
    ]
  },
}

/** Of twenty, five are searches, one is a page of a search, and the others carry parameters that nothing knows. */
function* distinctAddresses(searches: Generator<string>, count: number): Generator<string> {
  for (let turn = 0; turn < count; turn++) {
    const place = turn % 20
    const search: string = place < 6 ? (searches.next().value ?? '/') : ''
    if (place < 5) yield search
    else if (place === 5) yield `/parts${search.slice('/api/service'.length)}`
    else yield place % 2 === 0 ? `/?flood=${turn}` : `/api/service?flood=${turn}`
  }
}

type Asking = { batch: number; connections: number; next: () => { path: string } }

async function askAll(origin: string, { batch, connections, next }: Asking): Promise<void> {
  let left = batch
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (left > 0) {
        left -= 1
        const answer = await fetch(`${origin}${next().path}`)
        await answer.arrayBuffer()
        if (answer.status !== 200) throw new Error(`the flood was answered ${answer.status}`)
      }
    }),
  )
}
