import type { Row } from './row.ts'
import type { Store, World } from './world.ts'

export type Pace = {
  /** Seconds of one run, and how many runs. */
  seconds: number
  rounds: number
  connections: number
  /** How long the store is loaded for the memory to be watched. */
  soakMinutes: number
  /** How long twice the load is offered that the store can take. */
  overloadSeconds: number
  /** Distinct addresses of the cache flood, changes of a price. */
  flood: number
  changes: number
  /** Rows of the file that is imported. */
  importRows: number
  /** Sizes of the catalogue that growth is measured at. */
  sizes: number[]
}

export type Bench = {
  pace: Pace
  /** The catalogue that the banner promises, with one store on it; made when it is first asked for. */
  shared(): Promise<{ world: World; store: Store }>
  /** Says how far it is. */
  print(line: string): void
}

export type Workload = { name: string; run: (bench: Bench) => Promise<Row[]> }
