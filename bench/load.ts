import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, openConnection, type Request } from './connection.ts'
import { percentile } from './figures.ts'
import type { OwnProcess } from './own-process.ts'

export type Load = {
  origin: string
  connections: number
  seconds: number
  /** Gives each request in turn. */
  next: () => Request
  /** Requests a second of all connections together; absent: each asks again as soon as it is answered. */
  rate?: number
  /** Who answers, to count its processor time. */
  process?: OwnProcess
}

export type Measured = {
  /** Answers a second. */
  rate: number
  answers: number
  p50: number
  p95: number
  p99: number
  /** Processor seconds for an answer. */
  cpuPerAnswer: number
}

type Counts = { times: number[]; refused: Map<number, number> }

/** Asks a server for so many seconds, over so many connections. Throws where anything but a success comes back. */
export async function load({ origin, connections, seconds, next, rate, process }: Load): Promise<Measured> {
  const opened = await Promise.all(Array.from({ length: connections }, () => openConnection(origin)))
  const counts: Counts = { times: [], refused: new Map() }
  const cpuBefore = process?.cpuSeconds() ?? Number.NaN
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  try {
    if (rate === undefined) await Promise.all(opened.map((one) => askInTurn(one, { next, until, counts })))
    else await askAtRate(opened, { next, until, counts, rate })
  } finally {
    for (const connection of opened) connection.close()
  }
  const elapsed = (performance.now() - startedAt) / 1000
  const cpu = (process?.cpuSeconds() ?? Number.NaN) - cpuBefore
  const { times, refused } = counts
  if (refused.size > 0) {
    const statuses = [...refused].map(([status, count]) => `${count} × ${status}`).join(', ')
    throw new Error(`${origin} failed under load: ${statuses}`)
  }
  const figures = { p50: percentile(times, 0.5), p95: percentile(times, 0.95), p99: percentile(times, 0.99) }
  return { rate: times.length / elapsed, answers: times.length, ...figures, cpuPerAnswer: cpu / times.length }
}

type Asking = { next: () => Request; until: number; counts: Counts }

async function askInTurn(connection: Connection, { next, until, counts }: Asking): Promise<void> {
  while (performance.now() < until)
    await ask(connection, { request: next(), since: performance.now(), counts })
}

/** What finds no free connection waits, and its wait counts: a visitor does not come later because the shop is slow. */
async function askAtRate(
  opened: Connection[],
  { next, until, counts, rate }: Asking & { rate: number },
): Promise<void> {
  const free = [...opened]
  const waiting: number[] = []
  const underWay = new Set<Promise<void>>()
  const startedAt = performance.now()
  let sent = 0
  const serve = () => {
    for (let since = waiting[0]; since !== undefined && free.length > 0; since = waiting[0]) {
      const connection = free.pop()
      if (!connection) return
      waiting.shift()
      const work = ask(connection, { request: next(), since, counts }).then(() => {
        free.push(connection)
        underWay.delete(work)
        serve()
      })
      underWay.add(work)
    }
  }
  while (performance.now() < until) {
    for (let due = startedAt + (sent * 1000) / rate; due <= performance.now(); due += 1000 / rate) {
      waiting.push(due)
      sent += 1
    }
    serve()
    await sleep(1)
  }
  // who still waits has waited so long at least
  for (const since of waiting.splice(0)) counts.times.push(performance.now() - since)
  await Promise.all(underWay)
}

async function ask(
  connection: Connection,
  { request, since, counts: { times, refused } }: { request: Request; since: number; counts: Counts },
): Promise<void> {
  const status = await connection.ask(request)
  times.push(performance.now() - since)
  if (status >= 300) refused.set(status, (refused.get(status) ?? 0) + 1)
}
