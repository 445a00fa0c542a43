import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, openConnection, type Request } from './connection.ts'

export type Offer = {
  origin: string
  /** At most so many are open: one is opened when a request is due and none is free, as each visitor opens one. */
  connections: number
  seconds: number
  /** Requests a second, whatever becomes of those before. */
  rate: number
  next: () => Request
}

/** One answer: since it was due, which counts the wait for a connection and its opening, and since it was sent. */
export type Outcome = { status: number; dueMs: number; sentMs: number }

/** Asks at a steady rate, and takes refusals for answers. Those that have no answer when the time is over are waited for. */
export async function offer({ origin, connections, seconds, rate, next }: Offer): Promise<Outcome[]> {
  const free: Connection[] = []
  const opened: Connection[] = []
  const due: number[] = []
  const outcomes: Outcome[] = []
  const underWay = new Set<Promise<void>>()
  let left = connections

  async function openAndAsk(dueAt: number): Promise<void> {
    const connection = await openConnection(origin)
    opened.push(connection)
    await ask(connection, dueAt)
  }

  async function ask(connection: Connection, dueAt: number): Promise<void> {
    const sentAt = performance.now()
    // cut off: no answer
    const status = await connection.ask(next()).catch(() => 0)
    const end = performance.now()
    outcomes.push({ status, dueMs: end - dueAt, sentMs: end - sentAt })
    free.push(connection)
    serve()
  }

  function takeFree(): Connection | undefined {
    for (let connection = free.pop(); connection; connection = free.pop()) {
      if (connection.isOpen()) return connection
      left += 1
    }
    return undefined
  }

  function serve(): void {
    while (due.length > 0) {
      const connection = takeFree()
      if (!connection && left === 0) return
      if (!connection) left -= 1
      const dueAt = due.shift() ?? 0
      const work = (connection ? ask(connection, dueAt) : openAndAsk(dueAt)).finally(() =>
        underWay.delete(work),
      )
      underWay.add(work)
    }
  }

  const startedAt = performance.now()
  for (let sent = 0; performance.now() < startedAt + seconds * 1000; await sleep(1)) {
    for (; startedAt + (sent * 1000) / rate <= performance.now(); sent += 1)
      due.push(startedAt + (sent * 1000) / rate)
    serve()
  }
  // those that found no connection have had no answer
  for (const dueAt of due.splice(0)) outcomes.push({ status: 0, dueMs: performance.now() - dueAt, sentMs: 0 })
  await Promise.all(underWay)
  for (const connection of opened) connection.close()
  return outcomes
}
