import { type Load, type Measured, measureLoad } from '../load.ts'
import {
  categoryPages,
  createBuyers,
  getEach,
  type Part,
  partNumberSearches,
  prepareOrderRequests,
  readShuffledParts,
  suggestionRequests,
  typoSearches,
  wordSearches,
} from '../requests.ts'
import { figureOf, limitRow, type Row } from '../results.ts'
import { type Bench, openFixture } from '../store.ts'

const BUSY_RATE = 200
/** Searches a second in a store with the largest catalogue, which leave two cores time for other requests. */
const LARGE_SHOP_RATE = 40
const LARGEST = 1_000_000
const CLIENTS = 8

const SEARCHES = {
  'by words': wordSearches,
  'by number': partNumberSearches,
  'with a typo': typoSearches,
}

export async function search({ shared, settings }: Bench): Promise<Row[]> {
  const { fixture, store } = await shared()
  const parts = await readShuffledParts(fixture, 100_000)
  const { connections, seconds, rounds } = settings
  const rows: Row[] = []
  const kinds = { ...SEARCHES, 'as one types (suggestions)': suggestionRequests }
  for (const [kind, addresses] of Object.entries(kinds)) {
    const load = { origin: store.origin, connections, seconds, next: getEach(addresses(parts)) }
    await measureLoad({ ...load, connections: 4, seconds: 1 })
    const title = `Search ${kind}, p95`
    const busy = await repeat(rounds, { ...load, rate: BUSY_RATE })
    const fastest = await repeat(rounds, load)
    const note = `${Math.round(figureOf(fastest.rates).median)} a second`
    const limit = { unit: 'ms', atMost: 25 } as const
    rows.push(
      limitRow(`${title}, ${BUSY_RATE} a second over ${connections} connections`, busy.p95s, limit),
      limitRow(`${title}, as fast as they are answered over ${connections} connections`, fastest.p95s, {
        ...limit,
        note,
      }),
    )
  }
  return rows
}

export async function growth({ settings, print }: Bench): Promise<Row[]> {
  const { rounds, seconds, connections, sizes } = settings
  const fixture = await openFixture(sizes[0] ?? LARGEST)
  const medians = new Map<string, number[]>()
  const largest: Row[] = []
  try {
    for (const size of sizes) {
      print(`growth: ${size} parts`)
      await fixture.fill(size)
      const { origin, stop } = await fixture.startStore()
      const parts = await readShuffledParts(fixture, 60_000)
      const buyers = await createBuyers(fixture, origin, 2_000)
      const requests = {
        list: getEach(categoryPages(parts)),
        ...searchesOf(parts),
        order: await prepareOrderRequests(fixture, { buyers, parts: 1_000 }),
      }
      for (const [name, next] of Object.entries(requests)) {
        const load = { origin, connections: CLIENTS, seconds, next }
        await measureLoad({ ...load, seconds: 2 })
        const { p95s } = await repeat(rounds, load)
        medians.set(name, [...(medians.get(name) ?? []), figureOf(p95s).median])
        if (size !== LARGEST || !name.startsWith('search')) continue
        const atRate = await repeat(rounds, { ...load, connections, rate: LARGE_SHOP_RATE })
        const title = `Of ${count(LARGEST)} parts, ${name}, p95`
        const limit = { unit: 'ms', atMost: 60 } as const
        largest.push(
          limitRow(
            `${title}, ${LARGE_SHOP_RATE} a second over ${connections} connections`,
            atRate.p95s,
            limit,
          ),
          limitRow(`${title}, ${CLIENTS} connections`, p95s, limit),
        )
      }
      await stop()
    }
  } finally {
    await fixture.close()
  }
  const [first = 0] = sizes
  const growths = [...medians].map(([name, p95s]): Row => {
    const [smallest = 0] = p95s
    return {
      title: `Growth, ${name}: p95 at ${count(sizes.at(-1) ?? 0)} parts against ${count(first)}, ${CLIENTS} connections`,
      figure: figureOf([(p95s.at(-1) ?? 0) / smallest]),
      unit: 'ratio',
      atMost: 3,
      note: `${p95s.map((ms) => ms.toFixed(1)).join(', then ')} ms`,
    }
  })
  return [...growths, ...largest]
}

function searchesOf(parts: Part[]) {
  const kinds = Object.entries(SEARCHES)
  return Object.fromEntries(kinds.map(([kind, addresses]) => [`search ${kind}`, getEach(addresses(parts))]))
}

async function repeat(rounds: number, load: Load) {
  const measured: Measured[] = []
  for (let round = 0; round < rounds; round++) measured.push(await measureLoad(load))
  return { p95s: measured.map(({ p95 }) => p95), rates: measured.map(({ rate }) => rate) }
}

function count(parts: number): string {
  return parts.toLocaleString('en-US')
}
