import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LineCount, TOTAL } from '../../../support/orders/order-lines.ts'
import {
  comeToRest,
  makeMove,
  moveNamed,
  moves,
  type OrderFixture,
  openOrderFixture,
  rolledBack,
  UNITS,
} from '../../../support/orders/order-moves.ts'
import {
  invariantsAlways,
  invariantsAtRest,
  type OrderState,
  readState,
  violated,
} from '../../../support/orders/order-state.ts'
import { isLong } from '../../../support/thoroughness.ts'

/** `ORDER_MODEL_DEPTH=8` checks longer sequences, and takes longer. */
const DEPTH = Number(process.env.ORDER_MODEL_DEPTH ?? (isLong ? 6 : 2))
/** The moves before the sequences: the short ones also begin with a paid order, which they would not reach. */
const PAID = ['order', 'open the payment', 'pay', 'browser reports']
const STARTS: { start: string[]; lineCount: LineCount }[] = isLong
  ? ([1, 2, 3] as const).map((lineCount) => ({ start: [], lineCount }))
  : [
      { start: [], lineCount: 1 },
      { start: PAID, lineCount: 1 },
      { start: PAID, lineCount: 3 },
    ]
const goods = { units: UNITS, total: TOTAL }
const always = invariantsAlways(goods)
const atRest = [...always, ...invariantsAtRest(goods)]

let opened: OrderFixture
let fixture: OrderFixture
beforeAll(async () => {
  opened = await openOrderFixture()
  fixture = opened
})
afterAll(() => opened.store.close())

/** A reached state: the number of moves already checked after it, and the states that follow. */
type ReachedState = { depth: number; next: Map<string, string> }

/*
 * Every move is made on the real store and rolled back. A state that is reached again is
 * checked again only if more moves remain than before.
 */
test.each(STARTS.map((one) => ({ ...one, name: one.start.join(', ') || 'nothing' })))(
  `no sequence of ${DEPTH} moves violates an invariant, with $lineCount lines, after $name`,
  { timeout: 900_000 },
  async ({ start, lineCount }) => {
    fixture = { ...opened, lineCount }
    const reached = new Map<string, ReachedState>()
    let moveCount = 0

    async function checkMoves(state: OrderState, depth: number, path: string[]): Promise<string> {
      const key = JSON.stringify(state)
      const known = reached.get(key)
      if (known && known.depth >= depth) return key
      if (!known) await checkAtRest(path)
      const next = known?.next ?? new Map<string, string>()
      reached.set(key, { depth, next })
      for (const move of depth > 0 ? moves.filter(({ can }) => can(state)) : []) {
        const steps = [...path, move.name]
        await rolledBack(fixture, async () => {
          moveCount += 1
          await makeMove(fixture, move)
          const after = await readState(fixture.deps.db, fixture.deps.now())
          expect(violated(always, after), steps.join(' → ')).toEqual([])
          next.set(move.name, await checkMoves(after, depth - 1, steps))
        })
      }
      return key
    }

    let sequences = 0
    await rolledBack(fixture, async () => {
      for (const name of start) expect(await makeMove(fixture, moveNamed(name)), name).toBeUndefined()
      const first = await checkMoves(await readState(fixture.deps.db, fixture.deps.now()), DEPTH, start)
      sequences = countSequences(reached, first)
    })
    console.log(
      `${sequences} sequences of up to ${DEPTH} moves, through ${reached.size} states, ${moveCount} moves made`,
    )
    expect(sequences).toBeGreaterThan(isLong ? 5000 : 5)
  },
)

/** Checks the invariants after all pending events were delivered and reconciliation has run. */
function checkAtRest(path: string[]): Promise<void> {
  return rolledBack(fixture, async () => {
    const state = await comeToRest(fixture, (at) => violated(atRest, at).length === 0)
    expect(violated(atRest, state), path.join(' → ')).toEqual([])
  })
}

function countSequences(reached: Map<string, ReachedState>, start: string): number {
  const counted = new Map<string, number>()
  function count(key: string, depth: number): number {
    const name = `${depth} ${key}`
    const known = counted.get(name)
    if (known !== undefined) return known
    const next = depth > 0 ? [...(reached.get(key)?.next.values() ?? [])] : []
    const sum = next.reduce((total, to) => total + 1 + count(to, depth - 1), 0)
    counted.set(name, sum)
    return sum
  }
  return count(start, DEPTH)
}
