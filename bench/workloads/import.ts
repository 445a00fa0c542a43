import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import { type ApiClient, createApiClient } from '#contract/api-client.ts'
import { PIECE_BYTES } from '#contract/products/import-states.ts'
import type { Import } from '#contract/products/imports.ts'
import { cataloguePart } from '#demo/generator/generate.ts'
import { commandFlags } from '#tools/runtime-flags.mjs'
import { makeAdmin } from '../buyers.ts'
import { figureOf } from '../figures.ts'
import { highestRss, runToEnd } from '../own-process.ts'
import type { Row } from '../row.ts'
import type { Workload } from '../workload.ts'
import { type Store, urlOf, type World } from '../world.ts'

const MB = 1024 * 1024
const POLL_MS = 200
/** Of the generated parts that no store of the benchmarks has. */
const UNKNOWN_FROM = 2_000_000

/** Every part dearer, better stocked and renamed, and new ones up to so many rows. */
export const importing: Workload = {
  name: 'import',
  async run(bench) {
    const { world } = await bench.shared()
    const { importRows } = bench.pace
    const folder = mkdtempSync(path.join(tmpdir(), 'partsline-bench-import-'))
    try {
      const file = path.join(folder, 'supplier.csv')
      const known = await writeFileOf(world, file, importRows)
      const note = `${importRows} rows, ${known} of parts on sale: other name, price and pieces`
      bench.print('import: on the console')
      const console = await byConsole(world, file, folder)
      bench.print('import: by the page')
      const store = await world.startStore()
      const page = await byPage(world, store, file).finally(store.stop)
      return [...rowsOf('on the console', console, note), ...rowsOf('by the page', page, note)]
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function writeFileOf({ database }: World, file: string, rows: number): Promise<number> {
  const { rows: known } = await database.pool.query<Record<string, string | number>>(
    `select id, name || ' new' as name, price_minor + 100 as price, minimum_order, available + 5 as available, img,
      category, brand, part_number, description from products where archived_at is null order by id limit $1`,
    [rows],
  )
  const lines = known.map(({ price, ...part }) => [...Object.values(part), Number(price) / 100])
  for (let at = 0; lines.length < rows; at += 1) {
    const part = cataloguePart(UNKNOWN_FROM + at)
    const { name, minimumOrder, available, img, category, brand, partNumber, description, priceMinor } = part
    lines.push([
      ...['', name, minimumOrder, available, img, category, brand, partNumber, description],
      priceMinor / 100,
    ])
  }
  const head = ['_id', 'productName', 'minimumOrder', 'availableQuantity', 'img', 'category', 'brand']
  writeFileSync(file, stringify([[...head, 'partNumber', 'description', 'price'], ...lines]))
  return known.length
}

type Measured = { write: number; undo: number; mostBytes: number; note?: string }

async function byConsole(world: World, file: string, folder: string): Promise<Measured> {
  await tidy(world)
  const env = { DATABASE_URL: urlOf(world.database), DATA_DIR: folder }
  const run = (...words: string[]) =>
    runToEnd([...commandFlags('server/import.ts'), 'server/import.ts', ...words], env)
  const written = await run(file, '--apply')
  const undone = await run('--undo')
  return {
    write: written.seconds,
    undo: undone.seconds,
    mostBytes: Math.max(written.mostBytes, undone.mostBytes),
  }
}

/** Both ways find the tables as a day without imports leaves them, not as the other way has just left them. */
async function tidy({ database }: World): Promise<void> {
  await database.pool.query('vacuum analyze')
}

/** As the page does it, piece by piece. */
async function byPage(world: World, store: Store, file: string): Promise<Measured> {
  const { token } = await makeAdmin(world, store)
  const api = apiOf(store, token)
  const settled = async (id: string, wanted: Import['state']) => {
    for (;;) {
      const now = await api.getImport({ params: { id } })
      if (!now.isWorking && now.state === wanted) return now
      if (!now.isWorking && now.failure) throw new Error(`the import failed: ${now.failure}`)
      await sleep(POLL_MS)
    }
  }
  await tidy(world)
  const before = store.rssBytes()
  const bytes = readFileSync(file)
  const most = highestRss(store)
  const start = performance.now()
  const { _id: id } = await api.startImport({ body: { fileName: path.basename(file), bytes: bytes.length } })
  const params = { id }
  for (let offset = 0; offset < bytes.length; offset += PIECE_BYTES) {
    const piece = new Uint8Array(bytes.subarray(offset, offset + PIECE_BYTES))
    await api.sendPiece({ params, query: { offset } }, { rawBody: new Blob([piece], { type: 'text/csv' }) })
  }
  await api.checkImport({ params })
  const { checkNumber } = await settled(id, 'checked')
  await api.applyImport({ params, body: { checkNumber } })
  await settled(id, 'applied')
  const written = performance.now()
  await api.undoImport({ params })
  await settled(id, 'undone')
  const undone = performance.now()
  const mostBytes = most.stop()
  return {
    write: (written - start) / 1000,
    undo: (undone - written) / 1000,
    mostBytes,
    note: `${Math.round(before / MB)} MB before, ${Math.round(store.rssBytes() / MB)} MB after`,
  }
}

function apiOf({ origin }: Store, token: string): ApiClient {
  return createApiClient(async ({ method, path: place, headers, body }) => {
    const answer = await fetch(`${origin}${place}`, {
      method,
      headers: { ...headers, authorization: `Bearer ${token}` },
      ...(body !== undefined && { body }),
    })
    const { status } = answer
    return { status, header: (name) => answer.headers.get(name), text: () => answer.text() }
  })
}

function rowsOf(way: string, { write, undo, mostBytes, note }: Measured, file: string): Row[] {
  const row = (title: string, value: number, unit: 's' | 'MB'): Row => ({
    workload: 'import',
    title: `${title}, ${way}`,
    figure: figureOf([value]),
    unit,
    target: { at: 'most', value: unit === 's' ? 60 : 300 },
  })
  return [
    { ...row('A file read, compared and written', write, 's'), note: file },
    row('It is taken back', undo, 's'),
    {
      ...row('Memory of the process that does it (resident, the most)', mostBytes / MB, 'MB'),
      ...(note && { note }),
    },
  ]
}
