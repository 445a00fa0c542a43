import { setTimeout as sleep } from 'node:timers/promises'
import { mixedParts, type Part, wordSearches } from '../addresses.ts'
import { createOrders, makeBuyers, stockedParts } from '../buyers.ts'
import type { Request } from '../connection.ts'
import { figureOf, percentile } from '../figures.ts'
import type { HealthTimes } from '../health-probe.ts'
import { load } from '../load.ts'
import { type Outcome, offer } from '../open-loop.ts'
import { startProcess } from '../own-process.ts'
import type { Row } from '../row.ts'
import { ACCEPT } from '../same-bytes.ts'
import type { Workload } from '../workload.ts'
import type { Store, World } from '../world.ts'

/** More than the store has places for: arrivals wait for a connection only where it stopped refusing. */
const CONNECTIONS = 512
const CLOSED_LOOPS = [8, 16, 32]
const PEOPLE = 20
const TIMES = 2

export const overload: Workload = {
  name: 'overload',
  async run(bench) {
    const { world, store } = await bench.shared()
    const { seconds, overloadSeconds } = bench.pace
    const { origin } = store
    const next = await mixture(world, store)
    await load({ origin, connections: 16, seconds: 3, next })
    const rates: number[] = []
    for (const connections of CLOSED_LOOPS)
      rates.push((await load({ origin, connections, seconds, next })).rate)
    const peak = Math.max(...rates)
    const probe = startProcess('bench/health-probe.ts')
    probe.send({ origin })
    const outcomes = await offer({
      origin,
      connections: CONNECTIONS,
      seconds: overloadSeconds,
      rate: peak * TIMES,
      next,
    })
    const calm = await secondsToCalm(origin, next)
    const answered = probe.answer()
    probe.send({})
    const health = readTimes(await answered)
    const bare = `${Math.round(peak)} a second is the peak, by ${CLOSED_LOOPS.join(', ')} clients; ${TIMES} times as many are offered for ${overloadSeconds} s`
    return rowsOf({ outcomes, peak, overloadSeconds, health, calm, note: bare })
  },
}

/** Pages that are not cached, searches, orders with a key, and one sign-in of fifty. */
async function mixture(world: World, store: Store): Promise<() => Request> {
  const parts = await mixedParts(world, 90_000)
  const searches = wordSearches(parts, 11)
  const order = createOrders(await makeBuyers(world, store, 2_000), await stockedParts(world, 1_000), {
    keyed: true,
  })
  const signIn = await signIns(store.origin)
  const page = pages(parts)
  let turn = 0
  return () => {
    turn += 1
    if (turn % 50 === 0) return signIn()
    const place = turn % 10
    if (place < 3) return page()
    if (place < 6) return { path: searches.next().value ?? '/', headers: ACCEPT }
    return order()
  }
}

function pages(parts: Part[]): () => Request {
  let turn = 0
  return () => {
    const part = parts[turn % parts.length]
    const again = Math.floor(turn / parts.length)
    turn += 1
    return { path: `/parts/${part?.id}${again > 0 ? `?limit=${again}` : ''}`, headers: ACCEPT }
  }
}

async function signIns(origin: string): Promise<() => Request> {
  const run = Math.random().toString(36).slice(2)
  const bodies: string[] = []
  for (let n = 0; n < PEOPLE; n += 1) {
    const body = { email: `${run}-${n}@example.com`, password: 'a-good-password', returnSecureToken: true }
    bodies.push(JSON.stringify(body))
    const answer = await fetch(`${origin}/identity/v1/accounts:signUp?key=partsline-embedded`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`sign-up: ${answer.status} ${await answer.text()}`)
  }
  let turn = 0
  return () => ({
    method: 'POST',
    path: '/identity/v1/accounts:signInWithPassword?key=partsline-embedded',
    headers: { 'content-type': 'application/json' },
    body: bodies[turn++ % bodies.length] ?? '',
  })
}

const CALM_MS = 250
const CALM_ANSWERS = 10
const PATIENCE_S = 60

/** Until so many requests in a row were answered at once. */
async function secondsToCalm(origin: string, next: () => Request): Promise<number> {
  const startedAt = performance.now()
  let calmAt = startedAt
  for (let calm = 0; calm < CALM_ANSWERS; await sleep(50)) {
    if (performance.now() - startedAt > PATIENCE_S * 1000) return Number.NaN
    const askedAt = performance.now()
    const [outcome] = await offer({ origin, connections: 1, seconds: 0.001, rate: 1, next })
    const isCalm = outcome && outcome.status < 300 && outcome.sentMs < CALM_MS
    if (!isCalm) calmAt = performance.now()
    else if (calm === 0) calmAt = askedAt
    calm = isCalm ? calm + 1 : 0
  }
  return (calmAt - startedAt) / 1000
}

function readTimes(message: unknown): HealthTimes {
  // our own program's answer
  return message as HealthTimes
}

type Found = {
  outcomes: Outcome[]
  peak: number
  overloadSeconds: number
  health: HealthTimes
  calm: number
  note: string
}

function rowsOf({ outcomes, peak, overloadSeconds, health, calm, note }: Found): Row[] {
  const accepted = outcomes.filter(({ status }) => status >= 200 && status < 300)
  const refused = outcomes.filter(({ status }) => status === 503)
  const others = outcomes.length - accepted.length - refused.length
  const row = { workload: 'overload' }
  const ms = (title: string, values: number[], share: number, most: number, note?: string): Row => ({
    ...row,
    title,
    figure: figureOf([percentile(values, share)]),
    unit: 'ms',
    target: { at: 'most', value: most },
    ...(note === undefined ? {} : { note }),
  })
  const times = accepted.map(({ dueMs }) => dueMs)
  return [
    {
      ...row,
      title: 'Twice the load it can take: successes a second, against the peak',
      figure: figureOf([accepted.length / overloadSeconds / peak]),
      unit: 'of baseline',
      target: { at: 'least', value: 0.8 },
      note: `${note}; ${accepted.length} accepted, ${refused.length} refused with 503, ${others} else or without an answer`,
    },
    ms(
      'The same: accepted requests, p99',
      times,
      0.99,
      2_000,
      `half of them within ${percentile(times, 0.5).toFixed(0)} ms`,
    ),
    ms(
      'The same: time to a 503, p99',
      refused.map(({ sentMs }) => sentMs),
      0.99,
      100,
      `half of them within ${percentile(
        refused.map(({ sentMs }) => sentMs),
        0.5,
      ).toFixed(0)} ms`,
    ),
    ms(
      'The same: `/healthz` and `/readyz` from another process, the longest',
      health.times,
      1,
      250,
      `${health.times.length} asked, ${health.failed} failed, p99 ${percentile(health.times, 0.99).toFixed(0)} ms`,
    ),
    {
      ...row,
      title: 'After it: time until requests are answered at once again',
      figure: figureOf([calm]),
      unit: 's',
      target: { at: 'most', value: 5 },
    },
  ]
}
