import { createHmac } from 'node:crypto'
import { isDatabaseUnavailable } from '#database/failures/unavailable.ts'
import { inTransaction } from '#database/open.ts'
import type { CardEventRow } from '#database/rows.ts'
import { consumeFault } from '../control/faults.ts'
import { type CardSandboxDeps, internalContext } from '../deps.ts'
import { seconds } from '../http/bodies.ts'
import { failDueRefunds } from '../refunds/refunds.ts'

const RETRY_AFTER_SECONDS = [1, 5, 30, 120, 600, 1800, 3600]
const GIVE_UP_AFTER_HOURS = 24
const KEYS_KEPT_HOURS = 24
const EVENTS_KEPT_DAYS = 30
const POLL_MS = 1000
const CLEAN_EVERY_MS = 3_600_000
const BATCH_SIZE = 10
const DELIVERY_TIMEOUT_MS = 20_000
/** Longer than a delivery may take: after it another instance delivers the events of one that crashed. */
const LEASE_MS = 60_000

/** Delivers events to the store after their commit; a lease lets one instance at a time deliver an event. */
export function createDelivery(deps: CardSandboxDeps) {
  let isRunning = false
  let timer: NodeJS.Timeout | undefined
  let cleanedAt = 0
  let lastRound: Promise<void> = Promise.resolve()
  let lastFailure: string | undefined

  /** Rounds run one after the other, so a caller also waits for the rounds before its own. */
  function deliverNow(): Promise<void> {
    const run = lastRound.then(runRound)
    lastRound = run.catch(() => {})
    return run
  }

  async function runRound(): Promise<void> {
    await inTransaction(deps.db, (trx) => failDueRefunds(internalContext(deps, trx)))
    await deliverDue(deps)
    const at = deps.now().getTime()
    if (at - cleanedAt >= CLEAN_EVERY_MS) {
      cleanedAt = at
      await deleteOldRows(deps)
    }
    lastFailure = undefined
  }

  function schedule(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(tick, ms)
    timer.unref()
  }

  async function tick(): Promise<void> {
    timer = undefined
    try {
      await deliverNow()
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error)
      // the store itself logs that the database is unavailable
      if (!isDatabaseUnavailable(error) && failure !== lastFailure) deps.log?.(`card events: ${failure}`)
      lastFailure = failure
    }
    // `wake` may have scheduled an earlier round
    if (isRunning && timer === undefined) schedule(POLL_MS)
  }

  return {
    deliverNow,
    start() {
      isRunning = true
      schedule(0)
    },
    async stop() {
      isRunning = false
      clearTimeout(timer)
      await lastRound
    },
    wake() {
      if (isRunning) schedule(0)
    },
  }
}

async function deliverDue(deps: CardSandboxDeps): Promise<void> {
  for (;;) {
    const events = await claimDue(deps)
    if (events.length === 0) return
    const deliveries: Promise<void>[] = []
    // one after the other, so that a fault with a limited number of times is injected into the earliest events
    for (const event of events) {
      const copies = await injectEventFault(deps, event)
      if (copies > 0) deliveries.push(deliverEvent(deps, event, copies))
    }
    await Promise.all(deliveries)
  }
}

/** Injects at most one fault into an event; returns how many copies of the event to deliver in this round. */
async function injectEventFault(deps: CardSandboxDeps, event: CardEventRow): Promise<0 | 1 | 2> {
  const { db, now, random } = deps
  const fault = event.disturbed ? undefined : await consumeFault(deps, ['events'])
  if (!fault) return 1
  const { action, delay_ms: delay } = fault
  const isWithheld = action !== 'double'
  const waitMs = action === 'reorder' ? random() * delay : delay
  const nextAt = action === 'lose' ? null : new Date(now().getTime() + waitMs)
  const change = { disturbed: true, ...(isWithheld && { attempts: 0, next_attempt_at: nextAt }) }
  await db.updateTable('cards.events').set(change).where('id', '=', event.id).execute()
  return isWithheld ? 0 : 2
}

function claimDue({ db, now }: CardSandboxDeps): Promise<CardEventRow[]> {
  const at = now()
  return inTransaction(db, async (trx) => {
    const due = await trx
      .selectFrom('cards.events')
      .select('id')
      .where('next_attempt_at', '<=', at)
      .orderBy('next_attempt_at')
      .orderBy('position')
      .limit(BATCH_SIZE)
      .forUpdate()
      .skipLocked()
      .execute()
    if (due.length === 0) return []
    const ids = due.map(({ id }) => id)
    const leasedUntil = new Date(at.getTime() + LEASE_MS)
    const claimed = await trx
      .updateTable('cards.events')
      .set((eb) => ({ attempts: eb('attempts', '+', 1), next_attempt_at: leasedUntil }))
      .where('id', 'in', ids)
      .returningAll()
      .execute()
    return claimed.sort((one, other) => one.position - other.position)
  })
}

async function deliverEvent(deps: CardSandboxDeps, event: CardEventRow, copies: number): Promise<void> {
  const statuses = await Promise.all(Array.from({ length: copies }, () => attempt(deps, event.body)))
  const status = statuses.find(isSuccess) ?? statuses[0] ?? null
  const isDelivered = isSuccess(status)
  await deps.db
    .updateTable('cards.events')
    .set({
      last_status: status,
      delivered_at: isDelivered ? deps.now() : null,
      next_attempt_at: isDelivered ? null : nextAttempt(event, deps.now()),
    })
    .where('id', '=', event.id)
    .execute()
}

function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300
}

async function attempt(
  { deliver, now, webhookSecret }: CardSandboxDeps,
  body: string,
): Promise<number | null> {
  const { promise: timeout, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(resolve, DELIVERY_TIMEOUT_MS, null)
  try {
    return await Promise.race([deliver(body, signEvent(body, webhookSecret, now())), timeout])
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}

/** The `Stripe-Signature` header: time, and HMAC-SHA256 of time and body. */
export function signEvent(body: string, secret: string, at: Date): string {
  const time = seconds(at)
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return `t=${time},v1=${signature}`
}

function nextAttempt({ attempts, created_at }: CardEventRow, at: Date): Date | null {
  const wait = RETRY_AFTER_SECONDS[Math.min(attempts, RETRY_AFTER_SECONDS.length) - 1] ?? 1
  const next = at.getTime() + wait * 1000
  return next - created_at.getTime() > GIVE_UP_AFTER_HOURS * 3_600_000 ? null : new Date(next)
}

async function deleteOldRows({ db, now }: CardSandboxDeps): Promise<void> {
  const hoursAgo = (hours: number) => new Date(now().getTime() - hours * 3_600_000)
  await db.deleteFrom('cards.idempotency_keys').where('created_at', '<', hoursAgo(KEYS_KEPT_HOURS)).execute()
  await db
    .deleteFrom('cards.events')
    .where('created_at', '<', hoursAgo(EVENTS_KEPT_DAYS * 24))
    .where('next_attempt_at', 'is', null)
    .execute()
}
