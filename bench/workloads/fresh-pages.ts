import { categoryPages, mixedParts, once } from '../addresses.ts'
import { compare } from '../compare.ts'
import { load } from '../load.ts'
import { startProcess } from '../own-process.ts'
import type { Workload } from '../workload.ts'
import { urlOf } from '../world.ts'

export const freshPages: Workload = {
  name: 'fresh-pages',
  async run(bench) {
    const { world, store } = await bench.shared()
    const { seconds, rounds, connections } = bench.pace
    const baseline = startProcess('bench/baseline/same-select.ts')
    try {
      baseline.send({ databaseUrl: urlOf(world.database) })
      const { port } = (await baseline.answer()) as { port: number }
      const parts = await mixedParts(world, 1_000_000)
      const addresses = once(categoryPages(parts))
      const ofBaseline = once(categoryPages(parts))
      const run = { connections, seconds }
      const askStore = (long = seconds) =>
        load({ ...run, origin: store.origin, seconds: long, next: addresses, process: store })
      const askBaseline = (long = seconds) =>
        load({
          ...run,
          origin: `http://localhost:${port}`,
          seconds: long,
          next: ofBaseline,
          process: baseline,
        })
      await askStore(1)
      await askBaseline(1)
      const compared = await compare({ rounds, store: () => askStore(), baseline: () => askBaseline() })
      return [
        {
          workload: 'fresh-pages',
          title:
            '`GET /api/service?category=…&after=…`, no address twice, against bare node:http and pg with the same SELECT',
          ...compared,
          target: { at: 'least', value: 0.5 },
        },
      ]
    } finally {
      await baseline.stop()
    }
  },
}
