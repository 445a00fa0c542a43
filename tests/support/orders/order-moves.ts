import { sql } from 'kysely'
import { AppError } from '#contract/platform/errors.ts'
import { readSecret } from '#database/secrets.ts'
import { orderBody } from '#demo/purchase.ts'
import { signEvent } from '#embedded/cards/events/delivery.ts'
import { archiveProduct } from '#server/catalog/products/service.ts'
import { placeLines, placeOrder } from '#server/sales/orders/place-order.ts'
import { priceOrder } from '#server/sales/orders/price-order.ts'
import { setOrderStatus } from '#server/sales/orders/write-order.ts'
import { deleteOrder } from '#server/sales/payments/cancel-order.ts'
import { reconcilePayments } from '#server/sales/payments/reconciliation-job.ts'
import { recordRefundRequest } from '#server/sales/payments/record-refunds.ts'
import { finishRefund } from '#server/sales/payments/refunds.ts'
import { handleEvent, ignore, syncReported } from '#server/sales/payments/sync.ts'
import { openReversibleDatabase } from '../database/reversible-database.ts'
import { openIntent, stripeOf } from '../payments/network.ts'
import { cardNumbers, openShop } from '../shop.ts'
import type { Person } from '../store.ts'
import { exampleOrder } from './example-order.ts'
import { type LineCount, linesOf, PRICES, TOTAL } from './order-lines.ts'
import { type OrderState, RELEVANT, readState } from './order-state.ts'

export const UNITS = 10
/** An admin's partial refund of an order with one line, in cents; it returns one unit. */
const PARTIAL_REFUND = 1000
/** Few enough that sequences of moves reach the limit. */
const ATTEMPTS = 2

export type OrderFixture = Awaited<ReturnType<typeof openOrderFixture>>
export type Move = {
  name: string
  /** Whether there is something to act on; moves that the store would refuse are made too. */
  can: (state: OrderState) => boolean
  run: (fixture: OrderFixture) => Promise<unknown>
}

/** A store with three parts, an admin, a buyer and no order; `rolledBack` undoes what a test does in it. */
export async function openOrderFixture() {
  const database = await openReversibleDatabase()
  const shop = await openShop({ on: database, env: { CARD_ATTEMPTS_PER_HOUR: String(ATTEMPTS) } })
  const admin = await shop.staff('admin')
  const buyer = await shop.buyer()
  const parts = []
  for (const price of PRICES) parts.push(await shop.part({ available: UNITS, price }))
  const { db } = database
  const users = await db.selectFrom('users').select(['id', 'uid']).execute()
  const callerOf = ({ uid, email }: Person, role: 'user' | 'admin') => {
    const id = users.find((user) => user.uid === uid)?.id ?? ''
    return { id, uid, email, role, signInId: '' }
  }
  const webhookSecret = await readSecret(db, 'cards-webhook-secret', () => 'made at start')
  if (!shop.cards) throw new Error('no cards')
  return {
    database,
    store: shop,
    parts,
    /** How many lines the order gets. */
    lineCount: 1 as LineCount,
    webhookSecret,
    stripe: await stripeOf(shop),
    buyer: callerOf(buyer, 'user'),
    admin: callerOf(admin, 'admin'),
    deps: { db, cards: shop.cards, now: shop.clock.now },
  }
}

const RULES = { currency: 'usd', cardAttemptsPerHour: ATTEMPTS }

const isPlaced = ({ phase }: OrderState) => phase !== 'none'
const canEnter = ({ payments }: OrderState) => (payments.at(-1)?.state ?? 'none') !== 'none'
const isChallenged = ({ payments }: OrderState) => payments.at(-1)?.state === 'requires_action'

const isDisputed = ({ payments }: OrderState) =>
  payments.some(({ disputeStatus }) => disputeStatus === 'needs_response')

/** What the tests let happen to an order, its payment, and its part. */
export const moves: Move[] = [
  { name: 'order', can: ({ phase }) => phase === 'none', run: place },
  { name: 'archive the part', can: ({ archived }) => !archived, run: archive },
  { name: 'open the payment', can: isPlaced, run: open },
  { name: 'pay', can: canEnter, run: (fixture) => enter(fixture, cardNumbers.good) },
  { name: 'pay with a declined card', can: canEnter, run: (fixture) => enter(fixture, cardNumbers.declined) },
  {
    name: 'pay with a card that requires authentication',
    can: canEnter,
    run: (fixture) => enter(fixture, cardNumbers.challenge),
  },
  {
    name: 'pay with a card that is disputed later',
    can: canEnter,
    run: (fixture) => enter(fixture, cardNumbers.disputed),
  },
  { name: 'win the dispute', can: isDisputed, run: (fixture) => sendEvidence(fixture, 'winning_evidence') },
  { name: 'lose the dispute', can: isDisputed, run: (fixture) => sendEvidence(fixture, 'losing_evidence') },
  { name: 'authenticate', can: isChallenged, run: (fixture) => finishChallenge(fixture, 'complete') },
  { name: 'fail to authenticate', can: isChallenged, run: (fixture) => finishChallenge(fixture, 'fail') },
  { name: 'browser reports', can: canEnter, run: report },
  {
    name: 'event arrives',
    can: ({ events }) => events.length > 0,
    run: (fixture) => deliverNext(fixture, 'asc'),
  },
  {
    name: 'newest event arrives first',
    can: ({ events }) => events.length > 1,
    run: (fixture) => deliverNext(fixture, 'desc'),
  },
  { name: 'event arrives again', can: ({ lastDelivered }) => lastDelivered !== null, run: deliverAgain },
  { name: 'event is lost', can: ({ events }) => events.length > 0, run: loseEvent },
  { name: 'poll', can: isPlaced, run: poll },
  { name: 'time runs out', can: ({ phase, isLate }) => phase !== 'none' && !isLate, run: runOut },
  { name: 'buyer deletes', can: isPlaced, run: (fixture) => remove(fixture, false) },
  { name: 'admin deletes without returning stock', can: isPlaced, run: (fixture) => remove(fixture, true) },
  { name: 'admin refunds a portion', can: isPlaced, run: (fixture) => refund(fixture, PARTIAL_REFUND) },
  { name: 'admin refunds all', can: isPlaced, run: (fixture) => refund(fixture, undefined) },
  { name: 'dashboard refunds a portion', can: canEnter, run: refundInDashboard },
  { name: 'admin ships it, or undoes that', can: isPlaced, run: toggleStatus },
]

/** Returns the move with that name. */
export function moveNamed(name: string): Move {
  const move = moves.find((known) => known.name === name)
  if (!move) throw new Error(`no move has the name ${name}`)
  return move
}

/** Makes a move; returns the code with which the store or the provider rejected it. Other errors are thrown. */
export async function makeMove(fixture: OrderFixture, { run }: Move): Promise<string | undefined> {
  fixture.store.clock.advance(1000)
  try {
    await run(fixture)
    return undefined
  } catch (error) {
    if (error instanceof AppError && error.code !== 'internal') return error.code
    throw error
  }
}

/** Delivers all pending events, then runs reconciliation once or twice. */
export async function comeToRest(
  fixture: OrderFixture,
  isAtRest: (state: OrderState) => boolean,
): Promise<OrderState> {
  const { db, now } = fixture.deps
  let state = await readState(db, now())
  for (; state.events.length > 0; state = await readState(db, now())) await deliverNext(fixture, 'asc')
  for (let polls = 0; polls === 0 || (polls < 2 && !isAtRest(state)); polls += 1) {
    await poll(fixture)
    state = await readState(db, now())
  }
  return state
}

/** Runs the work and rolls it back, the clock included. */
export async function rolledBack(
  { database, store: { clock } }: OrderFixture,
  work: () => Promise<void>,
): Promise<void> {
  const time = clock.now().getTime()
  await database.setSavepoint()
  try {
    await work()
  } finally {
    await database.rollBack()
    await database.release()
    clock.advance(time - clock.now().getTime())
  }
}

async function place({ deps: { db, now }, buyer, parts, lineCount }: OrderFixture) {
  const bounds = { minMinor: 50, maxMinor: 99_999_999, seller: exampleOrder.seller }
  const rules = { currency: 'usd', unpaidOrderLimit: 10, unpaidOrderHours: 48, taxRate: 1900, ...bounds }
  const wanted = linesOf(parts, lineCount)
  const [first, ...others] = wanted
  const order = orderBody([first], { email: buyer.email, name: 'Ada' })
  if (others.length === 0) return placeOrder(db, { order, caller: buyer, now: now(), rules })
  const { email, address, phone, location } = order
  const toLine = ({ part, quantity }: typeof first) => ({ productId: part._id, quantity })
  const { lines, faults } = await priceOrder(db, wanted.map(toLine), rules)
  if (faults.length > 0) throw new AppError('insufficient_stock')
  const contact = { name: 'Ada', email, address, phone, location }
  const request = { buyer: { id: buyer.id, ...contact }, channel: 'cart', lines, now: now(), rules } as const
  const placed = await placeLines(db, { ...request, key: undefined })
  if (placed.outcome !== 'placed') throw new AppError('insufficient_stock')
  return placed
}

function archive({ deps: { db, now }, parts, admin }: OrderFixture) {
  return archiveProduct(db, parts[0]?._id ?? '', { actorId: admin.id, at: now() })
}

async function open({ deps, buyer }: OrderFixture) {
  const { id } = await theOrder(deps)
  return openIntent(deps, { price: TOTAL / 100, orderId: id, caller: buyer }, RULES)
}

async function enter({ store, deps }: OrderFixture, number: string) {
  return store.enterCard(await newestIntent(deps), number)
}

async function finishChallenge({ store, deps }: OrderFixture, outcome: 'complete' | 'fail') {
  const { challenge } = await newestIntent(deps)
  await store.call({
    method: 'POST',
    url: `/payments/3ds/${challenge}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `outcome=${outcome}`,
  })
}

async function sendEvidence({ deps: { db }, stripe }: OrderFixture, evidence: string) {
  const { id } = await db.selectFrom('cards.disputes').select('id').executeTakeFirstOrThrow()
  await stripe.disputes.update(id, { evidence: { uncategorized_text: evidence } })
}

async function report({ deps, buyer }: OrderFixture) {
  const order = await theOrder(deps)
  const intent = await newestIntent(deps)
  return syncReported(deps, { orderId: order.id, intentId: intent.id, actorId: buyer.id }, RULES)
}

async function deliverNext(fixture: OrderFixture, direction: 'asc' | 'desc') {
  const { db } = fixture.deps
  const event = await db
    .selectFrom('cards.events')
    .select(['id', 'body'])
    .where(RELEVANT)
    .orderBy('created_at', direction)
    .orderBy('type', direction)
    .limit(1)
    .executeTakeFirstOrThrow()
  await deliver(fixture, event)
  await db
    .updateTable('cards.events')
    .set({ next_attempt_at: null, delivered_at: fixture.deps.now() })
    .where('id', '=', event.id)
    .execute()
}

async function deliverAgain(fixture: OrderFixture) {
  const event = await fixture.deps.db
    .selectFrom('cards.events')
    .select(['id', 'body'])
    .where('delivered_at', 'is not', null)
    .orderBy('delivered_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  await deliver(fixture, event)
}

async function deliver({ webhookSecret, deps }: OrderFixture, { body }: { body: string }) {
  const event = deps.cards.readEvent(body, signEvent(body, webhookSecret, deps.now()))
  await handleEvent(deps, event, RULES)
}

async function loseEvent({ deps: { db } }: OrderFixture) {
  const oldest = db
    .selectFrom('cards.events')
    .select('id')
    .where(RELEVANT)
    .orderBy('created_at')
    .orderBy('type')
    .limit(1)
  await db.updateTable('cards.events').set({ next_attempt_at: null }).where('id', '=', oldest).execute()
}

async function poll({ store, deps }: OrderFixture) {
  store.clock.advance(31_000)
  const failures = await reconcilePayments(deps, RULES)
  if (failures.length > 0) throw failures[0]?.error
}

async function runOut({ deps: { db, now } }: OrderFixture) {
  await db.updateTable('orders').set({ expires_at: now() }).execute()
}

async function remove({ deps, buyer, admin }: OrderFixture, byAdmin: boolean) {
  const { id } = await theOrder(deps)
  const actorId = byAdmin ? admin.id : buyer.id
  return deleteOrder(deps, { orderId: id, byAdmin, returnsStock: !byAdmin, actorId })
}

async function refund({ deps, admin, lineCount }: OrderFixture, amountMinor: number | undefined) {
  const order = await theOrder(deps)
  const oneUnit = { position: lineCount, units: 1, amountMinor: undefined, restock: true }
  const portion =
    lineCount === 1 ? { amountMinor, pieces: 1 } : { amountMinor: undefined, pieces: 0, lines: [oneUnit] }
  const request = await recordRefundRequest(deps.db, {
    ...(amountMinor === undefined ? { amountMinor, pieces: 0 } : portion),
    orderId: order.id,
    seenMinor: order.refunded_minor,
    reason: null,
    actorId: admin.id,
    now: deps.now(),
  })
  await finishRefund(deps, request.id)
}

async function refundInDashboard({ deps }: OrderFixture) {
  const { id } = await newestIntent(deps)
  const partial = { key: crypto.randomUUID(), amountMinor: 300, currency: 'usd' }
  await deps.cards.refundIntent(id, partial).catch(ignore('refund_refused'))
}

async function toggleStatus({ deps, admin }: OrderFixture) {
  const { id, status } = await theOrder(deps)
  const change = { orderId: id, actorId: admin.id, now: deps.now(), unpaidOrderHours: 48 }
  return setOrderStatus(deps.db, { ...change, status: status === 'Shift' ? 'Pending' : 'Shift' })
}

/** Returns the only order. */
export function theOrder({ db }: Pick<OrderFixture['deps'], 'db'>) {
  return db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
}

async function newestIntent({ db }: Pick<OrderFixture['deps'], 'db'>) {
  const { rows } = await sql<{ id: string; secret: string; challenge: string | null }>`
    select i.id, i.client_secret as secret, i.challenge_token as challenge
    from payment_intents p join cards.intents i on i.id = p.intent_id order by p.attempt desc limit 1`.execute(
    db,
  )
  const [newest] = rows
  if (!newest) throw new Error('no payment')
  return newest
}
