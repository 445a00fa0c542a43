// The stores that browser tests visit: each in demo mode on one PostgreSQL, in a database of its own or in that of another
// store. The first one fills the template with the demo; every other database begins as a copy of it. Runs until it gets a signal.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { administer, databaseOf, startThrowawayPostgres, urlOf } from '#tests/support/database/postgres.ts'
import { type DemoStore, startDemoStore } from '#tools/screens/demo-store.ts'
import type { StartedStore, StoreRequest } from './store-requests.ts'

const TEMPLATE = 'template_of_stores'
const OPTIONS = {
  program: 'tests/browser/store.ts',
  onError: (text: string) => void process.stderr.write(text),
}

const postgres = await startThrowawayPostgres()
const databaseUrlOf = (name: string) =>
  urlOf({ ...postgres.connection, ...databaseOf(postgres.connection, name) })
await administer(postgres.connection, `create database ${TEMPLATE}`)
const first = await startDemoStore({ DATABASE_URL: databaseUrlOf(TEMPLATE) }, OPTIONS)
await first.stop()
// so many tests order these parts that they would sell out
await administer(
  { ...postgres.connection, ...databaseOf(postgres.connection, TEMPLATE) },
  `update products set available = 1000
    where part_number in ('BR-2804-22', 'BR-1556-PF', 'FL-0040-01', 'BR-5401-FL')`,
)

const stores = new Map<string, { database: string; started: Promise<DemoStore> }>()
// one copy of the template at a time
let copying = Promise.resolve()

/** Starts the store unless it runs already. */
function findOrStartStore({ name, settings, databaseOf }: StoreRequest): {
  database: string
  started: Promise<DemoStore>
} {
  const running = stores.get(name)
  if (running) return running
  const shared = stores.get(databaseOf ?? '')?.database
  const database = shared ?? `store_${stores.size}`
  const started = shared ? startOn(shared, settings) : startOnCopy(database, settings)
  const store = { database, started }
  stores.set(name, store)
  return store
}

async function startOnCopy(database: string, settings: Record<string, string>): Promise<DemoStore> {
  copying = copying.then(() =>
    administer(postgres.connection, `create database ${database} template ${TEMPLATE} strategy file_copy`),
  )
  await copying
  return startOn(database, settings)
}

function startOn(database: string, settings: Record<string, string>): Promise<DemoStore> {
  return startDemoStore({ ...settings, DATABASE_URL: databaseUrlOf(database) }, OPTIONS)
}

async function handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'GET') return void response.end()
  try {
    const { database, started } = findOrStartStore((await json(request)) as StoreRequest)
    const { origin } = await started
    const store: StartedStore = { origin, databaseUrl: databaseUrlOf(database) }
    response.end(JSON.stringify(store))
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
}

const server = createServer(handleRequest).listen(Number(process.env.PORT), 'localhost')

async function stop(): Promise<void> {
  server.close()
  const started = await Promise.allSettled([...stores.values()].map((store) => store.started))
  await Promise.all(started.map((store) => (store.status === 'fulfilled' ? store.value.stop() : undefined)))
  await postgres.stop()
  process.exit()
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop)
