import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixture, openFixture } from '../hostile/fixture.ts'
import { findInconsistencies } from '../hostile/inconsistencies.ts'
import { type Fault, sendHostile } from '../hostile/run.ts'

/*
 * Valid requests that are then damaged. `HOSTILE_REQUESTS` is their number, `HOSTILE_SEED` selects them ("random" for a
 * new seed), `HOSTILE_FIRST` is the index of the first, and `HOSTILE_LONGEST` about the length of the longest
 * text. A reported fault names its seed and index.
 */
const {
  HOSTILE_SEED = '20261123',
  HOSTILE_REQUESTS = '20000',
  HOSTILE_FIRST = '0',
  HOSTILE_LONGEST = '100000',
} = process.env
const seed = HOSTILE_SEED === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(HOSTILE_SEED)
const ROOT = path.resolve(import.meta.dirname, '../..')

let fixture: Fixture
beforeAll(async () => {
  if (!existsSync(path.join(ROOT, 'dist/server/index.js')))
    throw new Error('The pages are not built: npm run build')
  fixture = await openFixture(ROOT)
})
afterAll(() => fixture.store.close())

test(`${HOSTILE_REQUESTS} hostile requests with seed ${seed} cause no fault`, async () => {
  const plan = {
    first: Number(HOSTILE_FIRST),
    count: Number(HOSTILE_REQUESTS),
    longest: Number(HOSTILE_LONGEST),
  }
  console.log(`hostile requests: seed ${seed}, ${plan.count} from ${plan.first}`)
  const { faults, statuses, maxCpuMs } = await sendHostile(fixture, {
    ...plan,
    seed,
    onFault: (fault) => console.log(describeFault(fault)),
  })
  const successes = Object.entries(statuses).filter(([key]) => / 2\d\d$/.test(key))
  const sumCounts = (entries: [string, number][]) => entries.reduce((total, [, count]) => total + count, 0)
  console.log(
    `${sumCounts(Object.entries(statuses))} responses, ${sumCounts(successes)} successes of ${successes.length} kinds, slowest ${Math.round(maxCpuMs)} ms of CPU`,
  )
  const after = await findInconsistencies(fixture)
  expect({ faults: faults.map(describeFault), after }).toEqual({ faults: [], after: [] })
})

/** Returns the command that repeats the request, what is wrong, and what was sent. */
function describeFault({ index, what, sent }: Fault): string {
  const command = `HOSTILE_SEED=${seed} HOSTILE_FIRST=${index} HOSTILE_REQUESTS=1 npm run test:long -- hostile`
  return `${command}\n  ${what}\n  ${sent}`
}
