import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixture, openFixture } from '../../../hostile/fixture.ts'
import { findInconsistencies } from '../../../hostile/inconsistencies.ts'
import { sendHostile } from '../../../hostile/run.ts'
import { writeOnePage } from '../../../support/http/one-page.ts'
import { someRuns } from '../../../support/thoroughness.ts'

/* The first of the requests that `npm run test:long` sends, with shorter texts. */
let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture(await writeOnePage())
})
afterAll(() => fixture.store.close())

const COUNT = someRuns(300, 6)

test(`${COUNT} hostile requests cause no fault, and an order can still be placed and paid`, async () => {
  const { faults } = await sendHostile(fixture, { seed: 20_261_123, first: 0, count: COUNT, longest: 2000 })
  const after = await findInconsistencies(fixture)
  expect({ faults, after }).toEqual({ faults: [], after: [] })
})
