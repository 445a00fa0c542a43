import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { categoryPages, mixedParts, numberSearches, once, typoSearches, wordSearches } from '../addresses.ts'
import { createOrders, makeBuyers, stockedParts } from '../buyers.ts'
import type { Request } from '../connection.ts'
import { figureOf } from '../figures.ts'
import { load, type Measured } from '../load.ts'
import { ROOT } from '../own-process.ts'
import { type Growth, plotGrowth } from '../plot.ts'
import type { Row } from '../row.ts'
import type { Pace, Workload } from '../workload.ts'
import { openWorld, type Store, type World } from '../world.ts'

const CLIENTS = 8
const LARGEST = 1_000_000
/** Searches a second that a shop of that size may well have, and which leave two cores something to do besides. */
const SHOP_RATE = 40
const PLOT = path.join(ROOT, 'docs', 'growth.svg')

export const growth: Workload = {
  name: 'growth',
  async run({ pace, print }) {
    const [first = 10_000] = pace.sizes
    const world = await openWorld(first)
    const acts = new Map<string, number[]>()
    const largest: Row[] = []
    try {
      for (const size of pace.sizes) {
        print(`growth: ${size} parts`)
        await world.fill(size)
        const store = await world.startStore()
        for (const { name, p95s, atRate } of await measureActs(world, store, { pace, size })) {
          acts.set(name, [...(acts.get(name) ?? []), figureOf(p95s).median])
          if (size === LARGEST && name.startsWith('search'))
            largest.push(
              searchRow(name, {
                p95s: atRate,
                how: `${SHOP_RATE} a second over ${pace.connections} connections`,
              }),
              searchRow(name, { p95s, how: `${CLIENTS} connections` }),
            )
        }
        await store.stop()
      }
    } finally {
      await world.close()
    }
    const measured = { sizes: pace.sizes, acts: [...acts].map(([name, p95]) => ({ name, p95 })) }
    if (pace.sizes.length > 1) writeFileSync(PLOT, plotGrowth(measured))
    return [...toRows(measured), ...largest]
  },
}

type Act = { name: string; p95s: number[]; atRate: number[] }

async function measureActs(
  world: World,
  store: Store,
  { pace, size }: { pace: Pace; size: number },
): Promise<Act[]> {
  const parts = await mixedParts(world, 60_000)
  const buyers = await makeBuyers(world, store, 2_000)
  const ways: [string, () => Request][] = [
    ['list', once(categoryPages(parts))],
    ['search by words', once(wordSearches(parts))],
    ['search by number', once(numberSearches(parts))],
    ['search with a typo', once(typoSearches(parts))],
    ['order', createOrders(buyers, await stockedParts(world, 1_000))],
  ]
  const found: Act[] = []
  for (const [name, next] of ways) {
    const { origin } = store
    const { seconds, rounds, connections } = pace
    const run = { origin, connections: CLIENTS, seconds, next }
    await load({ ...run, seconds: 2 })
    const p95s = await repeat(rounds, () => load(run))
    const hasRate = size === LARGEST && name.startsWith('search')
    const atRate = hasRate ? await repeat(rounds, () => load({ ...run, connections, rate: SHOP_RATE })) : []
    found.push({ name, p95s, atRate })
  }
  return found
}

async function repeat(rounds: number, run: () => Promise<Measured>): Promise<number[]> {
  const p95s: number[] = []
  for (let round = 0; round < rounds; round++) p95s.push((await run()).p95)
  return p95s
}

function toRows({ sizes, acts }: Growth): Row[] {
  return acts.map(({ name, p95 }) => ({
    workload: 'growth',
    title: `Growth, ${name}: p95 at ${count(sizes.at(-1))} parts against ${count(sizes[0])}, ${CLIENTS} connections`,
    figure: figureOf([(p95.at(-1) ?? Number.NaN) / (p95[0] ?? Number.NaN)]),
    unit: 'times',
    target: { at: 'most', value: 3 },
    note: p95
      .map((ms) => ms.toFixed(1))
      .join(', then ')
      .concat(' ms'),
  }))
}

function searchRow(name: string, { p95s, how }: { p95s: number[]; how: string }): Row {
  const title = `${name.replace('s', 'S')} among ${count(LARGEST)} parts, p95, ${how}`
  return { workload: 'growth', title, figure: figureOf(p95s), unit: 'ms', target: { at: 'most', value: 60 } }
}

function count(parts: number | undefined): string {
  return (parts ?? 0).toLocaleString('en-US')
}
