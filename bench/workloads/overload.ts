import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { generateLoad, isSuccess, measureLoad, openConnection, type Request } from '../load.ts'
import {
  createBuyers,
  getEach,
  type Part,
  prepareOrderRequests,
  readShuffledParts,
  wordSearches,
} from '../requests.ts'
import { figureOf, limitRow, percentile, type Row } from '../results.ts'
import { type Bench, type Fixture, startProgram } from '../store.ts'

/** Twice `REQUESTS_AT_ONCE`: a request waits for a connection only while the store neither serves nor refuses this many. */
const CONNECTIONS = 512
const CLIENTS = [8, 16, 32]
const ACCOUNTS = 20
const LOAD_FACTOR = 2
const IDENTITY = '/identity/v1/accounts'
const KEY = 'key=partsline-embedded'

export async function overload({ shared, settings }: Bench): Promise<Row[]> {
  const { fixture, store } = await shared()
  const { origin } = store
  const { seconds, overloadSeconds } = settings
  const next = await mixture(fixture, origin)
  await measureLoad({ origin, connections: 16, seconds: 3, next })
  const rates: number[] = []
  for (const connections of CLIENTS)
    rates.push((await measureLoad({ origin, connections, seconds, next })).rate)
  const peak = Math.max(...rates)

  const probe = startProgram('health-probe.ts')
  const probed = probe.request(
    { origin, seconds: overloadSeconds },
    z.object({ times: z.array(z.number()), failed: z.number() }),
  )
  const load = { origin, connections: CONNECTIONS, seconds: overloadSeconds, rate: peak * LOAD_FACTOR, next }
  const outcomes = await generateLoad(load)
  const recovery = await secondsToRecovery(origin, next)
  const health = await probed.finally(probe.stop)

  const accepted = outcomes.filter(({ status }) => isSuccess(status)).map(({ dueMs }) => dueMs)
  const refused = outcomes.filter(({ status }) => status === 503).map(({ sentMs }) => sentMs)
  const others = outcomes.length - accepted.length - refused.length
  const p99 = (title: string, values: number[], atMost: number) =>
    limitRow(title, percentile(values, 0.99), {
      unit: 'ms',
      atMost,
      note: `median ${percentile(values, 0.5).toFixed(0)} ms`,
    })
  return [
    {
      title: 'Twice the load that it can answer: successes a second, against the peak',
      figure: figureOf([accepted.length / overloadSeconds / peak]),
      unit: 'ratio',
      atLeast: 0.8,
      note:
        `peak ${Math.round(peak)} a second by ${CLIENTS.join(', ')} clients, ${LOAD_FACTOR} times as many for ${overloadSeconds} s:` +
        ` ${accepted.length} accepted, ${refused.length} refused with 503, ${others} others or without a response`,
    },
    p99('The same: accepted requests, p99', accepted, 2_000),
    ...(refused.length > 0 ? [p99('The same: time to a 503, p99', refused, 100)] : []),
    {
      title: 'The same: `/healthz` and `/readyz` from another process, the longest',
      figure: figureOf([Math.max(...health.times)]),
      unit: 'ms',
      atMost: 250,
      note: `${health.times.length} answered, ${health.failed} failed, p99 ${percentile(health.times, 0.99).toFixed(0)} ms`,
    },
    limitRow('After it: time until requests are answered at once again', recovery, { unit: 's', atMost: 5 }),
  ]
}

async function mixture(fixture: Fixture, origin: string): Promise<() => Request> {
  const parts = await readShuffledParts(fixture, 90_000)
  const buyers = await createBuyers(fixture, origin, 2_000)
  const order = await prepareOrderRequests(fixture, { buyers, parts: 1_000, keyed: true })
  const search = getEach(wordSearches(parts, 11))
  const page = getEach(partPages(parts))
  const signIn = await createSignIns(origin)
  let turn = 0
  return () => {
    turn += 1
    if (turn % 50 === 0) return signIn()
    const choice = turn % 10
    if (choice < 3) return page()
    return choice < 6 ? search() : order()
  }
}

function* partPages(parts: Part[]): Generator<string> {
  for (let limit = 1; ; limit++) {
    for (const { id } of parts) yield `/parts/${id}?limit=${limit}`
  }
}

async function createSignIns(origin: string): Promise<() => Request> {
  const run = Math.random().toString(36).slice(2)
  const headers = { 'content-type': 'application/json' }
  const bodies: string[] = []
  for (let number = 0; number < ACCOUNTS; number += 1) {
    const email = `${run}-${number}@example.com`
    const body = JSON.stringify({ email, password: 'a-good-password', returnSecureToken: true })
    const response = await fetch(`${origin}${IDENTITY}:signUp?${KEY}`, { method: 'POST', headers, body })
    if (!response.ok) throw new Error(`Sign-up failed: ${response.status} ${await response.text()}`)
    bodies.push(body)
  }
  let turn = 0
  return () => ({
    method: 'POST',
    path: `${IDENTITY}:signInWithPassword?${KEY}`,
    headers,
    body: bodies[turn++ % bodies.length],
  })
}

const FAST_MS = 250
const FAST_RESPONSES = 10
const LONGEST_S = 60

/** Seconds until the last request before ten successive ones that were answered within 250 ms; at most 60. */
async function secondsToRecovery(origin: string, next: () => Request): Promise<number> {
  const startedAt = performance.now()
  let recoveredAt = startedAt
  for (let inRow = 0; inRow < FAST_RESPONSES; await sleep(50)) {
    const connection = await openConnection(origin)
    const sentAt = performance.now()
    const status = await connection.send(next()).catch(() => 'cut off' as const)
    connection.close()
    const end = performance.now()
    if (end - startedAt > LONGEST_S * 1000) return LONGEST_S
    const isFast = isSuccess(status) && end - sentAt < FAST_MS
    inRow = isFast ? inRow + 1 : 0
    if (!isFast) recoveredAt = end
  }
  return (recoveredAt - startedAt) / 1000
}
