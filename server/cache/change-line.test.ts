import { setImmediate as settled } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkLine } from './change-line.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** A connection that answers when it is told to. */
function openLine() {
  const questions: PromiseWithResolvers<void>[] = []
  const line = checkLine(() => {
    const question = Promise.withResolvers<void>()
    questions.push(question)
    return question.promise
  })
  const pass = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    await settled()
  }
  const answer = async () => {
    questions.at(-1)?.resolve()
    await settled()
  }
  return { line, questions, pass, answer }
}

test('a line that has answered is current for 200 ms from its question, not from its answer', async () => {
  const { line, questions, pass, answer } = openLine()
  expect(line.isCurrent()).toBe(false)
  await pass(140)
  await answer()
  expect(line.isCurrent()).toBe(true)
  await pass(60)
  expect(line.isCurrent()).toBe(true)
  await pass(1)
  expect(line.isCurrent()).toBe(false)
  expect(questions).toHaveLength(2)
})

test('in use it is asked every 100 ms, and unused never', async () => {
  const { line, questions, pass, answer } = openLine()
  for (let ms = 0; ms < 1000; ms += 10) {
    line.isCurrent()
    await answer()
    await pass(10)
  }
  expect(questions.length).toBeGreaterThanOrEqual(9)
  expect(questions.length).toBeLessThanOrEqual(11)
  const before = questions.length
  await pass(60_000)
  expect(questions).toHaveLength(before)
})

test('who comes after a pause waits for one answer, shared by all', async () => {
  const { line, questions, answer } = openLine()
  const visitors = Promise.all(Array.from({ length: 20 }, () => line.prove()))
  await answer()
  expect(await visitors).toEqual(Array.from({ length: 20 }, () => true))
  expect(questions).toHaveLength(1)
})

test('a silent line is waited for once; later visitors are told at once, until it speaks again', async () => {
  const { line, questions, pass, answer } = openLine()
  const first = line.prove()
  await pass(500)
  expect(await first).toBe(false)
  expect(await line.prove()).toBe(false)
  expect(questions).toHaveLength(1)
  await pass(1000)
  await answer()
  expect(line.isCurrent()).toBe(false)
  const second = line.prove()
  await answer()
  expect(await second).toBe(true)
})

test('a slow answer proves what was committed before its question, to whoever came soon after that', async () => {
  const { line, questions, pass, answer } = openLine()
  const early = line.prove()
  await pass(190)
  const soon = line.prove()
  await pass(100)
  const late = line.prove()
  await pass(100)
  await answer()
  expect([await early, await soon]).toEqual([true, true])
  expect(questions).toHaveLength(2)
  await answer()
  expect(await late).toBe(true)
})

test('a line that breaks is not current, and is asked anew', async () => {
  const { line, questions } = openLine()
  const visitor = line.prove()
  questions[0]?.reject(new Error('broken'))
  expect(await visitor).toBe(false)
  void line.prove()
  expect(questions).toHaveLength(2)
})
