import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  comeToRest,
  make,
  moves,
  openWorld,
  PIECES,
  QUANTITY,
  TOTAL,
  undone,
  type World,
} from '../../support/orders/order-moves.ts'
import {
  broken,
  lawsAlways,
  lawsAtRest,
  type OrderState,
  readState,
} from '../../support/orders/order-state.ts'
import { isLong } from '../../support/thoroughness.ts'

/** `ORDER_MODEL_DEPTH=8` looks further, and takes its time. */
const DEPTH = Number(process.env.ORDER_MODEL_DEPTH ?? (isLong ? 6 : 4))
const goods = { pieces: PIECES, quantity: QUANTITY, total: TOTAL }
const always = lawsAlways(goods)
const atRest = [...always, ...lawsAtRest(goods)]

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.store.close())

/** A state that was reached: how many moves further it has been looked at, and where they lead. */
type Place = { depth: number; next: Map<string, string> }

/*
 * Every move is made on the real store and undone again; what happens after a state that was reached before, by
 * whatever moves, needs to be looked at once.
 */
test(`no sequence of ${DEPTH} moves ends where it must not`, { timeout: 900_000 }, async () => {
  const places = new Map<string, Place>()
  let made = 0

  async function look(state: OrderState, depth: number, path: string[]): Promise<string> {
    const key = JSON.stringify(state)
    const known = places.get(key)
    if (known && known.depth >= depth) return key
    if (!known) await lookAtRest(path)
    const next = known?.next ?? new Map<string, string>()
    places.set(key, { depth, next })
    for (const move of depth > 0 ? moves.filter(({ can }) => can(state)) : []) {
      const steps = [...path, move.name]
      await undone(world, async () => {
        made += 1
        await make(world, move)
        const after = await readState(world.deps.db, world.deps.now())
        expect(broken(always, after), steps.join(' → ')).toEqual([])
        next.set(move.name, await look(after, depth - 1, steps))
      })
    }
    return key
  }

  const start = await look(await readState(world.deps.db, world.deps.now()), DEPTH, [])
  const sequences = countSequences(places, start)
  console.log(
    `${sequences} sequences of up to ${DEPTH} moves, through ${places.size} states, ${made} moves made`,
  )
  expect(sequences).toBeGreaterThan(isLong ? 5000 : 500)
})

/** When all that is on its way has arrived, the books are right. */
function lookAtRest(path: string[]): Promise<void> {
  return undone(world, async () => {
    const state = await comeToRest(world, (at) => broken(atRest, at).length === 0)
    expect(broken(atRest, state), path.join(' → ')).toEqual([])
  })
}

function countSequences(places: Map<string, Place>, start: string): number {
  const counted = new Map<string, number>()
  function count(key: string, depth: number): number {
    const name = `${depth} ${key}`
    const known = counted.get(name)
    if (known !== undefined) return known
    const next = depth > 0 ? [...(places.get(key)?.next.values() ?? [])] : []
    const sum = next.reduce((total, to) => total + 1 + count(to, depth - 1), 0)
    counted.set(name, sum)
    return sum
  }
  return count(start, DEPTH)
}
