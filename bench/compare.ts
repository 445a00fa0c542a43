import { figureOf } from './figures.ts'
import type { Measured } from './load.ts'
import type { Row } from './row.ts'

export type Comparison = {
  rounds: number
  store: () => Promise<Measured>
  baseline: () => Promise<Measured>
}

/**
 * Runs the two in turns, so that a noisy minute hits both, and compares each pair; what the medians hide, the least
 * and the most show.
 */
export async function compare({
  rounds,
  store,
  baseline,
}: Comparison): Promise<Pick<Row, 'figure' | 'unit' | 'rates' | 'byCpu'>> {
  const pairs: { store: Measured; baseline: Measured }[] = []
  for (let round = 0; round < rounds; round++) {
    pairs.push({ baseline: await baseline(), store: await store() })
  }
  const cpu = pairs.map((pair) => pair.baseline.cpuPerAnswer / pair.store.cpuPerAnswer)
  return {
    figure: figureOf(pairs.map((pair) => pair.store.rate / pair.baseline.rate)),
    unit: 'of baseline',
    rates: {
      store: figureOf(pairs.map((pair) => pair.store.rate)),
      baseline: figureOf(pairs.map((pair) => pair.baseline.rate)),
    },
    ...(cpu.some(Number.isNaN) ? {} : { byCpu: figureOf(cpu) }),
  }
}
