import { createHmac } from 'node:crypto'
import { isDatabaseUnavailable } from '#database/failures/unavailable.ts'
import { inTransaction } from '#database/open.ts'
import type { CardEventRow } from '#database/rows.ts'
import { meetFault } from '../control/faults.ts'
import type { CardSandboxDeps } from '../deps.ts'
import { seconds } from '../http/bodies.ts'
import { failRefunds } from '../refunds/refunds.ts'

const RETRY_AFTER_SECONDS = [1, 5, 30, 120, 600, 1800, 3600]
const GIVE_UP_AFTER_HOURS = 24
const KEYS_KEPT_HOURS = 24
const EVENTS_KEPT_DAYS = 30
const POLL_MS = 1000
const CLEAN_EVERY_MS = 3_600_000
const BATCH = 10
const DELIVERY_TIMEOUT_MS = 20_000
/** Longer than a delivery may take: an instance that died gives its events free again. */
const LEASE_MS = 60_000

export type Delivery = {
  start(): void
  stop(): Promise<void>
  /** Looks for due events soon; called after each commit. */
  wake(): void
  /** Delivers what is due now and waits for it. */
  deliverNow(): Promise<void>
}

/** Delivers events to the store after their commit; one instance at a time works on an event. */
export function createDelivery(deps: CardSandboxDeps): Delivery {
  let running = false
  let timer: NodeJS.Timeout | undefined
  let cleanedAt = 0
  let last: Promise<void> = Promise.resolve()
  let lastFault: string | undefined

  /** One round after the other, so that a caller who waits for a round waits for those before it too. */
  function deliverNow(): Promise<void> {
    const run = last.then(round)
    last = run.catch(() => {})
    return run
  }

  async function round(): Promise<void> {
    await moveBanks(deps)
    await deliverDue(deps)
    const at = deps.now().getTime()
    if (at - cleanedAt < CLEAN_EVERY_MS) return
    cleanedAt = at
    await forgetOld(deps)
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
      lastFault = undefined
    } catch (error) {
      // what was due stays due: the next round tries again
      const fault = error instanceof Error ? error.message : String(error)
      // the store itself logs once that the database is unavailable
      if (!isDatabaseUnavailable(error) && fault !== lastFault) deps.log?.(`card events: ${fault}`)
      lastFault = fault
    }
    // a wake meanwhile has set an earlier one
    if (running && timer === undefined) schedule(POLL_MS)
  }

  return {
    deliverNow,
    start() {
      running = true
      schedule(0)
    },
    async stop() {
      running = false
      clearTimeout(timer)
      await last
    },
    wake() {
      if (running) schedule(0)
    },
  }
}

/** What happens at the banks without a call; its events are due at once. */
function moveBanks({ db, origin, now }: CardSandboxDeps): Promise<void> {
  const call = { at: now(), origin, requestId: null, idempotencyKey: null }
  return inTransaction(db, (trx) => failRefunds({ ...call, db: trx }))
}

async function deliverDue(deps: CardSandboxDeps): Promise<void> {
  for (;;) {
    const events = await claimDue(deps)
    if (events.length === 0) return
    // one after the other: events leave in their order
    const planned: { event: CardEventRow; copies: number }[] = []
    for (const event of events) planned.push({ event, copies: await countCopies(deps, event) })
    await Promise.all(planned.map((plan) => deliverEvent(deps, plan)))
  }
}

/**
 * How many times an event is to be delivered now, as the control page says: usually once, perhaps twice, and not at
 * all where it is lost or put off. An event is disturbed once at most.
 */
async function countCopies({ db, now }: CardSandboxDeps, event: CardEventRow): Promise<0 | 1 | 2> {
  const fault = event.disturbed ? undefined : await meetFault(db, ['events'])
  if (!fault) return 1
  const isPutOff = fault.action !== 'double'
  const waitMs = fault.action === 'reorder' ? Math.random() * fault.delay_ms : fault.delay_ms
  await db
    .updateTable('cards.events')
    .set({
      disturbed: true,
      ...(isPutOff && {
        attempts: 0,
        next_attempt_at: fault.action === 'lose' ? null : new Date(now().getTime() + waitMs),
      }),
    })
    .where('id', '=', event.id)
    .execute()
  return isPutOff ? 0 : 2
}

/** Takes due events out of the others' sight until the lease ends; the network is used after the commit. */
function claimDue({ db, now }: CardSandboxDeps): Promise<CardEventRow[]> {
  const at = now()
  return inTransaction(db, async (trx) => {
    const due = await trx
      .selectFrom('cards.events')
      .select('id')
      .where('next_attempt_at', '<=', at)
      .orderBy('next_attempt_at')
      .orderBy('position')
      .limit(BATCH)
      .forUpdate()
      .skipLocked()
      .execute()
    if (due.length === 0) return []
    const claimed = await trx
      .updateTable('cards.events')
      .set((is) => ({
        attempts: is('attempts', '+', 1),
        next_attempt_at: new Date(at.getTime() + LEASE_MS),
      }))
      .where(
        'id',
        'in',
        due.map((event) => event.id),
      )
      .returningAll()
      .execute()
    return claimed.sort((one, other) => one.position - other.position)
  })
}

async function deliverEvent(
  deps: CardSandboxDeps,
  { event, copies }: { event: CardEventRow; copies: number },
): Promise<void> {
  if (copies === 0) return
  const answers = await Promise.all(Array.from({ length: copies }, () => attempt(deps, event.body)))
  const status = answers.find(isGood) ?? answers[0] ?? null
  const isDelivered = isGood(status)
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

function isGood(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300
}

/** The shop's status, or null where it could not be asked. */
async function attempt(
  { deliver, now, webhookSecret }: CardSandboxDeps,
  body: string,
): Promise<number | null> {
  const { promise: tooLate, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(resolve, DELIVERY_TIMEOUT_MS, null)
  try {
    return await Promise.race([deliver(body, signEvent(body, webhookSecret, now())), tooLate])
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}

/** The signature header of an event: time and HMAC-SHA256 of time and body. */
export function signEvent(body: string, secret: string, at: Date): string {
  const time = seconds(at)
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return `t=${time},v1=${signature}`
}

/** When to try again: after 1 s, 5 s, 30 s, 2 min, then ever slower; null after a day. */
function nextAttempt({ attempts, created_at }: CardEventRow, at: Date): Date | null {
  const wait = RETRY_AFTER_SECONDS[Math.min(attempts, RETRY_AFTER_SECONDS.length) - 1] ?? 1
  const next = at.getTime() + wait * 1000
  return next - created_at.getTime() > GIVE_UP_AFTER_HOURS * 3_600_000 ? null : new Date(next)
}

async function forgetOld({ db, now }: CardSandboxDeps): Promise<void> {
  const hoursAgo = (hours: number) => new Date(now().getTime() - hours * 3_600_000)
  await db.deleteFrom('cards.idempotency_keys').where('created_at', '<', hoursAgo(KEYS_KEPT_HOURS)).execute()
  await db
    .deleteFrom('cards.events')
    .where('created_at', '<', hoursAgo(EVENTS_KEPT_DAYS * 24))
    .where('next_attempt_at', 'is', null)
    .execute()
}
