import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LineCount, TOTAL } from '../../../support/orders/order-lines.ts'
import {
  comeToRest,
  makeMove,
  moveNamed,
  type OrderFixture,
  openOrderFixture,
  rolledBack,
  UNITS,
} from '../../../support/orders/order-moves.ts'
import {
  invariantsAlways,
  invariantsAtRest,
  readState,
  violated,
} from '../../../support/orders/order-state.ts'
import { readRows } from '../../../support/orders/same-rows.ts'
import { createSteppedTask, type SteppedTask } from '../../../support/payments/gated-cards.ts'
import { someOf } from '../../../support/thoroughness.ts'

const goods = { units: UNITS, total: TOTAL }
const invariants = [...invariantsAlways(goods), ...invariantsAtRest(goods)]

let opened: OrderFixture
let fixture: OrderFixture
beforeAll(async () => {
  opened = await openOrderFixture()
  fixture = opened
})
afterAll(() => opened.store.close())

/** The moves before two concurrent tasks begin. */
const starts = [
  ['order'],
  ['order', 'open the payment'],
  ['order', 'open the payment', 'pay'],
  ['order', 'open the payment', 'pay', 'time runs out'],
  ['order', 'open the payment', 'pay', 'browser reports', 'dashboard refunds a portion'],
]
/** Tasks that stop before and after each of their calls to the provider … */
const taskNames = [
  'open the payment',
  'browser reports',
  'event arrives',
  'buyer deletes',
  'poll',
  'admin refunds a portion',
]
/** … and the tasks that run meanwhile; `pay` makes no such call, so it runs without a stop. */
const concurrentTaskNames = [...taskNames, 'pay', 'admin refunds all', 'dashboard refunds a portion']
const pairs = taskNames.flatMap((first) => concurrentTaskNames.map((second) => ({ first, second })))

let runs = 0
afterAll(() => console.log(`${runs} interleavings of two`))
/** One, two or three lines, in turns. */
const lineCounts: LineCount[] = [1, 2, 3, 1, 3]
const cases = starts.map((start, offset) => ({
  start,
  offset,
  lineCount: lineCounts[offset] ?? 1,
  name: start.join(', '),
}))
test.each(cases)(
  'two concurrent tasks end consistent wherever the second interrupts the first, with $lineCount lines, after $name',
  { timeout: 300_000 },
  async ({ start, offset, lineCount }) => {
    fixture = { ...opened, lineCount }
    const ends = new Set<string>()
    await rolledBack(fixture, async () => {
      for (const name of start) expect(await makeMove(fixture, moveNamed(name)), name).toBeUndefined()
      for (const { first, second } of someOf(pairs, { offset, share: 100 }))
        await interleave(first, second, ends)
    })
  },
)

/**
 * Runs the two tasks once for each point at which the second can begin within the first, and each point at
 * which the first can continue. Runs that leave the same rows come to rest in the same state, so only one of
 * them is checked; the rows are added to `ends`.
 */
async function interleave(first: string, second: string, ends: Set<string>): Promise<void> {
  for (let before = 1, isOver = false; !isOver; before += 1) {
    for (let within = 1, isInnerOver = false; !isInnerOver; within += 1) {
      await rolledBack(fixture, async () => {
        runs += 1
        const one = createTask(first)
        const two = createTask(second)
        isOver = await advance(one, before)
        isInnerOver = isOver || (await advance(two, within))
        await advance(one, Number.POSITIVE_INFINITY)
        await advance(two, Number.POSITIVE_INFINITY)
        const end = await readRows(fixture.deps.db)
        if (ends.has(end)) return
        const after = await comeToRest(fixture, (state) => violated(invariants, state).length === 0)
        expect(violated(invariants, after), `${first} to ${before}, ${second} to ${within}`).toEqual([])
        ends.add(end)
      })
    }
  }
}

function createTask(name: string): SteppedTask {
  const move = moveNamed(name)
  return createSteppedTask(fixture.deps.cards, async (cards) => {
    const { db, now } = fixture.deps
    if (move.can(await readState(db, now()))) await makeMove({ ...fixture, deps: { db, now, cards } }, move)
  })
}

/** Runs some steps; true once the task has ended. */
async function advance(task: SteppedTask, steps: number): Promise<boolean> {
  for (let step = 0; step < steps && !task.hasEnded(); step += 1) await task.step()
  return task.hasEnded()
}
