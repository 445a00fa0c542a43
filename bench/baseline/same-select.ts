// A bare node:http server with a connection pool, which runs the SELECT of the store for a page of a category and sends
// the same JSON.
import { createServer } from 'node:http'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import * as z from 'zod'
import type { Tables } from '#database/generated-tables.ts'
import { currentCatalogue } from '#server/catalog/part-types/catalogue.ts'
import { listProducts } from '#server/catalog/products/list.ts'
import { type PartRow, toProduct } from '#server/catalog/products/product.ts'
import { writeCursor } from '#server/platform/http/page-of-list.ts'
import { portOf } from '#tests/support/http/listening-port.ts'

const LIMIT = 24
const CURRENCY = 'usd'
/** Values by which the parameters of the captured statement are recognised. */
const SAMPLE = {
  category: 'suspension',
  time: '2019-07-21T12:34:56.789Z',
  id: '01890000-0000-7000-8000-0123456789ab',
}
const cursorSchema = z.tuple([z.string(), z.string(), z.string()])

process.once('message', async ({ databaseUrl }: { databaseUrl: string }) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 })
  const { select, catalogue } = await captureSelect(pool)
  const { sql, parameters } = select
  const server = createServer(async (request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const cursor = JSON.parse(Buffer.from(searchParams.get('after') ?? '', 'base64url').toString())
    const [, time, id] = cursorSchema.parse(cursor)
    const values = new Map<unknown, unknown>([
      [SAMPLE.category, searchParams.get('category')],
      [SAMPLE.time, time],
      [SAMPLE.id, id],
    ])
    const parametersOfRequest = parameters.map((value) => values.get(value) ?? value)
    // named, so that it is prepared once for each connection, as in the store
    const statement = { name: 'category-page', text: sql, values: parametersOfRequest }
    const { rows } = await pool.query<PartRow>(statement)
    const body = JSON.stringify(rows.slice(0, LIMIT).map((row) => toProduct(row, CURRENCY, catalogue)))
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    })
    response.end(body)
  })
  server.listen(0, () => {
    process.send?.({ port: portOf(server) })
  })
})

async function captureSelect(pool: pg.Pool) {
  const statements: { sql: string; parameters: readonly unknown[] }[] = []
  const dialect = new PostgresDialect({ pool })
  const db = new Kysely<Tables>({ dialect, log: ({ query }) => void statements.push(query) })
  const after = writeCursor('newest', [SAMPLE.time, SAMPLE.id])
  const catalogue = await currentCatalogue(db)
  statements.length = 0
  await listProducts(db, { limit: LIMIT, category: [SAMPLE.category], after }, CURRENCY)
  const [select] = statements
  if (!select || statements.length > 1)
    throw new Error(`A page of a category ran ${statements.length} statements, not one`)
  return { select, catalogue }
}
