import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixture, openFixture } from '../hostile/fixture.ts'
import { type Fault, sendHostile } from '../hostile/run.ts'
import { stillServes } from '../hostile/still-serves.ts'

/*
 * Requests made from the contract and then damaged. `HOSTILE_REQUESTS` is their number, `HOSTILE_SEED`
 * selects them ("random" for others than the last time), and `HOSTILE_FIRST` is the first: a fault names
 * both.
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

test(`${HOSTILE_REQUESTS} hostile requests with seed ${seed} find no fault`, async () => {
  const plan = {
    first: Number(HOSTILE_FIRST),
    count: Number(HOSTILE_REQUESTS),
    longest: Number(HOSTILE_LONGEST),
  }
  console.log(`hostile requests: seed ${seed}, ${plan.count} from ${plan.first}`)
  const { faults, statuses, slowestMs } = await sendHostile(fixture, {
    ...plan,
    seed,
    onFault: (fault) => console.log(inWords(fault)),
  })
  const successes = Object.entries(statuses).filter(([key]) => / 2\d\d$/.test(key))
  const sum = (some: [string, number][]) => some.reduce((total, [, times]) => total + times, 0)
  console.log(
    `${sum(Object.entries(statuses))} answers, ${sum(successes)} successes of ${successes.length} kinds, slowest ${Math.round(slowestMs)} ms of CPU`,
  )
  const after = await stillServes(fixture)
  expect({ faults: faults.map(inWords), after }).toEqual({ faults: [], after: [] })
})

/** Returns the command that repeats the request, what is wrong, and what was sent. */
function inWords({ index, what, line }: Fault): string {
  const again = `HOSTILE_SEED=${seed} HOSTILE_FIRST=${index} HOSTILE_REQUESTS=1 npm run test:long -- hostile`
  return `${again}\n  ${what}\n  ${line}`
}
