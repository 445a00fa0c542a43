import { setImmediate as settled } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('no more than so many run at a time, the others follow in their order, and a failure gives its turn on', async () => {
  const inTurn = createTurns(2)
  const begun: number[] = []
  const gates: PromiseWithResolvers<void>[] = []
  const work = Array.from({ length: 6 }, (_, n) =>
    inTurn(async () => {
      begun.push(n)
      const gate = Promise.withResolvers<void>()
      gates.push(gate)
      await gate.promise
      return n
    }),
  )
  const results = Promise.allSettled(work)
  for (let done = 0; done < 6; done += 1) {
    await settled()
    expect(begun).toEqual([0, 1, 2, 3, 4, 5].slice(0, done + 2))
    if (done === 3) gates[done]?.reject(new Error('failed'))
    else gates[done]?.resolve()
  }
  const outcomes = (await results).map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))
  expect(outcomes).toEqual([0, 1, 2, 'failed', 4, 5])
  expect(await inTurn(async () => 'free again')).toBe('free again')
})

test('beyond those that may wait, work is refused at once and is not begun', async () => {
  const inTurn = createTurns(1, { most: 1, refuse: () => new Error('full') })
  const gate = Promise.withResolvers<void>()
  const begun: string[] = []
  const work = (name: string) =>
    inTurn(async () => {
      begun.push(name)
      await gate.promise
      return name
    })
  const accepted = [work('first'), work('second')]
  await expect(work('third')).rejects.toThrow('full')
  gate.resolve()
  expect(await Promise.all(accepted)).toEqual(['first', 'second'])
  expect(await work('fourth')).toBe('fourth')
  expect(begun).toEqual(['first', 'second', 'fourth'])
})
