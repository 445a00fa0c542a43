import { cpus } from 'node:os'
import { median } from '../../support/same-time.ts'
import type { Inconsistencies } from './check.ts'
import type { Fault } from './faults.ts'

/** The outcome of one run of a fault. */
export type Run = {
  orders: number
  unknown: number
  inconsistencies: Inconsistencies
  /** From the end of the fault, or from the kill, to the first accepted order; undefined without one in a minute. */
  recoveryMs: number | undefined
  /** The longest time between two accepted orders. */
  gapMs: number
  longestMs: number
  failures: Map<string, number>
}

const COLUMNS = [
  'orders acknowledged',
  'lost',
  'doubled',
  'stock and counters off',
  'payments and deletions lost',
  'ledger differences',
  'mails lost',
  'mails twice',
  'first order after, s: median / worst',
  'longest time without an order, s',
  'longest call, s',
]

/** Why a fault has no result: this machine cannot cause the fault, or a run threw an error. */
export type NoResult = { why: string; isFailed: boolean }
export type Results = Map<Fault, Run[] | NoResult>

/** Returns the cells of the row of a fault. */
export function summarize(runs: Run[]): string[] {
  const sum = (count: (run: Run) => number) => String(runs.reduce((total, run) => total + count(run), 0))
  const times = runs.map(({ recoveryMs }) => recoveryMs ?? Number.POSITIVE_INFINITY).sort((a, b) => a - b)
  const seconds = (ms = Number.NaN) => (Number.isFinite(ms) ? (ms / 1000).toFixed(1) : 'never')
  return [
    sum(({ orders }) => orders),
    sum(({ inconsistencies }) => inconsistencies.lostOrders),
    sum(({ inconsistencies }) => inconsistencies.doubledOrders),
    sum(({ inconsistencies }) => inconsistencies.stockOff + inconsistencies.countersOff),
    sum(({ inconsistencies }) => inconsistencies.lostChanges),
    sum(({ inconsistencies }) => inconsistencies.ledgerDifferences),
    sum(({ inconsistencies }) => inconsistencies.lostMails),
    sum(({ inconsistencies }) => inconsistencies.doubledMails),
    `${seconds(median(times))} / ${seconds(times.at(-1))}`,
    seconds(Math.max(...runs.map(({ gapMs }) => gapMs))),
    seconds(Math.max(...runs.map(({ longestMs }) => longestMs))),
  ]
}

type RunOptions = { times: number; seed: number; command: string }

/** Returns the text of docs/faults.md. */
export function formatDocument(results: Results, { times, seed, command }: RunOptions): string {
  const entries = [...results]
  const rows = entries.map(([{ name }, runs]) => {
    return row(
      Array.isArray(runs) ? [name, ...summarize(runs)] : [name, runs.why, ...COLUMNS.slice(1).map(() => '')],
    )
  })
  const processor = cpus()
  return `# Faults

Made by \`${command}\` on ${new Date().toISOString().slice(0, 10)}; ${processor.length} cores of ${processor[0]?.model.trim() ?? 'unknown make'}, shared with other work. Seed ${seed}, each fault ${times} times.

A real store (\`demo/main.ts\`, its embedded PostgreSQL, a mail server and the card sandbox) serves six buyers,
who order four parts, three of them scarce, alone or in carts, pay for some orders and delete others. Every order has an
\`Idempotency-Key\`; a buyer without a definite response repeats the request with the same key. Meanwhile the fault happens.
Then every acknowledged order is searched in the database, the stock is counted, the ledger is compared with the card
provider's records, and the mails recorded as sent with those that arrived. Any other value than 0 in the columns from
"lost" to "mails lost" fails the run, and so does a minute without an order after the fault; refused orders (sold out) do not.

${row(['fault', ...COLUMNS])}
${row(['---', ...COLUMNS.map(() => '---:')])}
${rows.join('\n')}

## What happens

${entries.map(([{ name, about }]) => `- **${name}**: ${about}.`).join('\n')}

The time until the first order begins with the kill, if a process is killed, else with the end of the fault, and ends with
the response to the first order that was sent afterwards. The six buyers also send other calls, which adds some tenths of a
second. The longest time without an order includes the fault itself.

## Responses during the faults

Failed calls in all runs of a fault: of the buyers, the uploads of \`disk-full\` and the searches of \`overload\`. Statuses
without a code come from the card sandbox or the embedded sign-in, which have other error formats.

${entries.map(([{ name }, runs]) => `- **${name}**: ${Array.isArray(runs) ? listFailures(runs) : runs.why}.`).join('\n')}
`
}

function row(cells: string[]): string {
  return `| ${cells.join(' | ')} |`
}

function listFailures(runs: Run[]): string {
  const all = new Map<string, number>()
  for (const { failures } of runs) {
    for (const [name, count] of failures) all.set(name, (all.get(name) ?? 0) + count)
  }
  const sorted = [...all].sort(([, one], [, other]) => other - one)
  return sorted.map(([name, count]) => `${name} × ${count}`).join(', ') || 'no failure'
}
