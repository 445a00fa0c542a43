/*
 * `npm run mutations`: removes or weakens one by one the rules that the `find-…` modules find, and runs the tests that
 * should then fail. A mutation survives if none fails: the rule needs a test. The checkout itself is never changed.
 *
 *   npm run mutations                      # all but the equivalent ones
 *   npm run mutations -- orders paid       # those with all of these words in kind and name
 *   npm run mutations -- --list            # only prints kinds and names
 *   npm run mutations -- --no-baseline     # does not run the tests without a mutation first
 */
import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { connect } from '#database/open.ts'
import { startEmbeddedPostgres } from '#database/postgres/embedded-postgres.ts'
import { urlOf } from '../support/database/postgres.ts'
import { type CheckoutCopy, copyCheckout, type Outcome } from './checkout-copy.ts'
import { equivalent } from './equivalent.ts'
import { findAccess } from './find-access.ts'
import { findChecks, findConditions, findErrorChecks } from './find-checks.ts'
import { findListed } from './find-listed.ts'
import { findRules } from './find-rules.ts'
import type { Mutation } from './mutation.ts'
import { readSources } from './sources.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const { MUTATION_WORKERS = Math.max(1, Math.min(2, availableParallelism())) } = process.env

const words = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const folder = await mkdtemp(path.join(tmpdir(), 'partsline-mutations-'))
const server = await startEmbeddedPostgres(path.join(folder, 'data'), () => {}, {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    rmSync(folder, { recursive: true, force: true })
    process.exit(1)
  })
}
try {
  process.exitCode = await main()
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function main(): Promise<number> {
  const { found, stale } = await findAll()
  const wanted = found.filter(({ kind, name }) => words.every((word) => `${kind} ${name}`.includes(word)))
  const mutations = wanted.filter(({ name }) => !(name in equivalent))
  if (process.argv.includes('--list')) {
    for (const { kind, name } of mutations) console.log(`${kind.padEnd(14)} ${name}`)
    return 0
  }
  console.log(
    `${mutations.length} mutations; ${wanted.length - mutations.length} of ${wanted.length} left out as equivalent`,
  )
  const outcomes = await testAll(mutations)
  const areAllKilled = printSummary(mutations, outcomes)
  for (const line of stale) console.log(line)
  return areAllKilled && stale.length === 0 ? 0 : 1
}

/** All mutations, with unique names; `stale` are entries of the lists that no longer match the code. */
async function findAll(): Promise<{ found: Mutation[]; stale: string[] }> {
  const sources = readSources(ROOT)
  const database = await connect(server.connection, { log() {} }, async () => {})
  const rules = await findRules(database.pool)
  await database.close()
  const { mutations: listed, stale } = findListed(sources)
  const all = [
    ...findAccess(ROOT),
    ...sources.flatMap(findErrorChecks),
    ...sources.flatMap(findChecks),
    ...sources.flatMap(findConditions),
    ...listed,
    ...rules,
  ]
  const found = all.map((mutation, index) => {
    const earlier = all.slice(0, index).filter(({ name }) => name === mutation.name).length
    return earlier === 0 ? mutation : { ...mutation, name: `${mutation.name} (${earlier + 1})` }
  })
  const unknown = Object.keys(equivalent).filter((name) => found.every((mutation) => mutation.name !== name))
  return { found, stale: [...stale, ...unknown.map((name) => `equivalent.ts: no such mutation: ${name}`)] }
}

/** Runs the tests without a mutation first by default, then the mutations on `MUTATION_WORKERS` copies of the checkout. */
async function testAll(mutations: Mutation[]): Promise<Map<Mutation, Outcome>> {
  const databaseUrl = urlOf(server.connection)
  const copies = await Promise.all(
    Array.from({ length: Number(MUTATION_WORKERS) }, (_, index) =>
      copyCheckout({ root: ROOT, folder: path.join(folder, `copy-${index}`), databaseUrl }),
    ),
  )
  const tests = [...new Set(mutations.flatMap((mutation) => mutation.tests))]
  const [first] = copies
  const baseline = process.argv.includes('--no-baseline') ? undefined : await first?.runTests({ tests })
  if (baseline && baseline.reason !== 'no test failed')
    throw new Error(`The tests must pass without any mutation: ${baseline.reason}`)
  const queue = [...mutations]
  const outcomes = new Map<Mutation, Outcome>()
  const runQueue = async (copy: CheckoutCopy) => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const outcome = await copy.testMutation(next)
      outcomes.set(next, outcome)
      printOutcome(next, outcome)
    }
  }
  await Promise.all(copies.map(runQueue))
  return outcomes
}

function printOutcome({ kind, name }: Mutation, { isRed, reason, seconds }: Outcome): void {
  const verdict = isRed ? 'killed  ' : 'SURVIVED'
  console.log(
    `${verdict} ${seconds.toFixed(1).padStart(6)} s  ${kind.padEnd(13)}  ${name}\n${' '.repeat(34)}${reason}`,
  )
}

/** Prints the counts and survivors; returns whether none survived. */
function printSummary(mutations: Mutation[], outcomes: Map<Mutation, Outcome>): boolean {
  const survivors = mutations.filter((mutation) => !outcomes.get(mutation)?.isRed)
  for (const kind of new Set(mutations.map((mutation) => mutation.kind))) {
    const ofKind = mutations.filter((mutation) => mutation.kind === kind)
    const survived = survivors.filter((mutation) => mutation.kind === kind).length
    console.log(`${kind}: ${ofKind.length - survived} killed, ${survived} survived`)
  }
  for (const { name } of survivors) console.log(`SURVIVED ${name}`)
  console.log(`${mutations.length - survivors.length} killed, ${survivors.length} survived`)
  return survivors.length === 0
}
