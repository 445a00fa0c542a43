import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { stringify } from 'csv-stringify/sync'
import { cataloguePart } from '#demo/generator/generate.ts'
import { programFlags } from '#tools/runtime-flags.mjs'
import { limitRow, type Row } from '../results.ts'
import { type Bench, type Fixture, ROOT, sampleMemory, temporaryFolder } from '../store.ts'

const PROGRAM = 'server/programs/import.ts'
const SAMPLE_MS = 50
/** Generated parts from this one on are in no catalogue of the benchmarks. */
const UNKNOWN_FROM = 2_000_000

export async function importFile({ shared, settings }: Bench): Promise<Row[]> {
  const { fixture } = await shared()
  const folder = temporaryFolder()
  const file = path.join(folder, 'supplier.csv')
  const known = await writeSupplierFile(fixture, file, settings.importRows)
  const env = { DATABASE_URL: fixture.databaseUrl, DATA_DIR: folder }
  await fixture.database.pool.query('vacuum analyze')
  const applied = await runImport([file, '--apply'], env)
  const undone = await runImport(['--undo'], env)
  rmSync(folder, { recursive: true })
  const memory = Math.max(applied.megabytes, undone.megabytes)
  return [
    limitRow('A file read, compared and applied by `npm run import`', applied.seconds, {
      unit: 's',
      atMost: 60,
      note: `${settings.importRows} rows, ${known} of parts in the catalogue: other name, price and quantity`,
    }),
    limitRow('The same undone', undone.seconds, { unit: 's', atMost: 60 }),
    limitRow('Memory of the process (resident, at most)', memory, { unit: 'MB', atMost: 300 }),
  ]
}

async function writeSupplierFile({ database }: Fixture, file: string, rows: number): Promise<number> {
  const { rows: known } = await database.pool.query<Record<string, string | number>>(
    `select id as _id, name || ' new' as "productName", round((price_minor + 100) / 100.0, 2) as price,
      minimum_order as "minimumOrder", available + 5 as "availableQuantity", img, category, brand,
      part_number as "partNumber", description
     from products where archived_at is null order by id limit $1`,
    [rows],
  )
  const added = Array.from({ length: rows - known.length }, (_, index) => {
    const { name, priceMinor, available, ...part } = cataloguePart(UNKNOWN_FROM + index)
    return { ...part, productName: name, price: priceMinor / 100, availableQuantity: available }
  })
  writeFileSync(file, stringify([...known, ...added], { header: true, columns: Object.keys(known[0] ?? {}) }))
  return known.length
}

async function runImport(args: string[], env: Record<string, string>) {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [...programFlags(PROGRAM), PROGRAM, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const stopSampling = sampleMemory(child.pid ?? 0, SAMPLE_MS)
  const [code] = await once(child, 'exit')
  const megabytes = Math.max(...stopSampling())
  if (code !== 0) throw new Error(`${PROGRAM} ${args.join(' ')} ended with ${code}`)
  return { seconds: (performance.now() - startedAt) / 1000, megabytes }
}
