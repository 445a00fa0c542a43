import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as z from 'zod'
import { connect } from '#database/open.ts'
import { startEmbeddedPostgres } from '#database/postgres/embedded-postgres.ts'
import { seedDemoCatalogue } from '#demo/catalogue/seed.ts'
import { fillCatalogue } from '#demo/generator/fill.ts'
import { insertShippedTypes } from '#server/catalog/part-types/shipped-types.ts'
import { urlOf } from '#tests/support/database/postgres.ts'
import { storeEnvironment } from '#tools/runtime-flags.mjs'
import { type DemoStore, startDemoStore } from '#tools/screens/demo-store.ts'

export type Fixture = Awaited<ReturnType<typeof openFixture>>

export type BenchSettings = {
  seconds: number
  rounds: number
  connections: number
  soakMinutes: number
  overloadSeconds: number
  importRows: number
  /** In the database that is migrated. */
  olderOrders: number
  sizes: number[]
}

export type Bench = {
  settings: BenchSettings
  /** A catalogue of 95,200 parts and a store on it, started for the first workload that needs them. */
  shared(): Promise<{ fixture: Fixture; store: DemoStore }>
  print(line: string): void
}

export const ROOT = path.resolve(import.meta.dirname, '..')
const DAY_MS = 86_400_000
/** Of the clock that counts the times in `/proc/PID/stat`. */
const TICKS_PER_SECOND = 100

export async function openFixture(parts: number) {
  const folder = temporaryFolder()
  const server = await startEmbeddedPostgres(folder, () => {})
  const database = await connect(server.connection, { log() {} }, server.stop)
  const databaseUrl = urlOf(server.connection)
  const tokenSecret = randomBytes(32).toString('hex')
  const stores: DemoStore[] = []
  const fill = (wanted: number) => fillCatalogue(database.pool, { parts: wanted })
  await insertShippedTypes(database.db, new Date())
  // before a store starts, which would add its parts as the newest
  await seedDemoCatalogue(database.db, { now: () => new Date(Date.now() - DAY_MS) })
  await fill(parts)
  return {
    database,
    databaseUrl,
    tokenSecret,
    fill,
    async startStore() {
      const store = await startDemoStore({
        ...storeEnvironment({}),
        DATABASE_URL: databaseUrl,
        ACCESS_TOKEN_SECRET: tokenSecret,
        LOG_LEVEL: 'error',
        UNPAID_ORDER_LIMIT: '1000000',
        ORDERS_PER_HOUR: '1000000',
      })
      stores.push(store)
      return store
    },
    async close() {
      await Promise.all(stores.map((store) => store.stop()))
      await database.close()
    },
  }
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'partsline-bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** Runs one of the programs in `bench/baseline` in a process of its own, which replies to messages. */
export function startProgram(name: string) {
  // without `--import tools/end-with-parent.mjs`, which unrefs the channel: the child would not wait for messages
  const child = fork(path.join(import.meta.dirname, 'baseline', name), { execArgv: [] })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = once(child, 'exit')
  return {
    pid: child.pid ?? 0,
    async request<T>(message: object, reply: z.ZodType<T>): Promise<T> {
      child.send(message)
      const failed = ended.then(([code]) => Promise.reject(new Error(`${name} ended with ${code}`)))
      const [received] = await Promise.race([once(child, 'message'), failed])
      return reply.parse(received)
    },
    async stop() {
      process.off('exit', kill)
      child.kill('SIGTERM')
      await ended
    },
  }
}

export async function startBaseline(name: string, message: object) {
  const program = startProgram(name)
  const { port } = await program.request(message, z.object({ port: z.number() }))
  return { ...program, origin: `http://localhost:${port}` }
}

/** User and system time of a process; NaN where the system does not report it. */
export function cpuSeconds(pid: number | undefined): number {
  // fields 14 and 15 (proc(5)), counted after the name, which may contain spaces
  const fields = readProcess(pid, 'stat').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

function rssMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readProcess(pid, 'status'))?.[1]) / 1024
}

/** Samples the resident memory in MB until the returned function is called, which returns the samples: none without `/proc`. */
export function sampleMemory(pid: number, everyMs: number): () => number[] {
  const samples = [rssMegabytes(pid)]
  const timer = setInterval(() => samples.push(rssMegabytes(pid)), everyMs)
  return () => {
    clearInterval(timer)
    return samples.filter(Number.isFinite)
  }
}

function readProcess(pid: number | undefined, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
