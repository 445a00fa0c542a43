import { numberSearches, once, type Part, typedSearches, typoSearches, wordSearches } from './addresses.ts'
import { figureOf } from './figures.ts'
import { load } from './load.ts'
import type { Row } from './row.ts'
import type { Pace } from './workload.ts'
import type { Store } from './world.ts'

/** What people ask for, none of it twice. */
const manners = {
  'by words': wordSearches,
  'by number': numberSearches,
  'with a typo': typoSearches,
  'as one types (suggestions)': typedSearches,
}

/** As many searches a second as a very busy shop has. */
const BUSY_RATE = 200

export type Searches = { store: Store; parts: Part[]; pace: Pace; most: number; workload: string }

/** The time that 95 of a hundred searches stay below: at the pace of a busy shop, and as fast as they are answered. */
export async function measureSearches({ store, parts, pace, most, workload }: Searches): Promise<Row[]> {
  const rows: Row[] = []
  for (const [manner, addresses] of Object.entries(manners)) {
    const next = once(addresses(parts))
    const run = { origin: store.origin, connections: pace.connections, seconds: pace.seconds, next }
    await load({ ...run, connections: 4, seconds: 1 })
    for (const rate of [BUSY_RATE, undefined]) {
      const times: number[] = []
      const rates: number[] = []
      for (let round = 0; round < pace.rounds; round++) {
        const measured = await load({ ...run, ...(rate ? { rate } : {}) })
        times.push(measured.p95)
        rates.push(measured.rate)
      }
      const title = `Search ${manner}, p95, ${rate ? `${rate} a second` : 'as fast as they are answered'} over ${pace.connections} connections`
      const note = rate ? {} : { note: `${Math.round(figureOf(rates).median)} a second` }
      rows.push({
        workload,
        title,
        figure: figureOf(times),
        unit: 'ms',
        target: { at: 'most', value: most },
        ...note,
      })
    }
  }
  return rows
}
