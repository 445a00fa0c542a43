import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CONNECTIONS } from '#database/open.ts'
import { orderBody } from '#demo/purchase.ts'
import { workOn } from '#server/catalog/imports/work.ts'
import { outcomeOf } from '../../../support/http/outcomes.ts'
import { apply, csv, dryRun, settled } from '../../../support/imports.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'

let shop: Shop
let admin: Person
let buyer: Person
/** A connection outside the store's pool. */
let outside: pg.Client

beforeAll(async () => {
  shop = await openShop({ env: { UNPAID_ORDER_LIMIT: '1000' } })
  admin = await shop.staff('admin')
  buyer = await shop.buyer()
  outside = new pg.Client(shop.database.connection)
  await outside.connect()
})
afterAll(async () => {
  await outside.end()
  await shop.close()
})

/** More callers than the pool has connections. */
const CALLERS = CONNECTIONS + 4
const UNITS = 50

const stockFile = (ids: string[], units: number) =>
  csv([['_id', 'availableQuantity'], ...ids.map((id) => [id, units])])

test('orders and cancellations of parts being imported get 503, and those of another part succeed', {
  timeout: 60_000,
}, async () => {
  const parts = await Promise.all(Array.from({ length: CALLERS }, () => shop.part({ available: UNITS })))
  const other = await shop.part({ available: UNITS })
  const placed = []
  for (const part of parts) placed.push(await shop.order([{ part, quantity: 2 }]))
  const file = stockFile(
    parts.map(({ _id }) => _id),
    UNITS + 28,
  )
  const { _id: id } = await dryRun(admin, file)
  await shop.database.db.updateTable('imports').set({ state: 'applying' }).where('id', '=', id).execute()
  const written = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const work = workOn(shop.database.db, {
    id,
    actorId: null,
    at: shop.clock.now(),
    currency: 'usd',
    onProgress: async (done, total) => {
      if (done < total) return
      written.resolve()
      await gate.promise
    },
  })
  await written.promise

  const cancel = (orderId: string) => outcomeOf(buyer.api.deleteOrder({ params: { id: orderId } }))
  const rejected = await Promise.all([
    ...placed.map(({ _id }) => cancel(_id)),
    ...parts.map((part) => outcomeOf(shop.order([{ part, quantity: 3 }]))),
  ])
  expect(new Set(rejected)).toEqual(new Set(['503 being_changed']))
  const [part] = parts
  if (!part) throw new Error('There is no part')
  const keyed = () =>
    shop.call({
      method: 'POST',
      url: '/api/order',
      token: buyer.token,
      headers: { 'idempotency-key': 'key-1' },
      payload: orderBody([{ part, quantity: 3 }], buyer),
    })
  const locked = await Promise.all([keyed(), keyed()])
  for (const response of locked) {
    expect(response.statusCode).toBe(503)
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  }
  const orderOfOther = await shop.order([{ part: other, quantity: 2 }])
  expect(await cancel(orderOfOther._id)).toBe('accepted')

  gate.resolve()
  await work
  expect(await settled(admin, await admin.api.getImport({ params: { id } }))).toMatchObject({
    state: 'applied',
    failure: null,
  })
  const again = await Promise.all([keyed(), keyed()])
  expect(again.map(({ statusCode }) => statusCode)).toEqual([201, 201])
  expect(again.map(({ headers }) => headers['idempotent-replayed']).sort()).toEqual(['true', undefined])
  expect(new Set(await Promise.all(placed.map(({ _id }) => cancel(_id))))).toEqual(new Set(['accepted']))
  const stock = await Promise.all(
    [...parts, other].map(
      async ({ _id }) => (await shop.api.getProduct({ params: { id: _id } })).availableQuantity,
    ),
  )
  // 48 units at the comparison and 78 in the file: the import adds 30.
  expect(stock).toEqual([UNITS + 27, ...parts.slice(1).map(() => UNITS + 30), UNITS])
})

test('an import step succeeds while every other connection of the pool is in use', {
  timeout: 60_000,
}, async () => {
  const part = await shop.part({ available: UNITS })
  const { _id: id, checkNumber } = await dryRun(admin, stockFile([part._id], UNITS + 1))
  await outside.query('begin')
  await outside.query('select 1 from products where id = $1 for update', [part._id])
  await admin.api.applyImport({ params: { id }, body: { checkNumber } })
  const clients = await Promise.all(
    Array.from({ length: CONNECTIONS - 1 }, () => shop.database.pool.connect()),
  )
  try {
    await outside.query('commit')
    const state = async () =>
      (await outside.query<{ state: string }>('select state from imports where id = $1', [id])).rows[0]?.state
    await expect.poll(state, { timeout: 9_000 }).toBe('applied')
  } finally {
    for (const client of clients) client.release()
  }
  expect(await settled(admin, await admin.api.getImport({ params: { id } }))).toMatchObject({ failure: null })
})

test('an import and an order of several parts that it changes do not wait for each other', {
  timeout: 60_000,
}, async () => {
  const one = await shop.part({ available: UNITS })
  const two = await shop.part({ available: UNITS })
  const [first = '', second = ''] = [one._id, two._id].sort()
  // rows that change a name are written after the others: the part that an order locks last is written first
  const file = csv([
    ['_id', 'productName', 'availableQuantity'],
    [second, one.productName, UNITS + 1],
    [first, 'Renamed', UNITS + 1],
  ])
  const checked = await dryRun(admin, file)
  const lock = (id: string) => outside.query('select 1 from products where id = $1 for no key update', [id])
  await outside.query('begin')
  await lock(first)
  const applied = apply(admin, checked)
  const waiting = `select 1 from pg_stat_activity
    where datname = current_database() and pg_backend_pid() = any (pg_blocking_pids(pid))`
  await expect
    .poll(async () => (await outside.query(waiting)).rows.length, { timeout: 30_000 })
    .toBeGreaterThan(0)
  await lock(second)
  await outside.query('commit')
  expect(await applied).toMatchObject({ state: 'applied', failure: null })
})

const discs = { type: 'brake-disc', category: 'body' }

test('while values are written, parts that are added, changed or sold out do not wait', {
  timeout: 60_000,
}, async () => {
  const [written, changed, sold] = await Promise.all(
    [4, 5, 1].map((available) => shop.part({ ...discs, available, attributes: { diameter: 280 } })),
  )
  await outside.query('begin')
  try {
    await outside.query(`update products set attributes = '{"diameter": 281}' where id = $1`, [written?._id])
    // each of them changes counts; a call that waits for a lock gets 503
    await shop.part({ ...discs, productName: 'Wortneuheit', attributes: { diameter: 282 } })
    const body = { attributes: { diameter: 283 } }
    await admin.api.updateProduct({ params: { id: changed?._id ?? '' }, body })
    if (sold) await shop.order([{ part: sold, quantity: 1 }])
  } finally {
    await outside.query('commit')
  }
  const { rows } = await outside.query(differingCounts)
  expect(rows).toEqual([])
})

/** Stored counts of values, and those of the table, where they differ. */
const differingCounts = `
  select part_type_id, facet, sum(parts) from (
    table facet_value_counts union all table facet_value_changes
    union all
    select part_type_id, unnest(facets), -1 from products where archived_at is null and part_type_id is not null
  ) as counted group by 1, 2 having sum(parts) <> 0`

test('an import of 1,000 changed values and orders of these parts leave stock and counts right', {
  timeout: 120_000,
}, async () => {
  const COUNT = 1000
  await outside.query(
    `insert into products (id, name, description, price_minor, minimum_order, available, img, category, part_number, created_at, part_type_id, attributes)
     select gen_random_uuid(), 'Disc ' || at, '', 1000, 1, 9, '/a.svg', 'body', 'MANY-' || at, now(),
       (select id from part_types where key = 'brake-disc'), jsonb_build_object('diameter', 200 + at % 50)
     from generate_series(1, ${COUNT}) as at`,
  )
  const { rows: ordered } = await outside.query<{ id: string }>(
    `select id from products where part_number like 'MANY-%' order by part_number limit 12`,
  )
  const file = csv([
    ['partNumber', 'attr:diameter'],
    ...Array.from({ length: COUNT }, (_, at) => [`MANY-${at + 1}`, 300 + (at % 7)]),
  ])
  const checked = await dryRun(admin, file)
  const applied = apply(admin, checked)
  const placed = await Promise.all(
    ordered.map(async ({ id }) => {
      const part = await shop.api.getProduct({ params: { id } })
      return outcomeOf(shop.order([{ part, quantity: 2 }]))
    }),
  )
  expect(await applied).toMatchObject({ state: 'applied', failure: null })
  // an order waits for the rows of the import a second at most
  const sold = placed.filter((outcome) => outcome === 'accepted').length
  expect(placed.filter((outcome) => outcome === '503 being_changed')).toHaveLength(placed.length - sold)
  const { rows: left } = await outside.query<{ available: number; parts: number }>(
    `select available, count(*)::integer as parts from products where part_number like 'MANY-%' group by 1 order by 1`,
  )
  expect(left).toEqual([
    ...(sold > 0 ? [{ available: 7, parts: sold }] : []),
    { available: 9, parts: COUNT - sold },
  ])
  expect((await outside.query(differingCounts)).rows).toEqual([])
  const range = { type: 'brake-disc', attributes: 'diameter=300..306', limit: 1 }
  expect((await shop.api.countProducts({ query: { ...range } })).total.parts).toBe(COUNT)
})
