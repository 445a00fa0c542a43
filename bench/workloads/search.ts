import { mixedParts } from '../addresses.ts'
import { measureSearches } from '../searches.ts'
import type { Workload } from '../workload.ts'

export const search: Workload = {
  name: 'search',
  async run(bench) {
    const { world, store } = await bench.shared()
    const parts = await mixedParts(world, 100_000)
    return measureSearches({ store, parts, pace: bench.pace, most: 25, workload: 'search' })
  },
}
