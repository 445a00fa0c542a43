import { setImmediate as settled } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createKeyedQueues, createSemaphore, type KeyedQueues } from './queues.ts'

test('at most two tasks run at a time, others follow in order, and a failure frees its slot', async () => {
  const run = createSemaphore(2)
  const started: number[] = []
  const gates: PromiseWithResolvers<void>[] = []
  const work = Array.from({ length: 6 }, (_, n) =>
    run(async () => {
      started.push(n)
      const gate = Promise.withResolvers<void>()
      gates.push(gate)
      await gate.promise
      return n
    }),
  )
  const results = Promise.allSettled(work)
  for (let done = 0; done < 6; done += 1) {
    await settled()
    expect(started).toEqual([0, 1, 2, 3, 4, 5].slice(0, done + 2))
    if (done === 3) gates[done]?.reject(new Error('failed'))
    else gates[done]?.resolve()
  }
  const outcomes = (await results).map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))
  expect(outcomes).toEqual([0, 1, 2, 'failed', 4, 5])
  expect(await run(async () => 'free again')).toBe('free again')
})

test('a task beyond the maximum queue length is rejected and not started', async () => {
  const run = createSemaphore(1, { max: 1, reject: () => new Error('full') })
  const gate = Promise.withResolvers<void>()
  const started: string[] = []
  const work = (name: string) =>
    run(async () => {
      started.push(name)
      await gate.promise
      return name
    })
  const accepted = [work('first'), work('second')]
  await expect(work('third')).rejects.toThrow('full')
  gate.resolve()
  expect(await Promise.all(accepted)).toEqual(['first', 'second'])
  expect(await work('fourth')).toBe('fourth')
  expect(started).toEqual(['first', 'second', 'fourth'])
})

/** Creates tasks that run until `end`, and records the names of those that have started. */
function createTasks(queues: KeyedQueues) {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  return {
    started,
    add: (queue: string, name: string) =>
      queues(queue, () => {
        started.push(name)
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
      }),
    async end(name: string) {
      ends.get(name)?.()
      await new Promise(setImmediate)
    },
  }
}

test('a queue runs two tasks at a time in order of arrival and does not delay another queue', async () => {
  const { started, add, end } = createTasks(createKeyedQueues({ each: 2, all: 9 }))
  const results = ['a1', 'a2', 'a3', 'a4'].map((name) => add('a', name))
  const other = add('b', 'b1')
  expect(started).toEqual(['a1', 'a2', 'b1'])
  await end('a2')
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3'])
  for (const name of ['a1', 'a3', 'a4', 'b1']) await end(name)
  expect(await Promise.all([...results, other])).toEqual(['a1', 'a2', 'a3', 'a4', 'b1'])
})

test('all queues together run at most three tasks', async () => {
  const { started, add, end } = createTasks(createKeyedQueues({ each: 2, all: 3 }))
  const results = ['a', 'b', 'c', 'd'].map((name) => add(name, name))
  expect(started).toEqual(['a', 'b', 'c'])
  await end('b')
  expect(started).toEqual(['a', 'b', 'c', 'd'])
  for (const name of ['a', 'c', 'd']) await end(name)
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd'])
})

test('a failed task frees its slot in its queue and among all queues', async () => {
  const queues = createKeyedQueues({ each: 1, all: 1 })
  const outcomes = await Promise.allSettled([
    queues('a', () => Promise.reject(new Error('no'))),
    queues('a', async () => 'yes'),
    queues('b', async () => 'yes'),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
})

test('a task that has waited too long is rejected and not run', async () => {
  let time = 0
  const { started, add, end } = createTasks(createKeyedQueues({ each: 1, all: 9 }, () => time))
  const first = add('a', 'a1')
  const late = expect(add('a', 'a2')).rejects.toMatchObject({ code: 'being_changed', retryAfterSeconds: 5 })
  time = 10_001
  const next = add('a', 'a3')
  await end('a1')
  await late
  await new Promise(setImmediate)
  await end('a3')
  expect(await Promise.all([first, next])).toEqual(['a1', 'a3'])
  expect(started).toEqual(['a1', 'a3'])
})
