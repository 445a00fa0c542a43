import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Database } from '#database/open.ts'
import { startEmbeddedPostgres } from '#database/postgres/embedded-postgres.ts'
import { seedDemoCatalogue } from '#demo/catalogue/seed.ts'
import { fillCatalogue } from '#demo/generator/fill.ts'
import { freePort } from '#tools/free-port.ts'
import { storeEnvironment } from '#tools/runtime-flags.mjs'
import { type OwnProcess, startProcess } from './own-process.ts'

export type Store = OwnProcess & { origin: string }

/** A PostgreSQL with data of its own, filled with parts, and any number of stores on it. */
export type World = {
  database: Database
  tokenSecret: string
  fill(parts: number): Promise<void>
  startStore(): Promise<Store>
  close(): Promise<void>
}

const START_MS = 60_000
const DAY_MS = 86_400_000
/** No request of a benchmark meets a rate limit. */
const NO_LIMITS = { UNPAID_ORDER_LIMIT: '1000000', ORDERS_PER_HOUR: '1000000' }

export async function openWorld(parts: number): Promise<World> {
  const folder = mkdtempSync(path.join(tmpdir(), 'partsline-bench-'))
  // interrupted, too, nothing stays behind
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const server = await startEmbeddedPostgres(folder, () => {})
  const tidy = async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const database = await connect(server.connection, { log() {} }, tidy)
  const tokenSecret = randomBytes(32).toString('hex')
  const stores: Store[] = []
  const fill = async (wanted: number) => {
    await fillCatalogue(database.pool, { parts: wanted })
  }
  // before any store starts: its own parts are the newest, as in a demo that was filled
  await seedDemoCatalogue(database.db, { now: () => new Date(Date.now() - DAY_MS) })
  await fill(parts)
  return {
    database,
    tokenSecret,
    fill,
    async startStore() {
      const store = await startStore({ folder, tokenSecret, databaseUrl: urlOf(database) })
      stores.push(store)
      return store
    },
    async close() {
      await Promise.all(stores.map((store) => store.stop()))
      await database.close()
    },
  }
}

type Place = { folder: string; tokenSecret: string; databaseUrl: string }

/** The built store as `npm start` runs it, one process, ready when this resolves. */
async function startStore({ folder, tokenSecret, databaseUrl }: Place): Promise<Store> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const child = startProcess('demo/main.ts', {
    ...storeEnvironment(),
    PORT: String(port),
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    STORE_MODE: 'demo',
    LOG_LEVEL: 'error',
    ACCESS_TOKEN_SECRET: tokenSecret,
    PUBLIC_URL: '',
    ...NO_LIMITS,
  })
  const failed = child.answer().then(() => {
    throw new Error('the store speaks')
  })
  failed.catch(() => {})
  for (const until = Date.now() + START_MS; Date.now() < until; await sleep(50)) {
    const ready = await Promise.race([failed, isReady(origin)])
    if (ready) return { ...child, origin }
  }
  await child.stop()
  throw new Error('The store did not start')
}

async function isReady(origin: string): Promise<boolean> {
  return await fetch(`${origin}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  )
}

/** The address of a database behind a socket, or a port of this machine. */
export function urlOf({ connection }: Database): string {
  const { user, host, port, database, password } = connection
  const url = new URL(`postgres://localhost/${database}`)
  url.username = user ?? ''
  if (typeof password === 'string') url.password = password
  url.searchParams.set('host', host ?? '')
  url.searchParams.set('port', String(port))
  return url.href
}
