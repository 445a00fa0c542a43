import type { Figure } from './figures.ts'

type Unit = 'of baseline' | 'ms' | 'MB' | 's' | 'times' | 'of 1,000' | '%'

/** One line of the table: what was measured, against what, and what was to be reached. */
export type Row = {
  workload: string
  title: string
  figure: Figure
  unit: Unit
  target: { at: 'least' | 'most'; value: number } | undefined
  /** Requests a second of the store and of what it is measured against. */
  rates?: { store: Figure; baseline: Figure }
  /** The same ratio by the time that the processor spent: what a machine with cores to spare would show. */
  byCpu?: Figure
  note?: string
  /** When, and of which commit: rows of one table may come of several runs. */
  measured?: string
}

export function isReached({ figure, target }: Row): boolean | undefined {
  if (!target || Number.isNaN(figure.median)) return undefined
  return target.at === 'least' ? figure.median >= target.value : figure.median <= target.value
}
