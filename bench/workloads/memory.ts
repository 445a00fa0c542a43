import { measureLoad, type Request } from '../load.ts'
import {
  ACCEPT_HEADERS,
  categoryPages,
  createBuyers,
  getEach,
  type Part,
  partNumberSearches,
  prepareCheckouts,
  prepareOrderRequests,
  readShuffledParts,
  wordSearches,
} from '../requests.ts'
import { figureOf, limitRow, type Row } from '../results.ts'
import { type Bench, sampleMemory } from '../store.ts'

const SAMPLE_MS = 1_000
/** They keep two cores busy; of more, a slow machine refuses some. */
const CLIENTS = 32
const LIMIT_MB = 250
const ORDERS_PER_SECOND = 40
const BROWSED_PER_SECOND = 80
/** Access tokens end after an hour. */
const LONGEST_MINUTES = 50
/** Few enough to be requested several times in a full run. */
const PARTS = 10_000
/** The cache stores a response that is requested again: each address comes twice, with so many new ones between. */
const REPEATED_AFTER = 500

export async function memory({ shared, settings }: Bench): Promise<Row[]> {
  const { fixture, store } = await shared()
  const { soakMinutes } = settings
  const parts = await readShuffledParts(fixture, PARTS)
  const buyers = await createBuyers(fixture, store.origin, 2_000)
  const order = await prepareOrderRequests(fixture, { buyers, parts: 500 })
  const browse = browsing(parts)
  let turn = 0
  const next = () => {
    turn += 1
    return turn % 20 === 0 ? order() : browse(turn)
  }
  const seconds = Math.min(soakMinutes, LONGEST_MINUTES) * 60
  const load = { origin: store.origin, connections: CLIENTS, next }
  await measureLoad({ ...load, seconds: Math.max(5, seconds / 10) })
  const stopSampling = sampleMemory(store.pid, SAMPLE_MS)
  const { rate } = await measureLoad({ ...load, seconds })
  const samples = stopSampling()
  const { median, max } = figureOf(samples)
  return [
    limitRow('Memory of the Node process under mixed load (resident, at most)', max, {
      unit: 'MB',
      atMost: LIMIT_MB,
      note: `median ${median.toFixed(0)} MB; ${Math.round(rate)} requests a second for ${(seconds / 60).toFixed(1)} minutes`,
    }),
    growthRow(samples),
  ]
}

/** Pages, calls and searches by turns. */
function browsing(parts: Part[]): (turn: number) => Request {
  const page = getEach(categoryPages(parts))
  const search = getEach(wordSearches(parts, 9))
  return (turn) => {
    const part = parts[turn % parts.length]
    const choice = turn % 20
    if (choice < 3) return search()
    if (choice < 6) return page()
    if (choice < 9) return { path: `/parts/${part?.id}`, headers: ACCEPT_HEADERS }
    if (choice < 13) return { path: `/api/service/${part?.id}`, headers: ACCEPT_HEADERS }
    return { path: choice < 17 ? '/' : '/api/service', headers: ACCEPT_HEADERS }
  }
}

/** Orders of three lines at a steady rate beside browsing. */
export async function steadyOrders({ shared, settings }: Bench): Promise<Row[]> {
  const { fixture, store } = await shared()
  const seconds = Math.min(settings.soakMinutes, LONGEST_MINUTES) * 60
  const parts = await readShuffledParts(fixture, PARTS)
  const buyers = await createBuyers(fixture, store.origin, Math.ceil(seconds * ORDERS_PER_SECOND) + 100)
  const fillCarts = await prepareCheckouts(fixture, { buyers, parts: 2_000, lines: 3 })
  const order = await fillCarts()
  const browse = browsing(parts)
  let turn = 0
  const load = { origin: store.origin, seconds }
  const stopSampling = sampleMemory(store.pid, SAMPLE_MS)
  const [ordered, browsed] = await Promise.all([
    measureLoad({ ...load, connections: 8, rate: ORDERS_PER_SECOND, next: order }),
    measureLoad({ ...load, connections: 8, rate: BROWSED_PER_SECOND, next: () => browse(++turn) }),
  ])
  const samples = stopSampling()
  const rates = `${ordered.rate.toFixed(1)} orders and ${browsed.rate.toFixed(1)} other requests a second for ${(seconds / 60).toFixed(1)} minutes`
  return [
    limitRow('Orders of three lines, 40 a second beside 80 pages, calls and searches: p95', ordered.p95, {
      unit: 'ms',
      atMost: 250,
      note: `${rates}; these p95 ${browsed.p95.toFixed(0)} ms`,
    }),
    limitRow('Memory of the Node process meanwhile (resident, at most)', Math.max(...samples), {
      unit: 'MB',
      atMost: LIMIT_MB,
    }),
    growthRow(samples),
  ]
}

/** Caches fill in the first third. */
function growthRow(samples: readonly number[]): Row {
  const third = Math.ceil(samples.length / 3)
  const second = figureOf(samples.slice(third, -third)).median
  const last = figureOf(samples.slice(-third)).median
  return limitRow('The last third of that time against the second', last / second, {
    unit: 'ratio',
    atMost: 1.05,
    note: `${second.toFixed(0)} MB, then ${last.toFixed(0)} MB`,
  })
}

export async function cacheFlood({ shared, settings }: Bench): Promise<Row[]> {
  const { fixture, store } = await shared()
  const next = getEach(repeated(distinctAddresses(await readShuffledParts(fixture, 100_000))))
  const seconds = settings.seconds * 20
  const stopSampling = sampleMemory(store.pid, SAMPLE_MS)
  const { rate } = await measureLoad({ origin: store.origin, connections: CLIENTS, seconds, next })
  const samples = stopSampling()
  return [
    limitRow(
      'Memory while distinct query strings come, each twice (resident, at most)',
      Math.max(...samples),
      {
        unit: 'MB',
        atMost: LIMIT_MB,
        note: `${samples[0]?.toFixed(0)} MB before; ${Math.round(rate * seconds).toLocaleString('en-US')} requests`,
      },
    ),
  ]
}

function* distinctAddresses(parts: Part[]): Generator<string> {
  const lists = categoryPages(parts)
  const numbers = partNumberSearches(parts)
  for (let turn = 0; ; turn++) {
    const list: string = lists.next().value ?? '/'
    yield `/?flood=${turn}`
    yield numbers.next().value ?? `/api/service?flood=${turn}`
    yield list
    yield list.replace('/api/service', '/parts')
  }
}

function* repeated(addresses: Generator<string>): Generator<string> {
  const waiting: string[] = []
  for (const address of addresses) {
    yield address
    waiting.push(address)
    if (waiting.length > REPEATED_AFTER) yield waiting.shift() ?? '/'
  }
}
