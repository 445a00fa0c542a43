import { categoryPages, mixedParts, numberSearches, once, type Part } from '../addresses.ts'
import { openConnection } from '../connection.ts'
import { figureOf } from '../figures.ts'
import { load, type Measured } from '../load.ts'
import { ACCEPT } from '../same-bytes.ts'
import type { Bench, Workload } from '../workload.ts'

const MB = 1024 * 1024
const API_LIST = '/api/service'
const AGAIN_AFTER = 500

export const cacheFlood: Workload = {
  name: 'cache-flood',
  async run(bench) {
    const { world, store } = await bench.shared()
    const { connections, flood } = bench.pace
    await visitHome(bench)
    const before = await visitHome(bench)
    const started = store.rssBytes() / MB
    const next = once(eachTwice(distinctAddresses(await mixedParts(world, 100_000), flood)))
    const most = { rss: started }
    const watch = setInterval(() => {
      most.rss = Math.max(most.rss, store.rssBytes() / MB)
    }, 500)
    await askAll(store.origin, { count: 2 * flood, connections, next })
    clearInterval(watch)
    const after = await visitHome(bench)
    return [
      {
        workload: 'cache-flood',
        title: `Memory during ${flood.toLocaleString('en-US')} distinct query strings, each asked twice (resident, at most)`,
        figure: figureOf([most.rss]),
        unit: 'MB' as const,
        target: { at: 'most' as const, value: 250 },
        note: `${started.toFixed(0)} MB before`,
      },
      {
        workload: 'cache-flood',
        title: 'Home page after the flood, against before it',
        figure: figureOf([after.rate / before.rate]),
        byCpu: figureOf([before.cpuPerAnswer / after.cpuPerAnswer]),
        unit: 'times' as const,
        target: { at: 'least' as const, value: 0.9 },
        note: `${Math.round(before.rate)}, then ${Math.round(after.rate)} a second`,
      },
    ]
  },
}

/** The home page over all connections: the median of several runs. */
async function visitHome({ shared, pace: { seconds, rounds, connections } }: Bench) {
  const { store } = await shared()
  const next = () => ({ path: '/', headers: ACCEPT })
  const runs: Measured[] = []
  for (let round = 0; round < rounds; round++)
    runs.push(await load({ origin: store.origin, connections, seconds, next, process: store }))
  const median = (of: (run: Measured) => number) => figureOf(runs.map(of)).median
  return { rate: median(({ rate }) => rate), cpuPerAnswer: median(({ cpuPerAnswer }) => cpuPerAnswer) }
}

/** Of ten, six are pages of a list, one of them as HTML, two ask for a part number, two carry parameters that nothing knows. */
function* distinctAddresses(parts: Part[], count: number): Generator<string> {
  const lists = categoryPages(parts)
  const numbers = numberSearches(parts)
  for (let turn = 0; turn < count; turn++) {
    const place = turn % 10
    if (place < 2) yield place === 0 ? `/?flood=${turn}` : `/api/service?flood=${turn}`
    else if (place < 4) yield numbers.next().value ?? '/'
    else {
      const list: string = lists.next().value ?? '/'
      yield place === 4 ? `/parts${list.slice(API_LIST.length)}` : list
    }
  }
}

/** A cache keeps what comes again: the second time follows a few hundred others. */
function* eachTwice(addresses: Generator<string>): Generator<string> {
  const waiting: string[] = []
  for (const address of addresses) {
    yield address
    waiting.push(address)
    if (waiting.length > AGAIN_AFTER) yield waiting.shift() ?? '/'
  }
  yield* waiting
}

type Asking = { count: number; connections: number; next: () => { path: string } }

async function askAll(origin: string, { count, connections, next }: Asking): Promise<void> {
  let left = count
  const opened = await Promise.all(Array.from({ length: connections }, () => openConnection(origin)))
  await Promise.all(
    opened.map(async (connection) => {
      while (left > 0) {
        left -= 1
        const status = await connection.ask(next())
        if (status !== 200) throw new Error(`the flood was answered ${status}`)
      }
    }),
  )
  for (const connection of opened) connection.close()
}
