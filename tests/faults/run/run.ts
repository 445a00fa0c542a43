// `npm run faults [-- NAMES… --times N --seed N --no-write]`: causes faults in a real store, checks that
// nothing was lost, prints the document, and without NAMES and --no-write writes it to docs/faults.md.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { partBody } from '../../support/products/example-part.ts'
import { seededRandom } from '../../support/same-time.ts'
import { type Part, startLoad } from './buyers.ts'
import { type CallLog, createCallLog } from './call-api.ts'
import { checkAll, withDatabase } from './check.ts'
import { type Fault, faults, temporaryFolder } from './faults.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { type Person, signInAdmin, signUpBuyer } from './people.ts'
import { formatDocument, type NoResult, type Results, type Run, summarize } from './report.ts'
import { type RunningStore, startRunningStore } from './running-store.ts'

const names = faults.map(({ name }) => name)
const USAGE = `Usage: npm run faults [-- NAMES… --times N --seed N --no-write]\nNames: ${names.join(' ')}`
const DOCUMENT = path.resolve(import.meta.dirname, '../../../docs/faults.md')

const BUYERS = 6
/** Stock of each part in each run; that of the last is more than the run buys. */
const STOCK = [25, 40, 60, 1_000_000]
const LOAD_MS = 2_000
/** The time in which the store must accept an order again. */
const RECOVERY_MS = 60_000
/** Demo mode, with limits that the run does not reach. */
const SETTINGS = {
  STORE_MODE: 'demo',
  UNPAID_ORDER_LIMIT: '100000',
  ORDERS_PER_HOUR: '1000000',
  CARD_ATTEMPTS_PER_HOUR: '1000',
  MAILS_PER_HOUR: '100000',
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      times: { type: 'string', default: '2' },
      seed: { type: 'string', default: '20261123' },
      'no-write': { type: 'boolean', default: false },
    },
  })
  const times = Number(values.times)
  const seed = Number(values.seed)
  const unknown = positionals.filter((name) => !names.includes(name))
  const isValid = Number.isInteger(times) && times >= 1 && times <= 100 && Number.isInteger(seed)
  if (unknown.length > 0 || !isValid) throw new Error(`${unknown.join(' ')}\n${USAGE}`)
  const chosen = positionals.length > 0 ? faults.filter(({ name }) => positionals.includes(name)) : faults
  return { times, seed, chosen, writesDocument: positionals.length === 0 && !values['no-write'] }
}

type Fixture = {
  store: RunningStore
  mail: MailServer
  admin: Person
  people: Person[]
  publishableKey: string
}

/** One store for all runs of a fault. */
async function runAll(
  fault: Fault,
  { times, seed }: { times: number; seed: number },
): Promise<Run[] | NoResult> {
  const dataFolder = (fault.dataFolder ?? temporaryFolder)()
  if (!dataFolder) return { why: 'left out: no file system can be mounted here', isFailed: false }
  // also after an interruption
  process.once('exit', dataFolder.remove)
  const mail = await startMailServer()
  let store: RunningStore | undefined
  try {
    store = await startRunningStore(dataFolder.dataDir, { ...SETTINGS, SMTP_URL: mail.url })
    const fixture = await prepareFixture(store, mail)
    const runs: Run[] = []
    for (let runIndex = 0; runIndex < times; runIndex += 1) {
      const random = seededRandom(seed + runIndex * 7919)
      const run = await runOnce(fault, { fixture, random, runIndex }).catch(withOutput(store))
      runs.push(run)
      console.log(`${fault.name} ${runIndex + 1}/${times}: ${summarize([run]).join(' · ')}`)
    }
    return runs
  } finally {
    await store?.stop()
    await mail.shut()
    process.off('exit', dataFolder.remove)
    dataFolder.remove()
  }
}

function withOutput(store: RunningStore) {
  return (error: unknown): never => {
    console.error(store.output())
    throw error
  }
}

async function prepareFixture(store: RunningStore, mail: MailServer): Promise<Fixture> {
  const { origin, dataDir } = store
  const admin = await signInAdmin(origin)
  const people = await withDatabase(dataDir, async ({ db }) => {
    const emails = Array.from({ length: BUYERS }, (_, at) => `buyer-${at}@example.com`)
    return Promise.all(emails.map((email) => signUpBuyer(origin, db, email)))
  })
  const response = await fetch(`${origin}/api/config`)
  const config: { payment: { publishableKey: string } } = JSON.parse(await response.text())
  return { store, mail, admin, people, publishableKey: config.payment.publishableKey }
}

async function addParts(admin: Person): Promise<Part[]> {
  const parts: Part[] = []
  for (const stock of STOCK) {
    const json = partBody({ available: stock })
    const response = await admin.call({ method: 'POST', path: '/api/service', json })
    if (response.status !== 201) throw new Error(`No part can be added: ${response.status} ${response.code}`)
    parts.push({ ...json, _id: String(response.body._id), stock })
  }
  return parts
}

type RunInput = { fixture: Fixture; random: () => number; runIndex: number }

async function runOnce(fault: Fault, { fixture, random, runIndex }: RunInput): Promise<Run> {
  const { store, mail, admin } = fixture
  const parts = await addParts(admin)
  const log = createCallLog()
  const load = startLoad({ ...fixture, origin: store.origin, parts, random }, log)
  await sleep(LOAD_MS)
  const faultAt = await fault.run({ store, mail, load, admin, random, runIndex })
  const acceptedAt = await waitForOrderAfter(faultAt, log)
  await sleep(LOAD_MS)
  await load.stop()
  const inconsistencies = await checkAll(store.dataDir, { load, parts, received: mail.received })
  return {
    orders: load.acknowledged.length,
    unknown: load.unknown,
    inconsistencies,
    recoveryMs: acceptedAt === undefined ? undefined : acceptedAt - faultAt,
    gapMs: longestGap(log),
    longestMs: log.longestMs,
    failures: log.failures,
  }
}

/** Counts only orders that were sent after `time`. */
async function waitForOrderAfter(time: number, { accepted }: CallLog): Promise<number | undefined> {
  for (const until = performance.now() + RECOVERY_MS; performance.now() < until; await sleep(10)) {
    const first = accepted.find(({ sentAt }) => sentAt > time)
    if (first) return first.at
  }
  return undefined
}

function longestGap({ accepted }: CallLog): number {
  const times = accepted.map(({ at }) => at)
  return Math.max(0, ...times.slice(1).map((at, before) => at - (times[before] ?? at)))
}

async function main(): Promise<void> {
  const { times, seed, chosen, writesDocument } = readArguments()
  console.log(`Seed ${seed}, each fault ${times} times.`)
  const results: Results = new Map()
  const command = `npm run faults -- --times ${times} --seed ${seed}`
  for (const fault of chosen) {
    const describeFailure = (error: unknown): NoResult => ({ why: `failed: ${error}`, isFailed: true })
    results.set(fault, await runAll(fault, { times, seed }).catch(describeFailure))
    // after each fault, since the next ones may take half an hour
    if (writesDocument) writeFileSync(DOCUMENT, formatDocument(results, { times, seed, command }))
  }
  console.log(formatDocument(results, { times, seed, command }))
  const hasPassed = [...results.values()].every((runs) =>
    Array.isArray(runs)
      ? runs.every(
          ({ inconsistencies, recoveryMs }) => recoveryMs !== undefined && isNothingLost(inconsistencies),
        )
      : !runs.isFailed,
  )
  process.exitCode = hasPassed ? 0 : 1
}

/** A mail that was sent twice is reported, but does not fail the run. */
function isNothingLost({ doubledMails: _, ...inconsistencies }: Run['inconsistencies']): boolean {
  return Object.values(inconsistencies).every((count) => count === 0)
}

// the exit handlers stop the store and remove its folder
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
await main()
