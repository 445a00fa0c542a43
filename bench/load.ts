import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { figureOf, percentile, type Row } from './results.ts'
import { cpuSeconds } from './store.ts'

export type Request = {
  method?: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
}

export type Load = {
  origin: string
  connections: number
  seconds: number
  next: () => Request
  /** Requests a second over all connections; without it each connection sends the next request after a response. */
  rate?: number
}

/** `dueMs` counts from the scheduled time, so that it includes the wait for a connection; `sentMs` from the sending. */
export type Outcome = { status: number | 'unsent' | 'cut off'; dueMs: number; sentMs: number }

export type Measured = { responses: number; rate: number; p95: number; cpuPerResponse: number }

type Connection = { send(request: Request): Promise<number>; isOpen(): boolean; close(): void }
type Pending = { resolve: (status: number) => void; reject: (error: Error) => void }

const HEAD_END = '\r\n\r\n'
const LAST_CHUNK = Buffer.from('0\r\n\r\n')
const EMPTY: Buffer = Buffer.alloc(0)

/** A keep-alive connection for one request after another. Of responses it reads only head and length. */
export async function openConnection(origin: string): Promise<Connection> {
  const { hostname, port, host } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  let pending: Pending | undefined
  let head = EMPTY
  let tail = EMPTY
  let response: { status: number; bytesLeft: number } | undefined

  socket.on('error', () => {})
  socket.on('close', () => pending?.reject(new Error(`${origin} closed a connection`)))
  socket.on('data', (chunk: Buffer) => {
    if (response) response.bytesLeft -= chunk.length
    else {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
      const end = head.indexOf(HEAD_END)
      if (end < 0) return
      response = readHead(head.toString('latin1', 0, end))
      response.bytesLeft -= head.length - end - HEAD_END.length
    }
    const { status, bytesLeft } = response
    // a chunked body has no length; its last chunk may arrive in parts
    if (Number.isNaN(bytesLeft)) tail = Buffer.concat([tail, chunk]).subarray(-LAST_CHUNK.length)
    if (bytesLeft > 0 || (Number.isNaN(bytesLeft) && !tail.equals(LAST_CHUNK))) return
    const { resolve } = pending ?? {}
    pending = undefined
    response = undefined
    head = EMPTY
    tail = EMPTY
    resolve?.(status)
  })
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        pending = { resolve, reject }
        socket.write(toBytes(request, host))
      }),
    isOpen: () => !socket.destroyed,
    close: () => void socket.destroy(),
  }
}

function readHead(text: string) {
  const status = Number(text.slice(9, 12))
  const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
  return { status, bytesLeft: status === 304 ? 0 : Number(length) }
}

function toBytes({ method = 'GET', path, headers = {}, body = '' }: Request, host: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const length = body ? `content-length: ${Buffer.byteLength(body)}\r\n` : ''
  return `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('')}${length}\r\n${body}`
}

/** Uses the connections in `opened` and opens others. Requests that are due and wait for a connection at the end are `unsent`. */
export async function generateLoad(load: Load, opened: Connection[] = []): Promise<Outcome[]> {
  const { origin, connections, seconds, rate, next } = load
  const outcomes: Outcome[] = []
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1000
  let scheduled = 0

  function nextDueAt(): number {
    return rate === undefined ? performance.now() : startedAt + (scheduled++ * 1000) / rate
  }

  async function useConnection(index: number): Promise<void> {
    let connection = opened[index]
    for (let dueAt = nextDueAt(); dueAt < endsAt; dueAt = nextDueAt()) {
      const now = performance.now()
      if (now >= endsAt) {
        outcomes.push({ status: 'unsent', dueMs: now - dueAt, sentMs: 0 })
        continue
      }
      if (dueAt > now) await sleep(Math.ceil(dueAt - now))
      if (!connection?.isOpen()) connection = await openConnection(origin)
      const sentAt = performance.now()
      const status = await connection.send(next()).catch(() => 'cut off' as const)
      const end = performance.now()
      outcomes.push({ status, dueMs: end - dueAt, sentMs: end - sentAt })
    }
    connection?.close()
  }

  await Promise.all(Array.from({ length: connections }, (_, index) => useConnection(index)))
  return outcomes
}

/** `cpuPerResponse` is that of the process `pid`, or NaN without it. Throws if a response is not a success or is cut off. */
export async function measureLoad({ pid, ...load }: Load & { pid?: number }): Promise<Measured> {
  const { origin, connections } = load
  const opened = await Promise.all(Array.from({ length: connections }, () => openConnection(origin)))
  const cpuBefore = cpuSeconds(pid)
  const startedAt = performance.now()
  const outcomes = await generateLoad(load, opened)
  const elapsed = (performance.now() - startedAt) / 1000
  const cpu = cpuSeconds(pid) - cpuBefore
  const byStatus = Map.groupBy(outcomes, ({ status }) => status)
  const responses = outcomes.length - (byStatus.get('unsent')?.length ?? 0)
  const failures = [...byStatus].filter(([status]) => status !== 'unsent' && !isSuccess(status))
  if (failures.length > 0) {
    const counts = failures.map(([status, { length }]) => `${length} × ${status}`)
    throw new Error(`${origin} failed under load: ${counts.join(', ')}`)
  }
  const times = outcomes.map(({ dueMs }) => dueMs)
  return {
    responses,
    rate: responses / elapsed,
    p95: percentile(times, 0.95),
    cpuPerResponse: cpu / responses,
  }
}

export function isSuccess(status: Outcome['status']): boolean {
  return typeof status === 'number' && status >= 200 && status < 300
}

type Comparison = {
  rounds: number
  store: () => Promise<Measured>
  baseline: () => Promise<Measured>
}

/** Runs both in turns, so that the noise of the machine affects both, and compares each pair but the first (warm-up). */
export async function compare({ rounds, store, baseline }: Comparison): Promise<Omit<Row, 'title'>> {
  const pairs: { store: Measured; baseline: Measured }[] = []
  for (let round = 0; round <= rounds; round++) {
    pairs.push({ baseline: await baseline(), store: await store() })
  }
  pairs.shift()
  const byCpu = figureOf(pairs.map((pair) => pair.baseline.cpuPerResponse / pair.store.cpuPerResponse))
  return {
    figure: figureOf(pairs.map((pair) => pair.store.rate / pair.baseline.rate)),
    unit: 'ratio',
    rates: {
      store: figureOf(pairs.map((pair) => pair.store.rate)),
      baseline: figureOf(pairs.map((pair) => pair.baseline.rate)),
    },
    byCpu: Number.isNaN(byCpu.median) ? undefined : byCpu,
  }
}
