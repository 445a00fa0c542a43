import { lockedError } from '../http/problem.ts'

export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>

/** Runs at most `max` tasks at a time; others wait in order. With a full `queue` a task rejects with `queue.reject()`. */
export function createSemaphore(max: number, queue?: { max: number; reject: () => Error }): Semaphore {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < max) running += 1
    else if (queue && waiting.length >= queue.max) throw queue.reject()
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

export type KeyedQueues = <T>(name: string, work: () => Promise<T>) => Promise<T>

/** Longer than `lock_timeout`, for which the work at the head of a queue may wait. */
const LONGEST_WAIT_MS = 10_000

/** Queues by name: at most `each` tasks of one queue run at a time, `all` of all. A task that has waited over ten seconds is not run and rejects with `being_changed`. */
export function createKeyedQueues(
  max: { each: number; all: number },
  now: () => number = () => performance.now(),
): KeyedQueues {
  const queues = new Map<string, { run: Semaphore; length: number }>()
  const runAmongAll = createSemaphore(max.all)
  return async (name, work) => {
    const queue = queues.get(name) ?? { run: createSemaphore(max.each), length: 0 }
    queues.set(name, queue)
    queue.length += 1
    const queuedAt = now()
    const runInTime = async () => {
      if (now() - queuedAt > LONGEST_WAIT_MS) throw lockedError()
      return work()
    }
    try {
      return await queue.run(() => runAmongAll(runInTime))
    } finally {
      queue.length -= 1
      if (queue.length === 0) queues.delete(name)
    }
  }
}
