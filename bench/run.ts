// `npm run bench [-- NAMES… --quick --minutes N --no-write]`: measures, prints a table, updates results.json and README.md.
import { parseArgs } from 'node:util'
import { type Row, type StoredRow, stampOfRun, tableOf, writeResults } from './results.ts'
import { type Bench, type BenchSettings, openFixture } from './store.ts'
import { importFile } from './workloads/import.ts'
import { cacheFlood, memory, steadyOrders } from './workloads/memory.ts'
import { migration } from './workloads/migration.ts'
import { checkout, hotPart, orders } from './workloads/orders.ts'
import { overload } from './workloads/overload.ts'
import { growth, search } from './workloads/search.ts'
import { freshPages, home, list, part } from './workloads/serving.ts'
import { start } from './workloads/start.ts'

const PARTS = 95_200
const FULL: BenchSettings = {
  seconds: 6,
  rounds: 5,
  connections: 64,
  soakMinutes: 10,
  overloadSeconds: 120,
  importRows: 100_000,
  olderOrders: 1_000_000,
  sizes: [10_000, 100_000, 1_000_000],
}
const QUICK: BenchSettings = {
  seconds: 1.5,
  rounds: 2,
  connections: 64,
  soakMinutes: 0.5,
  overloadSeconds: 20,
  importRows: 5_000,
  olderOrders: 20_000,
  sizes: [10_000, 50_000],
}

/** In this order: `home` to `search` before any workload orders parts; in a full run, `memory` after requests of all kinds. */
const WORKLOADS: Record<string, (bench: Bench) => Promise<Row[]>> = {
  home,
  list,
  part,
  'fresh-pages': freshPages,
  search,
  orders,
  'hot-part': hotPart,
  checkout,
  overload,
  memory,
  'cache-flood': cacheFlood,
  'steady-orders': steadyOrders,
  import: importFile,
  growth,
  migration,
  start,
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      'no-write': { type: 'boolean', default: false },
      minutes: { type: 'string' },
    },
  })
  const names = Object.keys(WORKLOADS)
  const unknown = positionals.filter((name) => !names.includes(name))
  if (unknown.length > 0)
    throw new Error(`There is no workload ${unknown.join(', ')}, only ${names.join(', ')}`)
  const settings = values.quick ? { ...QUICK } : { ...FULL }
  if (values.minutes) settings.soakMinutes = Number(values.minutes)

  let opened: ReturnType<Bench['shared']> | undefined
  const bench: Bench = {
    settings,
    shared: () => (opened ??= openShared(bench)),
    print: (line) => void process.stdout.write(`${line}\n`),
  }
  const stamp = stampOfRun()
  const rows: StoredRow[] = []
  for (const [name, run] of Object.entries(WORKLOADS)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue
    bench.print(`${name} …`)
    try {
      const measured = await run(bench)
      bench.print(tableOf(measured).split('\n').slice(2).join('\n'))
      rows.push(...measured.map((row) => ({ workload: name, ...row, measured: stamp })))
    } catch (error) {
      process.exitCode = 1
      bench.print(`${name} could not be measured: ${error instanceof Error ? error.stack : error}`)
    }
  }
  await (await opened?.catch(() => undefined))?.fixture.close()
  bench.print(`\n${tableOf(rows)}\n`)
  if (!values['no-write']) writeResults(rows, { names, quick: values.quick })
}

async function openShared({ print }: Bench) {
  print(`Creating a database with ${PARTS} parts …`)
  const fixture = await openFixture(PARTS)
  return { fixture, store: await fixture.startStore() }
}

// the exit handlers end what was started
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

await main()
