import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Database, type Db, openDatabase } from '#database/open.ts'
import { DatabaseStartError } from '#database/start-error.ts'
import type { Subscription } from './cache/listener.ts'
import { composeStore, type Store, type StoreOptions } from './compose.ts'
import { type Config, ConfigError, loadEnvironment, readConfig } from './config.ts'
import { type Drain, trackRequests } from './http/drain.ts'
import { isLoopback } from './http/limits.ts'
import { assertCanListen, ListenError, listen } from './http/listen.ts'
import { currencyNotice } from './orders/currency-notice.ts'
import { openCardsNotice } from './payments/intents.ts'
import { rejectSampleAdmin } from './users/service.ts'

const ROOT = path.join(import.meta.dirname, '..')
const now = () => new Date()
const print = (line: string) => void process.stdout.write(`${line}\n`)

const STOP_MS = 10_000
/** One Ctrl-C arrives several times: from the terminal, from npm and from the starter. */
const REPEATED_SIGNAL_MS = 1_000

export type DemoContent = {
  addCatalogue(db: Db, deps: { now: () => Date }): Promise<void>
  addPeople(app: FastifyInstance, deps: DemoDeps): Promise<void>
}
export type DemoDeps = { db: Db; config: Config; now: () => Date; print: (line: string) => void }

type RunOptions = {
  demo?: DemoContent
  passwordCost?: StoreOptions['passwordCost']
}

/** Runs the store until a signal stops it. If it cannot start, the reason is printed on stderr and the exit code is 1. */
export async function runStore(options: RunOptions = {}): Promise<void> {
  try {
    await openStore(options)
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`)
    process.exitCode = 1
  }
}

async function openStore({ demo, passwordCost }: RunOptions): Promise<void> {
  loadEnvironment()
  const config = readConfig()
  await assertCanListen(config)
  const database = await openDatabase({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    timeouts: config.databaseTimeouts,
    log: print,
  })
  const stop = createStop(database)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop.run)
  try {
    if (config.demo) await demo?.addCatalogue(database.background, { now })
    else await rejectSampleAdmin(database.db)
    const dev = process.argv.includes('--dev')
    const store = await composeStore({
      config,
      database,
      now,
      print,
      web: { root: ROOT, dev },
      checkResponses: dev,
      ...(passwordCost ? { passwordCost } : {}),
    })
    stop.parts.store = store
    const notice = await currencyNotice(database.db, config.store.currency)
    if (notice) print(notice)
    const open = config.cards.mode === 'off' ? await openCardsNotice(database.db) : undefined
    if (open) print(open)
    if (config.demo) await demo?.addPeople(store.app, { db: database.db, config, now, print })
    stop.parts.subscription = store.subscribeCache()
    const others = await listen(store.app, config)
    stop.parts.drain = trackRequests(store.app.server, others)
    announce(config)
    store.sandbox?.start()
    stop.parts.stopMail = store.outbox.start()
    stop.parts.startingJobs = store.jobs.start()
    await stop.parts.startingJobs
  } catch (error) {
    await stop.close()
    throw error
  }
}

function announce(config: Config): void {
  print(`${config.store.name} is open at ${config.origin}`)
  if (config.cards.mode === 'stripe' && config.cards.testing) print('Stripe’s test keys: no card is charged.')
  if (config.demo && config.host !== 'localhost' && !isLoopback(config.host))
    print(
      `Warning: this demo listens on ${config.host}. Everyone who reaches it can sign in as the sample admin, whose password is on the sign-in page, and read every sign-in link in the outbox. Limits by address do not count behind a proxy on this machine. For customers, set STORE_MODE=production.`,
    )
  if (config.demo) print('A demo: payments are tests, mail is printed here. Ctrl-C closes the store.')
}

type Parts = {
  store?: Store
  drain?: Drain
  subscription?: Subscription
  startingJobs?: Promise<void>
  stopMail?: () => Promise<void>
}

/** Stops accepting requests, finishes those in flight, closes the database, exits 0; a second signal or a timeout exits 1. */
function createStop(database: Database) {
  const parts: Parts = {}
  let shutdown: Promise<void> | undefined
  async function closeAll(): Promise<void> {
    // jobs may still be starting
    const jobs = parts.startingJobs?.catch(() => undefined)
    await Promise.all([parts.drain?.(), jobs?.then(() => parts.store?.jobs.stop())])
    await parts.store?.sandbox?.stop()
    await parts.stopMail?.()
    if (parts.store) await closeServer(parts.store.app)
    await parts.subscription?.stop()
    await database.close()
  }
  const close = () => {
    shutdown ??= closeAll()
    return shutdown
  }
  let signalledAt: number | undefined
  const run = () => {
    if (signalledAt !== undefined) {
      if (performance.now() - signalledAt > REPEATED_SIGNAL_MS) process.exit(1)
      return
    }
    signalledAt = performance.now()
    setTimeout(() => process.exit(1), STOP_MS).unref()
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  return { parts, close, run }
}

/** Closes idle connections repeatedly: one that its client keeps alive would delay the stop for a minute. */
async function closeServer(app: Store['app']): Promise<void> {
  const timer = setInterval(() => app.server.closeIdleConnections(), 100)
  await app.close()
  clearInterval(timer)
}

/** The message of an error that the operator can correct, else the stack. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof ConfigError || error instanceof DatabaseStartError || error instanceof ListenError)
    return error.message
  return error.stack ?? error.message
}

if (import.meta.main) await runStore()
