import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  comeToRest,
  make,
  moveNamed,
  openWorld,
  PIECES,
  QUANTITY,
  TOTAL,
  undone,
  type World,
} from '../../support/orders/order-moves.ts'
import { broken, lawsAlways, lawsAtRest, readState } from '../../support/orders/order-state.ts'
import { readRows } from '../../support/orders/same-rows.ts'
import { createWalker, type Walker } from '../../support/payments/gated-cards.ts'
import { someOf } from '../../support/thoroughness.ts'

const goods = { pieces: PIECES, quantity: QUANTITY, total: TOTAL }
const laws = [...lawsAlways(goods), ...lawsAtRest(goods)]

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.store.close())

/** Where two people begin at the same time. */
const starts = [
  ['order'],
  ['order', 'open the payment'],
  ['order', 'open the payment', 'pay'],
  ['order', 'open the payment', 'pay', 'time runs out'],
  ['order', 'open the payment', 'pay', 'browser reports', 'dashboard gives a part back'],
]
/** Each is stopped before and after each of its calls of the provider … */
const walks = [
  'open the payment',
  'browser reports',
  'event arrives',
  'buyer deletes',
  'poll',
  'admin gives a part back',
]
/** … and meanwhile one of these happens, stopped likewise, or all at once. */
const meanwhile = [...walks, 'pay', 'admin gives all back', 'dashboard gives a part back']
const pairs = walks.flatMap((first) => meanwhile.map((second) => ({ first, second })))

let runs = 0
afterAll(() => console.log(`${runs} interleavings of two`))
test.each(starts.map((start, offset) => ({ start, offset, name: start.join(', ') })))(
  'two at a time, in every order, after: $name',
  { timeout: 300_000 },
  async ({ start, offset }) => {
    const ends = new Set<string>()
    await undone(world, async () => {
      for (const name of start) expect(await make(world, moveNamed(name)), name).toBeUndefined()
      for (const { first, second } of someOf(pairs, { offset })) await interleave(first, second, ends)
    })
  },
)

/**
 * Every point at which the second can begin within the first, and every point at which the first can take over again.
 * Those that leave the same rows come to the same rest: it is looked at once, and what went well joins `ends`.
 */
async function interleave(first: string, second: string, ends: Set<string>): Promise<void> {
  for (let before = 1, isOver = false; !isOver; before += 1) {
    for (let within = 1, isInnerOver = false; !isInnerOver; within += 1) {
      await undone(world, async () => {
        runs += 1
        const [one, two] = [walk(first), walk(second)]
        isOver = await walkOn(one, before)
        isInnerOver = isOver || (await walkOn(two, within))
        await walkOn(one, Number.POSITIVE_INFINITY)
        await walkOn(two, Number.POSITIVE_INFINITY)
        const end = await readRows(world.deps.db)
        if (ends.has(end)) return
        const after = await comeToRest(world, (state) => broken(laws, state).length === 0)
        expect(broken(laws, after), `${first} to ${before}, ${second} to ${within}`).toEqual([])
        ends.add(end)
      })
    }
  }
}

function walk(name: string): Walker {
  const move = moveNamed(name)
  return createWalker(world.deps.cards, async (cards) => {
    const { db, now } = world.deps
    if (move.can(await readState(db, now()))) await make({ ...world, deps: { db, now, cards } }, move)
  })
}

/** True once the work has ended. */
async function walkOn(walker: Walker, steps: number): Promise<boolean> {
  for (let step = 0; step < steps && !walker.hasEnded(); step += 1) await walker.step()
  return walker.hasEnded()
}
