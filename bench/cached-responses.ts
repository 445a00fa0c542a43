import { compare } from './compare.ts'
import { load } from './load.ts'
import type { Row } from './row.ts'
import { ACCEPT, startSameBytes } from './same-bytes.ts'
import type { Bench } from './workload.ts'

type Asked = { workload: string; title: string; least: number; paths: string[] }

/** How near the store comes, with cached responses, to a server that does nothing else. */
export async function compareCached(bench: Bench, { workload, title, least, paths }: Asked): Promise<Row[]> {
  const { store } = await bench.shared()
  const baseline = await startSameBytes(store, paths[0] ?? '/')
  const { seconds, rounds, connections } = bench.pace
  let turn = 0
  const next = () => ({ path: paths[turn++ % paths.length] ?? '/', headers: ACCEPT })
  const run = (server: typeof baseline, long = seconds) =>
    load({ origin: server.origin, connections, seconds: long, next, process: server })
  try {
    await run(store, 2)
    await run(baseline, 1)
    const compared = await compare({ rounds, store: () => run(store), baseline: () => run(baseline) })
    return [{ workload, title, ...compared, target: { at: 'least', value: least } }]
  } finally {
    await baseline.stop()
  }
}
