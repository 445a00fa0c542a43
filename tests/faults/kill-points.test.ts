import { fork } from 'node:child_process'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { composeStore } from '#server/compose.ts'
import { databaseOf } from '../support/database/postgres.ts'
import { addPart, openPayment, refusal } from '../support/orders/orders.ts'
import { checkLedger, paymentDepsOf, reconcile } from '../support/payment-actions.ts'
import { openTestStore } from '../support/store.ts'
import { type Errand, watchCalls } from './card-calls.ts'
import { type DeadlyErrand, type Orders, perform, type Report } from './errands.ts'
import { type Begun, type End, scenes, type World } from './scenes.ts'

const PIECES = 10_000
const env = { UNPAID_ORDER_LIMIT: '100000', ORDERS_PER_HOUR: '100000', LOG_LEVEL: 'silent' }

/** How an order and its money must stand: what is kept is what the provider took less what it gave back. */
const ends: Record<End, object> = {
  open: { phase: 'open', kept: 0, ledger: null },
  paid: { phase: 'paid', kept: 2500, ledger: 'charge 2500' },
  'partly back': { phase: 'paid', kept: 1800, ledger: 'charge 2500, refund 700' },
  disputed: { phase: 'paid', kept: 2500, ledger: 'charge 2500, dispute_withdrawn 2500' },
  deleted: { phase: 'deleted', kept: 0, ledger: null },
  expired: { phase: 'expired', kept: 0, ledger: null },
  'given back': { phase: 'deleted', kept: 0, ledger: 'charge 2500, refund 2500' },
}

let world: World
const watched: (Errand & { calls: string[] })[] = []

beforeAll(async () => {
  const cardNetwork = watchCalls(
    () => watched,
    (errand, call, send) => {
      errand.calls.push(call)
      return send()
    },
  )
  const store = await openTestStore({ env, cardNetwork })
  const [admin, buyer] = [await store.signUpAdmin(), await store.signUp()]
  world = { store, admin, buyer, part: await addPart(admin, { available: PIECES }) }
})
afterAll(() => world.store.close())

test('each errand of the store asks its provider at the points that are listed, and at no other', async () => {
  const { store } = world
  const deps = paymentDepsOf(store)
  const { cards } = deps
  const met: Record<string, unknown> = {}
  for (const [name, { begin }] of Object.entries(scenes)) {
    const begun = await begin(world)
    const errand = { name, ids: begun.ids, calls: [] }
    watched.push(errand)
    await perform(store, deps, begun.act)
    met[name] = { calls: errand.calls, ...(await stateOf(begun)) }
  }
  expect(met).toEqual(
    Object.fromEntries(
      Object.entries(scenes).map(([name, scene]) => [name, { calls: scene.calls, ...ends[scene.ends] }]),
    ),
  )
  // a new call is a new point: add what asks it to the scenes
  const looking = ['listDisputesWithin', 'listIntents', 'listRefundsWithin', 'readEvent', 'withBudget']
  const acting = ['cancelIntent', 'createIntent', 'listDisputes', 'listRefunds', 'readIntent', 'refundIntent']
  expect(Object.keys(cards).sort()).toEqual([...looking, ...acting].sort())
  await loseEvents()
})

test('killed before or after any call to its provider, the store brings every order to its right end within one poll', async () => {
  const { store } = world
  const { database, clock } = store
  const killed = await beginAll()
  await loseEvents()
  await killAtAllPoints(killed.map(({ errand }) => errand))
  // the same database, a store that remembers nothing
  const { app, cards } = await composeStore({
    config: store.config,
    database,
    now: clock.now,
    checkResponses: true,
    print() {},
  })
  await app.ready()
  if (!cards) throw new Error('The store takes no cards')
  const deps = { db: database.db, cards, now: clock.now }
  clock.advance(61_000)
  expect(await reconcile(deps, { cardAttemptsPerHour: 10 })).toEqual([])
  for (const { begun } of killed) {
    if (begun.again) expect((await app.inject(await begun.again())).statusCode).toBe(200)
  }
  const stands: Record<string, unknown> = {}
  for (const { errand, begun } of killed) stands[errand.name] = await stateOf(begun)
  expect(stands).toEqual(Object.fromEntries(killed.map(({ errand, end }) => [errand.name, ends[end]])))
  expect(await books()).toEqual({ pieces: PIECES, miscounted: 0, unfinished: 0 })
  // whoever could pay still can, by one payment; who tried card after card cannot
  for (const { begun, end } of killed) {
    if (end !== 'open') continue
    const answer = await refusal(openPayment(world.buyer, begun.order))
    expect([answer, await payable(begun)]).toEqual(begun.again ? ['429 card_attempts', 0] : ['accepted', 1])
  }
  clock.advance(11 * 60_000)
  expect((await checkLedger(deps, { days: 1 })).differences).toEqual([])
  await app.close()
}, 120_000)

type Killed = { errand: DeadlyErrand; begun: Begun; end: End }

async function beginAll(): Promise<Killed[]> {
  const points = Object.entries(scenes).flatMap(([name, { begin, calls, ends: end }]) =>
    calls.flatMap((call, stop) =>
      (['before', 'after'] as const).map((when) => ({
        begin,
        end,
        point: { stop, when, name: `${name}: ${when} ${call} (${stop + 1})` },
      })),
    ),
  )
  return Promise.all(
    points.map(async ({ begin, end, point }) => {
      const begun = await begin(world)
      return { begun, end, errand: { ...point, ids: [...begun.ids], act: begun.act } }
    }),
  )
}

/** One process runs all errands, each to its own point; when the last stands there, it is killed. */
async function killAtAllPoints(errands: DeadlyErrand[]): Promise<void> {
  const { store } = world
  const { connection } = inject('postgres')
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(store.database.db)
  const orders: Orders = {
    connection: { ...connection, ...databaseOf(connection, rows[0]?.name ?? '') },
    env: { ...env, DATA_DIR: store.config.dataDir },
    now: store.clock.now().toISOString(),
    errands,
  }
  const child = fork(new URL('store-to-kill.ts', import.meta.url), {
    execArgv: [],
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const gone = new Promise<NodeJS.Signals | null>((resolve) =>
    child.once('exit', (_code, signal) => resolve(signal)),
  )
  const stopped = new Set<string>()
  const all = new Promise<void>((resolve, reject) => {
    child.on('message', (report: Report) => {
      if ('ended' in report) return reject(new Error(`${report.ended} never came to its point: ${report.as}`))
      stopped.add(report.stopped)
      if (stopped.size === errands.length) resolve()
    })
    void gone.then(() => reject(new Error('The store ended by itself')))
  })
  child.send(orders)
  try {
    await all
    // what waits for a provider holds no transaction
    const { rows: held } = await sql`select query from pg_stat_activity
      where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`.execute(
      store.database.db,
    )
    expect(held).toEqual([])
  } finally {
    child.kill('SIGKILL')
  }
  expect(await gone).toBe('SIGKILL')
}

/** Nothing but the poll, and the events that an errand is about, may help. */
async function loseEvents(): Promise<void> {
  await world.store.database.db.updateTable('cards.events').set({ next_attempt_at: null }).execute()
}

async function stateOf({ order: { _id: id } }: Begun) {
  const { rows } = await sql`
    select
      case when deleted_at is not null then 'deleted' when paid_at is not null then 'paid'
        when expired_at is not null then 'expired' when cancellation is not null then 'closing' else 'open' end as phase,
      (select coalesce(sum(intent.amount_minor - intent.refunded_minor), 0)::int from cards.intents as intent
        where intent.metadata ->> 'orderId' = orders.id::text and intent.status = 'succeeded') as kept,
      (select string_agg(kind || ' ' || amount_minor, ', ' order by ledger.id) from ledger
        where order_id = orders.id) as ledger
    from orders where id = ${id}`.execute(world.store.database.db)
  return { ...(rows[0] ?? {}) }
}

/** How many payments of an order a card could still be charged for. */
async function payable({ order }: Begun): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int from cards.intents
    where metadata ->> 'orderId' = ${order._id} and status not in ('canceled', 'succeeded')`.execute(
    world.store.database.db,
  )
  return rows[0]?.count ?? 0
}

/** What must hold of all orders together. */
async function books() {
  const { rows } = await sql`
    select
      (select available from products where id = ${world.part._id})
        + (select coalesce(sum(quantity), 0)::int from orders where stock_returned_at is null) as pieces,
      (select sum(unpaid_orders)::int from users) - (select count(*)::int from orders
        where paid_at is null and deleted_at is null and expired_at is null) as miscounted,
      (select count(*)::int from refunds where done_at is null and failed_at is null)
        + (select count(*)::int from orphaned_payments where refunded_at is null)
        + (select count(*)::int from orders where cancellation is not null) as unfinished
    `.execute(world.store.database.db)
  return { ...(rows[0] ?? {}) }
}
