import { setImmediate as afterReading } from 'node:timers/promises'
import type { Line } from './answer-cache.ts'

/** Asked again after this time of use. */
const BEAT_MS = 100
/** What was committed so long before a visitor came has been heard, or nothing kept is served. */
const LEASE_MS = 200
/** A visitor waits so long for the line to prove itself: on a busy machine that is less work than making it all anew. */
const PATIENCE_MS = 500

export type CheckedLine = Line & {
  /** Asks the other end whether it is there; false where it said nothing in time. */
  ask(): Promise<boolean>
}

/**
 * What is known of a listening connection: notifications come before the answer to a question that was put after
 * them, so an answer proves that all that was committed before its question has been heard. Questions are put only
 * while somebody uses the line. `ask` rejects once the connection must be given up.
 */
export function checkLine(ask: () => Promise<unknown>, now = () => performance.now()): CheckedLine {
  let provenAt = Number.NEGATIVE_INFINITY
  let question: Promise<boolean> | undefined

  const isCurrent = () => now() - provenAt <= LEASE_MS

  async function put(): Promise<boolean> {
    const askedAt = now()
    let isAnswered = false
    const answer = ask().then(
      () => {
        isAnswered = true
        provenAt = askedAt
      },
      () => {},
    )
    const { promise: tooLong, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(async () => {
      // a busy process reads late: what has arrived by now is heard first
      await afterReading()
      resolve()
    }, PATIENCE_MS)
    await Promise.race([answer, tooLong])
    clearTimeout(timer)
    void answer.then(() => {
      question = undefined
    })
    return isAnswered
  }

  function askOnce(): Promise<boolean> {
    question ??= put()
    return question
  }

  return {
    ask: askOnce,
    isCurrent() {
      if (now() - provenAt > BEAT_MS) void askOnce()
      return isCurrent()
    },
    async prove() {
      const since = now() - LEASE_MS
      // of a silent line the question stays open, and who comes meanwhile is told at once
      const isAnswered = await askOnce()
      // on a slow machine the question may have been put long before this visitor came
      if (isAnswered && provenAt < since) await askOnce()
      return provenAt >= since
    },
  }
}
