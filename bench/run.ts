// `npm run bench [-- NAMES… --quick --minutes N]`: measures, prints the table, writes results.json and the README.

import { describeRun, mergeRows, readRows, stampRows, tableOf, writeRun } from './results.ts'
import type { Row } from './row.ts'
import type { Bench, Pace, Workload } from './workload.ts'
import { cacheFlood } from './workloads/cache-flood.ts'
import { freshPages } from './workloads/fresh-pages.ts'
import { growth } from './workloads/growth.ts'
import { home } from './workloads/home.ts'
import { hotPart } from './workloads/hot-part.ts'
import { importing } from './workloads/import.ts'
import { invalidation } from './workloads/invalidation.ts'
import { list } from './workloads/list.ts'
import { memory } from './workloads/memory.ts'
import { orders } from './workloads/orders.ts'
import { overload } from './workloads/overload.ts'
import { part } from './workloads/part.ts'
import { search } from './workloads/search.ts'
import { start } from './workloads/start.ts'
import { openWorld } from './world.ts'

const PARTS = 95_200
const FULL: Pace = {
  seconds: 6,
  rounds: 5,
  connections: 64,
  soakMinutes: 10,
  overloadSeconds: 120,
  flood: 100_000,
  changes: 1_000,
  importRows: 100_000,
  sizes: [10_000, 100_000, 1_000_000],
}
const QUICK: Pace = {
  ...FULL,
  seconds: 1.5,
  rounds: 2,
  soakMinutes: 0.5,
  overloadSeconds: 20,
  flood: 4_000,
  changes: 100,
  importRows: 5_000,
  sizes: [10_000, 50_000],
}

/** In this order: what writes comes after what only reads, and memory is looked at when all has been asked for. */
const workloads: Workload[] = [
  home,
  list,
  part,
  freshPages,
  search,
  invalidation,
  orders,
  hotPart,
  overload,
  memory,
  cacheFlood,
  importing,
  growth,
  start,
]

const names = workloads.map(({ name }) => name)
const USAGE = `Usage: npm run bench [-- NAMES… --quick --minutes N --no-write]\nNames: ${names.join(' ')}`

function readWish(words: string[]) {
  const minutesAt = words.indexOf('--minutes')
  const minutes = minutesAt < 0 ? undefined : Number(words[minutesAt + 1])
  const rest = words.filter((_, at) => minutesAt < 0 || (at !== minutesAt && at !== minutesAt + 1))
  const asked = rest.filter((word) => !word.startsWith('--'))
  const unknown = [
    ...rest.filter((word) => word.startsWith('--') && !['--quick', '--no-write'].includes(word)),
    ...asked.filter((name) => !workloads.some((workload) => workload.name === name)),
  ]
  if (unknown.length > 0 || Number.isNaN(minutes)) throw new Error(`${unknown.join(' ')}?\n${USAGE}`)
  const quick = rest.includes('--quick')
  const usual = quick ? QUICK : FULL
  return {
    quick,
    writes: !rest.includes('--no-write'),
    pace: { ...usual, ...(minutes === undefined ? {} : { soakMinutes: minutes }) },
    chosen: asked.length > 0 ? workloads.filter(({ name }) => asked.includes(name)) : workloads,
  }
}

async function main(): Promise<void> {
  const { quick, writes, pace, chosen } = readWish(process.argv.slice(2))
  const opened: Awaited<ReturnType<Bench['shared']>>[] = []
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  let postgres = 'PostgreSQL'
  const bench: Bench = {
    pace,
    print,
    async shared() {
      if (opened[0]) return opened[0]
      print(`Filling a database with ${PARTS} parts …`)
      const world = await openWorld(PARTS)
      const { rows } = await world.database.pool.query<{ version: string }>(
        "select current_setting('server_version') as version",
      )
      postgres = `PostgreSQL ${rows[0]?.version ?? ''}`
      opened.push({ world, store: await world.startStore() })
      return bench.shared()
    },
  }
  const rows: Row[] = []
  try {
    for (const workload of chosen) rows.push(...(await measure(workload, bench)))
  } finally {
    for (const { world } of opened) await world.close()
  }
  print(`\n${tableOf(rows)}\n`)
  if (writes) writeRun(describeRun(mergeRows(readRows(), stampRows(rows), names), { quick, postgres }))
}

/** One that fails does not take the others' figures with it. */
async function measure(workload: Workload, bench: Bench): Promise<Row[]> {
  bench.print(`${workload.name} …`)
  try {
    const rows = await workload.run(bench)
    bench.print(tableOf(rows).split('\n').slice(2).join('\n'))
    return rows
  } catch (error) {
    process.exitCode = 1
    bench.print(`${workload.name} could not be measured: ${error instanceof Error ? error.stack : error}`)
    return []
  }
}

// what was started ends with this process
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
