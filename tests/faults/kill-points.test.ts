import { fork } from 'node:child_process'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { composeStore } from '#server/compose.ts'
import { checkLedger } from '#server/sales/payments/ledger-check.ts'
import { reconcilePayments } from '#server/sales/payments/reconciliation-job.ts'
import { findContradictions } from '../hostile/inconsistencies.ts'
import { databaseOf } from '../support/database/postgres.ts'
import { outcomeOf } from '../support/http/outcomes.ts'
import { PRICES } from '../support/orders/order-lines.ts'
import { paymentDepsOf } from '../support/payments/network.ts'
import { openShop } from '../support/shop.ts'
import { someOf } from '../support/thoroughness.ts'
import { type ProviderTask, watchCalls } from './card-calls.ts'
import { type KillPlan, type KillTask, runOperation, type TaskReport } from './kill-tasks.ts'
import { type ExpectedState, type KillFixture, type PreparedOrder, scenarios } from './scenarios.ts'

const UNITS = 10_000
const env = { UNPAID_ORDER_LIMIT: '100000', ORDERS_PER_HOUR: '100000', LOG_LEVEL: 'silent' }

/** The expected state of an order and its money; `kept` is the charged amount minus refunds. */
const states: Record<ExpectedState, object> = {
  open: { phase: 'open', kept: 0, ledger: null },
  paid: { phase: 'paid', kept: 2500, ledger: 'charge 2500' },
  'partly refunded': { phase: 'paid', kept: 1800, ledger: 'charge 2500, refund 700' },
  disputed: { phase: 'paid', kept: 2500, ledger: 'charge 2500, dispute_withdrawn 2500' },
  deleted: { phase: 'deleted', kept: 0, ledger: null },
  expired: { phase: 'expired', kept: 0, ledger: null },
  refunded: { phase: 'deleted', kept: 0, ledger: 'charge 2500, refund 2500' },
}

let fixture: KillFixture
const watched: (ProviderTask & { calls: string[] })[] = []

beforeAll(async () => {
  const cardNetwork = watchCalls(
    () => watched,
    (task, call, send) => {
      task.calls.push(call)
      return send()
    },
  )
  const shop = await openShop({ env, cardNetwork })
  const admin = await shop.staff('admin')
  const buyer = await shop.buyer()
  const parts = []
  for (const price of PRICES) parts.push(await shop.part({ available: UNITS, price }))
  fixture = { shop, admin, buyer, parts, placed: 0 }
})
afterAll(() => fixture.shop.close())

test('each scenario makes exactly the listed calls and ends in its expected state', async () => {
  const { shop } = fixture
  const deps = paymentDepsOf(shop)
  const { cards } = deps
  const actual: Record<string, unknown> = {}
  for (const [name, { prepare }] of Object.entries(scenarios)) {
    const prepared = await prepare(fixture)
    const task = { name, ids: prepared.ids, calls: [] }
    watched.push(task)
    await runOperation({ app: shop.app, deps, operation: prepared.operation })
    actual[name] = { calls: task.calls, ...(await stateOf(prepared)) }
  }
  expect(actual).toEqual(
    Object.fromEntries(
      Object.entries(scenarios).map(([name, scenario]) => [
        name,
        { calls: scenario.calls, ...states[scenario.expected] },
      ]),
    ),
  )
  // A new function of the card provider must be added to one of the lists.
  const withoutScenario = [
    'listDisputesWithin',
    'listIntents',
    'listRefundsWithin',
    'readEvent',
    'withBudget',
  ]
  const withScenario = [
    'cancelIntent',
    'createIntent',
    'listDisputes',
    'listRefunds',
    'readIntent',
    'refundIntent',
  ]
  expect(Object.keys(cards).sort()).toEqual([...withoutScenario, ...withScenario].sort())
  await loseEvents()
})

test('after a kill before or after a provider call, each order reaches its expected state', async () => {
  const { shop } = fixture
  const { database, clock } = shop
  const cases = await prepareAll()
  await loseEvents()
  await killAtAllPoints(cases.map(({ task }) => task))
  // A new store on the same database.
  const { app, cards } = await composeStore({
    config: shop.config,
    database,
    now: clock.now,
    checkResponses: true,
    print() {},
  })
  await app.ready()
  if (!cards) throw new Error('The store takes no cards')
  const deps = { db: database.db, cards, now: clock.now }
  clock.advance(61_000)
  expect(await reconcilePayments(deps, { cardAttemptsPerHour: 10 })).toEqual([])
  for (const { prepared } of cases) {
    if (prepared.redeliver) expect((await app.inject(await prepared.redeliver())).statusCode).toBe(200)
  }
  const actual: Record<string, unknown> = {}
  for (const { task, prepared } of cases) actual[task.name] = await stateOf(prepared)
  expect(actual).toEqual(Object.fromEntries(cases.map(({ task, expected }) => [task.name, states[expected]])))
  const units = fixture.parts.map(() => UNITS)
  expect(await readTotals()).toEqual({ units, miscounted: 0, unfinished: 0 })
  expect(await findContradictions(database.db)).toEqual([])
  // Buyers who could pay still can, with one payment; those at the limit of attempts cannot.
  for (const { prepared, expected } of cases) {
    if (expected !== 'open') continue
    const outcome = await outcomeOf(fixture.shop.openPayment(prepared.order))
    expect([outcome, await countChargeable(prepared)]).toEqual(
      prepared.isAtAttemptLimit ? ['429 card_attempts', 0] : ['accepted', 1],
    )
  }
  clock.advance(11 * 60_000)
  expect((await checkLedger(deps, { days: 1 })).differences).toEqual([])
  await app.close()
}, 120_000)

type KillCase = { task: KillTask; prepared: PreparedOrder; expected: ExpectedState }

async function prepareAll(): Promise<KillCase[]> {
  const points = Object.entries(scenarios).flatMap(([name, { prepare, calls, expected }]) =>
    calls.flatMap((call, callIndex) =>
      (['before', 'after'] as const).map((when) => ({
        prepare,
        expected,
        point: { callIndex, when, name: `${name}: ${when} ${call} (${callIndex + 1})` },
      })),
    ),
  )
  return Promise.all(
    // Each scenario has fewer than 12 points, so that each point of the short suite is of another scenario.
    someOf(points, { share: 12 }).map(async ({ prepare, expected, point }) => {
      const prepared = await prepare(fixture)
      return { prepared, expected, task: { ...point, ids: [...prepared.ids], operation: prepared.operation } }
    }),
  )
}

/** Runs all tasks in one process, each up to its kill point; kills the process when all have stopped. */
async function killAtAllPoints(tasks: KillTask[]): Promise<void> {
  const { shop } = fixture
  const { connection } = inject('postgres')
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(shop.database.db)
  const plan: KillPlan = {
    connection: { ...connection, ...databaseOf(connection, rows[0]?.name ?? '') },
    env: { ...env, DATA_DIR: shop.config.dataDir },
    now: shop.clock.now().toISOString(),
    tasks,
  }
  const child = fork(new URL('store-to-kill.ts', import.meta.url), {
    execArgv: [],
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = new Promise<NodeJS.Signals | null>((resolve) =>
    child.once('exit', (_code, signal) => resolve(signal)),
  )
  const stopped = new Set<string>()
  const allStopped = new Promise<void>((resolve, reject) => {
    child.on('message', (message: TaskReport) => {
      if ('finished' in message)
        return reject(new Error(`${message.finished} did not reach its kill point: ${message.result}`))
      stopped.add(message.stopped)
      if (stopped.size === tasks.length) resolve()
    })
    void exited.then(() => reject(new Error('The store ended by itself')))
  })
  child.send(plan)
  try {
    await allStopped
    // A task that waits for the provider holds no transaction.
    const { rows: active } = await sql`select query from pg_stat_activity
      where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`.execute(
      shop.database.db,
    )
    expect(active).toEqual([])
  } finally {
    child.kill('SIGKILL')
  }
  expect(await exited).toBe('SIGKILL')
}

/** Cancels the delivery of all events, so that recovery has only reconciliation and the redelivered ones. */
async function loseEvents(): Promise<void> {
  await fixture.shop.database.db.updateTable('cards.events').set({ next_attempt_at: null }).execute()
}

async function stateOf({ order: { _id: id } }: PreparedOrder) {
  const { rows } = await sql`
    select
      case when deleted_at is not null then 'deleted' when paid_at is not null then 'paid'
        when expired_at is not null then 'expired' when cancellation is not null then 'cancelling' else 'open' end as phase,
      (select coalesce(sum(intent.amount_minor - intent.refunded_minor), 0)::int from cards.intents as intent
        where intent.metadata ->> 'orderId' = orders.id::text and intent.status = 'succeeded') as kept,
      (select string_agg(kind || ' ' || amount_minor, ', ' order by ledger.id) from ledger
        where order_id = orders.id) as ledger
    from orders where id = ${id}`.execute(fixture.shop.database.db)
  return { ...(rows[0] ?? {}) }
}

/** The number of payments of an order that could still be charged. */
async function countChargeable({ order }: PreparedOrder): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int from cards.intents
    where metadata ->> 'orderId' = ${order._id} and status not in ('canceled', 'succeeded')`.execute(
    fixture.shop.database.db,
  )
  return rows[0]?.count ?? 0
}

/** Invariants of all orders together. */
async function readTotals() {
  const { rows } = await sql`
    select
      (select json_agg(available + (
          select coalesce(sum(line.quantity - cancelled - returned), 0)::int
          from order_lines as line join orders on orders.id = order_id
          where line.product_id = products.id and stock_returned_at is null
        ) order by id) from products) as units,
      (select sum(unpaid_orders)::int from users) - (select count(*)::int from orders
        where paid_at is null and deleted_at is null and expired_at is null) as miscounted,
      (select count(*)::int from refunds where done_at is null and failed_at is null)
        + (select count(*)::int from orphaned_payments where refunded_at is null)
        + (select count(*)::int from orders where cancellation is not null) as unfinished
    `.execute(fixture.shop.database.db)
  return { ...(rows[0] ?? {}) }
}
