import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { stringify } from 'csv-stringify/sync'
import { cellOf, type Value } from '#contract/catalog/part-types/attribute-values.ts'
import { ATTRIBUTE_PREFIX } from '#contract/catalog/products/part-fields.ts'
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
  const parts = await supplierParts(fixture, settings.importRows)
  const plain = path.join(folder, 'supplier.csv')
  writeFileSync(plain, stringify(parts.rows, { header: true, columns: COLUMNS }))
  const attributes = await commonAttributes(fixture)
  const typed = path.join(folder, 'with-attributes.csv')
  const columns = [...COLUMNS, 'type', ...attributes]
  writeFileSync(typed, stringify(parts.rows, { header: true, columns }))
  const env = { DATABASE_URL: fixture.databaseUrl, DATA_DIR: folder }
  const runs = []
  // in turns: each one leaves the table larger for the next
  for (const file of [plain, typed, plain]) {
    await vacuum(fixture)
    const applied = await runImport([file, '--apply'], env)
    runs.push({ applied, undone: await runImport(['--undo'], env) })
  }
  rmSync(folder, { recursive: true })
  const [first, second, third] = runs
  if (!first || !second || !third) throw new Error('A file was not imported')
  const withoutAttributes = (first.applied.seconds + third.applied.seconds) / 2
  const memory = Math.max(...runs.flatMap(({ applied, undone }) => [applied.megabytes, undone.megabytes]))
  return [
    limitRow('A file read, compared and applied by `npm run import`', first.applied.seconds, {
      unit: 's',
      atMost: 60,
      note: `${settings.importRows} rows, ${parts.known} of parts in the catalogue: other name, price and quantity`,
    }),
    limitRow('The same undone', first.undone.seconds, { unit: 's', atMost: 60 }),
    limitRow(
      'The same file with types and five attributes, to that without',
      second.applied.seconds / withoutAttributes,
      {
        unit: 'ratio',
        atMost: 1.25,
      },
    ),
    limitRow('Memory of the process (resident, at most)', memory, { unit: 'MB', atMost: 300 }),
  ]
}

/** Waits for autovacuum. */
async function vacuum({ database }: Fixture): Promise<void> {
  const client = await database.pool.connect()
  await client.query('set lock_timeout = 0')
  await client.query('vacuum analyze')
  client.release(true)
}

const COLUMNS = [
  ...['_id', 'productName', 'price', 'minimumOrder', 'availableQuantity', 'img', 'category', 'brand'],
  ...['partNumber', 'description'],
]

/** The columns of the attributes that most parts have. */
async function commonAttributes({ database }: Fixture): Promise<string[]> {
  const { rows } = await database.pool.query<{ key: string }>(
    `select key from products, jsonb_object_keys(attributes) as key group by key order by count(*) desc, key limit 5`,
  )
  return rows.map(({ key }) => ATTRIBUTE_PREFIX + key)
}

async function supplierParts({ database }: Fixture, rows: number) {
  const { rows: known } = await database.pool.query<{ attributes: Record<string, Value> }>(
    `select id as _id, name || ' new' as "productName", round((price_minor + 100) / 100.0, 2) as price,
      minimum_order as "minimumOrder", available + 5 as "availableQuantity", img, category, brand,
      part_number as "partNumber", description, attributes,
      (select key from part_types where id = part_type_id) as type
     from products where archived_at is null order by id limit $1`,
    [rows],
  )
  const added = Array.from({ length: rows - known.length }, (_, index) => {
    const { name, priceMinor, available, ...part } = cataloguePart(UNKNOWN_FROM + index)
    return { ...part, productName: name, price: priceMinor / 100, availableQuantity: available }
  })
  const withCells = [...known, ...added].map(({ attributes, ...part }) => ({
    ...part,
    ...Object.fromEntries(
      Object.entries(attributes).map(([key, value]) => [ATTRIBUTE_PREFIX + key, cellOf(value)]),
    ),
  }))
  return { rows: withCells, known: known.length }
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
