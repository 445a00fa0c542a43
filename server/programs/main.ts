import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Database, type Db, openDatabase } from '#database/open.ts'
import { DatabaseStartError } from '#database/start-error.ts'
import { insertShippedTypes } from '../catalog/part-types/shipped-types.ts'
import { composeStore, type Store, type StoreOptions } from '../compose.ts'
import { rejectSampleAdmin } from '../people/users/service.ts'
import { isLoopback } from '../platform/admission/client-address.ts'
import { type Config, loadEnvironment, readConfig } from '../platform/config/config.ts'
import { ConfigError } from '../platform/config/config-error.ts'
import { type Drain, trackRequests } from '../platform/http/drain.ts'
import { assertCanListen, ListenError, listen } from '../platform/http/listen.ts'
import { currencyNotice } from '../sales/orders/currency-notice.ts'
import { openCardsNotice } from '../sales/payments/intents.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const now = () => new Date()
const print = (line: string) => void process.stdout.write(`${line}\n`)

const STOP_MS = 10_000
/** One Ctrl-C may arrive several times: from the terminal, from npm and from `tools/start.mjs`. */
const REPEATED_SIGNAL_MS = 1_000

export type DemoContent = {
  addCatalogue(db: Db, deps: { now: () => Date }): Promise<void>
  addAccounts(app: FastifyInstance, deps: DemoDeps): Promise<void>
}
export type DemoDeps = { db: Db; config: Config; now: () => Date; print: (line: string) => void }

type RunOptions = {
  demo?: DemoContent
  passwordCost?: StoreOptions['passwordCost']
}

/** Starts the store; it runs until a signal stops it. If it cannot start, the reason is printed on stderr and the exit code is 1. */
export async function runStore(options: RunOptions = {}): Promise<void> {
  try {
    await openStore(options)
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`)
    process.exitCode = 1
  }
}

async function openStore({ demo, passwordCost }: RunOptions): Promise<void> {
  loadEnvironment().forEach(print)
  const config = readConfig()
  await assertCanListen(config)
  const database = await openDatabase({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    timeouts: config.databaseTimeouts,
    log: print,
  })
  const shutdown = createShutdown(database)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, shutdown.onSignal)
  try {
    // the parts of the demo have types
    await insertShippedTypes(database.db, now())
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
    shutdown.running.store = store
    await store.databaseClock.start()
    const notice = await currencyNotice(database.db, config.currency)
    if (notice) print(notice)
    const cardsWarning = config.cards.mode === 'off' ? await openCardsNotice(database.db) : undefined
    if (cardsWarning) print(cardsWarning)
    if (config.demo) await demo?.addAccounts(store.app, { db: database.db, config, now, print })
    const others = await listen(store.app, config)
    shutdown.running.drain = trackRequests(store.app.server, others)
    await printGreeting(config, store)
    store.sandbox?.start()
    shutdown.running.stopMail = store.outbox.start()
    shutdown.running.startingJobs = store.jobs.start()
    await shutdown.running.startingJobs
  } catch (error) {
    await shutdown.close()
    throw error
  }
}

async function printGreeting(config: Config, { settings }: Store): Promise<void> {
  print(`${(await settings.current()).name} is open at ${config.origin}`)
  if (config.cards.mode === 'stripe' && config.cards.testing) print('Stripe’s test keys: no card is charged.')
  if (config.demo && config.host !== 'localhost' && !isLoopback(config.host))
    print(
      `Warning: this demo listens on ${config.host}. With the embedded sign-in everyone who reaches it can sign in as the sample admin, whose password is on the sign-in page, and read every sign-in link in the outbox. Rate limits by IP address do not count for this machine, nor for a proxy on it without TRUST_PROXY. For customers, set STORE_MODE=production.`,
    )
  const mail = config.mail.smtpUrl ? 'sent' : 'printed here'
  if (config.demo) print(`A demo: no card is charged, mail is ${mail}. Ctrl-C closes the store.`)
}

type Running = {
  store?: Store
  drain?: Drain
  startingJobs?: Promise<void>
  stopMail?: () => Promise<void>
}

/** `close` stops accepting requests, finishes those in flight and closes the database. At a signal the process then exits with 0; with 1 if that fails or takes ten seconds, or at another signal over a second later. */
function createShutdown(database: Database) {
  const running: Running = {}
  let closing: Promise<void> | undefined
  async function closeAll(): Promise<void> {
    // jobs may still be starting
    const jobs = running.startingJobs?.catch(() => undefined)
    await Promise.all([running.drain?.(), jobs?.then(() => running.store?.jobs.stop())])
    await running.store?.sandbox?.stop()
    await running.stopMail?.()
    running.store?.databaseClock.stop()
    if (running.store) await closeServer(running.store.app)
    await database.close()
  }
  const close = () => {
    closing ??= closeAll()
    return closing
  }
  let signalledAt: number | undefined
  const onSignal = () => {
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
  return { running, close, onSignal }
}

/** Closes idle connections repeatedly: one that its client keeps alive would delay the stop. */
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
