import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, release, totalmem } from 'node:os'
import path from 'node:path'
import type { Figure } from './figures.ts'
import { ROOT } from './own-process.ts'
import { isReached, type Row } from './row.ts'

export type Run = {
  date: string
  commit: string
  machine: string
  versions: string
  quick: boolean
  rows: Row[]
}

const RESULTS = path.join(ROOT, 'bench', 'results.json')
const README = path.join(ROOT, 'bench', 'README.md')
const BEGIN = '<!-- results: written by npm run bench -->'
const END = '<!-- end of results -->'

export function describeRun(rows: Row[], { quick, postgres }: { quick: boolean; postgres: string }): Run {
  const [cpu] = cpus()
  const memory = Math.round(totalmem() / 1024 ** 3)
  return {
    date: now(),
    commit: commit(),
    machine: `${cpu?.model.trim() ?? 'unknown'}, ${availableParallelism()} cores, ${memory} GB, ${process.platform} ${release().split('-')[0]}`,
    versions: `Node ${process.versions.node}, ${postgres}`,
    quick,
    rows,
  }
}

/** The rows of a run that ends now. */
export function stampRows(rows: Row[]): Row[] {
  const measured = `${now()}, ${commit()}`
  return rows.map((row) => ({ ...row, measured }))
}

/** A run of some workloads replaces their rows alone; what earlier runs came to stays, in the order of `names`. */
export function mergeRows(before: Row[], rows: Row[], names: string[]): Row[] {
  const measured = new Set(rows.map(({ workload }) => workload))
  const kept = before.filter(({ workload }) => !measured.has(workload))
  return [...kept, ...rows].sort((a, b) => names.indexOf(a.workload) - names.indexOf(b.workload))
}

export function readRows(): Row[] {
  return existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')).rows : []
}

/** Writes `bench/results.json`, and the table between the marks of `bench/README.md`. */
export function writeRun(run: Run): void {
  writeFileSync(RESULTS, `${JSON.stringify(run, null, 2)}\n`)
  const text = readFileSync(README, 'utf8')
  const begin = text.indexOf(BEGIN)
  const end = text.indexOf(END)
  if (begin < 0 || end < begin) throw new Error('bench/README.md has lost the marks of its table')
  writeFileSync(README, `${text.slice(0, begin + BEGIN.length)}\n${describe(run)}${text.slice(end)}`)
}

function describe(run: Run): string {
  const hasty = run.quick ? ' A quick run: its figures are a try, not a measurement.' : ''
  return `\n${run.date} UTC, commit ${run.commit}, ${run.machine}; ${run.versions}.${hasty}\n\n${tableOf(run.rows)}\n`
}

/** The rows as a Markdown table, which reads on a terminal as well. */
export function tableOf(rows: Row[]): string {
  const head = [
    'workload',
    'figure (least–most)',
    'reach',
    '',
    'by processor',
    'store / baseline a second',
    'note',
    'measured',
  ]
  const body = rows.map((row) => [
    row.title,
    `${shown(row.figure.median, row.unit)}${range(row)}`,
    row.target ? `${row.target.at === 'least' ? '≥' : '≤'} ${shown(row.target.value, row.unit)}` : '',
    { true: 'reached', false: 'missed', undefined: '' }[String(isReached(row))] ?? '',
    row.byCpu ? row.byCpu.median.toFixed(2) : '',
    row.rates ? `${whole(row.rates.store)} / ${whole(row.rates.baseline)}` : '',
    row.note ?? '',
    row.measured ?? '',
  ])
  return [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function shown(value: number, unit: Row['unit']): string {
  if (unit === 'of baseline' || unit === 'times') return value.toFixed(2)
  const digits = unit === 'MB' || unit === 'of 1,000' ? 0 : 1
  return `${value.toFixed(digits)}${unit === 'of 1,000' ? '' : ` ${unit}`}`
}

function range({ figure: { least, most }, unit }: Row): string {
  return least === most ? '' : ` (${shown(least, unit).split(' ')[0]}–${shown(most, unit).split(' ')[0]})`
}

function whole({ median }: Figure): string {
  return Math.round(median).toLocaleString('en-US')
}

function now(): string {
  return new Date().toISOString().slice(0, 16).replace('T', ' ')
}

/** What runs write is no change of what they measure. */
function commit(): string {
  const changed = git(
    'status',
    '--porcelain',
    '--',
    '.',
    ':!bench/README.md',
    ':!bench/results.json',
    ':!docs/growth.svg',
  )
  return git('rev-parse', '--short', 'HEAD') + (changed ? ', changed' : '')
}

function git(...words: string[]): string {
  return execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim()
}
