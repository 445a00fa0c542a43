import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { jobNameSchema } from '#contract/platform/jobs/failed-jobs.ts'
import { newId } from '#database/uuid.ts'
import { breakTable } from '../../support/database/faults.ts'
import { addRun } from '../../support/failed-jobs.ts'
import { outcomeOf } from '../../support/http/outcomes.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import type { Person } from '../../support/store.ts'

let shop: Shop
let admin: Person

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.staff('admin')
  expect(await admin.api.listFailedJobs()).toEqual({ items: [], next: null })
  await shop.jobs.start()
  // No job runs by its schedule, only by these tests.
  await shop.database.pool.query('delete from jobs.schedule')
})
afterAll(() => shop.close())
afterEach(() =>
  shop.database.pool.query("delete from jobs.job where state in ('failed', 'retry', 'completed')"),
)

const listFailed = async (page: { limit?: number; after?: string } = {}) =>
  admin.api.listFailedJobs({ query: page })
const runAgain = (id: string) => admin.api.runJobAgain({ params: { id } })
const stateOf = async (id: string) =>
  (await shop.database.pool.query('select state from jobs.job where id = $1', [id])).rows[0]?.state

test('a job that fails is listed with its error until it runs again and succeeds', async () => {
  const id = await addRun(shop, 'clean-up', { at: '2026-01-02T03:04:05Z' })
  const { items } = await listFailed()
  expect(items).toEqual([
    {
      _id: id,
      job: 'clean-up',
      failedAt: '2026-01-02T03:04:05.000Z',
      firstFailedAt: '2026-01-02T03:04:05.000Z',
      attempts: 1,
      error: 'no answer',
      succeededAt: null,
    },
  ])
  const repair = await breakTable(shop.database.pool, 'idempotency_keys', 'delete')
  expect(await runAgain(id)).toEqual({ job: 'clean-up' })
  await expect.poll(() => stateOf(id)).toBe('failed')
  const again = (await listFailed()).items.find(({ _id }) => _id === id)
  expect(again).toMatchObject({
    _id: id,
    job: 'clean-up',
    attempts: 2,
    error: 'the table idempotency_keys is broken',
  })
  expect(new Date(again?.failedAt ?? 0).getTime()).toBeGreaterThan(Date.now() - 60_000)
  await repair()
  await runAgain(id)
  await expect.poll(() => stateOf(id)).toBe('completed')
  expect((await listFailed()).items).toEqual([])
})

test('one payment that cannot be synced makes the job fail, and the error names it', {
  tags: 'long',
}, async () => {
  const buyer = await shop.buyer()
  const payment = await shop.openPayment(await shop.order([{}], { buyer }))
  shop.clock.advance(60_000)
  const id = await addRun(shop, 'reconcile-payments')
  const repair = await breakTable(shop.database.pool, 'payment_intents', 'update')
  await runAgain(id)
  await expect.poll(() => stateOf(id)).toBe('failed')
  await repair()
  const again = (await listFailed()).items.find(({ _id }) => _id === id)
  expect(again?.error).toContain(`payment ${payment.id}: the table payment_intents is broken`)
})

test('pages list each failed job once, newest first, also those of one millisecond', async () => {
  const at = ['01.000900', '02.000100', '02.000200', '02.000300', '02.000400', '03.000000']
  for (const [index, job] of jobNameSchema.options.entries())
    await addRun(shop, job, { at: `2026-01-02T03:04:${at[index]}Z` })
  const seen: string[] = []
  for (let after: string | null | undefined; after !== null; ) {
    const { items, next } = await listFailed({ limit: 2, ...(after && { after }) })
    expect(items.length).toBeLessThanOrEqual(2)
    seen.push(...items.map(({ _id, failedAt }) => `${failedAt} ${_id}`))
    after = next
  }
  expect(seen).toHaveLength(at.length)
  expect(seen).toEqual([...new Set(seen)].sort().reverse())
})

test('failures of a job without a success between them are one item, with the last error and the next success', async () => {
  const runs = [
    ['03:01', 'first'],
    ['03:02', 'second'],
    ['03:03', null],
    ['03:04', null],
    ['03:05', 'third'],
  ] as const
  for (const [time, message] of runs) {
    const state = message === null ? 'completed' : 'failed'
    await addRun(shop, 'check-ledger', { at: `2026-01-02T${time}:00Z`, state, error: { message } })
  }
  await addRun(shop, 'remove-identities', { at: '2026-01-02T03:00:00Z' })
  const { items } = await listFailed()
  expect(items.map(({ _id, ...item }) => item)).toEqual([
    {
      job: 'check-ledger',
      failedAt: '2026-01-02T03:05:00.000Z',
      firstFailedAt: '2026-01-02T03:05:00.000Z',
      attempts: 1,
      error: 'third',
      succeededAt: null,
    },
    {
      job: 'check-ledger',
      failedAt: '2026-01-02T03:02:00.000Z',
      firstFailedAt: '2026-01-02T03:01:00.000Z',
      attempts: 2,
      error: 'second',
      succeededAt: '2026-01-02T03:03:00.000Z',
    },
    expect.objectContaining({ job: 'remove-identities', succeededAt: null }),
  ])
})

test('the error of a run is its message, or its code if the message is empty, up to 500 characters', async () => {
  await addRun(shop, 'check-ledger', { error: { value: { message: 'job heartbeat timeout' } } })
  await addRun(shop, 'clean-up', { error: { name: 'AggregateError', message: '', code: 'ECONNREFUSED' } })
  await addRun(shop, 'index-words', { error: { message: 'x'.repeat(10_000) } })
  const errors = new Map((await listFailed()).items.map(({ job, error }) => [job, error]))
  expect(errors.get('check-ledger')).toBe('job heartbeat timeout')
  expect(errors.get('clean-up')).toBe('ECONNREFUSED')
  expect(errors.get('index-words')).toBe('x'.repeat(500))
})

test('only a failed job runs again, and not while another run of it waits', async () => {
  expect(await outcomeOf(runAgain(newId()))).toBe('404 not_found')
  expect(await outcomeOf(runAgain(await addRun(shop, 'clean-up', { state: 'completed' })))).toBe(
    '404 not_found',
  )
  await addRun(shop, 'check-ledger', { state: 'retry' })
  const id = await addRun(shop, 'check-ledger')
  expect(await outcomeOf(runAgain(id))).toBe('409 job_waiting')
  expect((await listFailed()).items).toHaveLength(1)
})

test('customers and visitors neither see failed jobs nor run them again', async () => {
  const id = await addRun(shop, 'clean-up')
  const customer = await shop.buyer()
  expect(await outcomeOf(customer.api.listFailedJobs())).toBe('403 forbidden')
  expect(await outcomeOf(customer.api.runJobAgain({ params: { id } }))).toBe('403 forbidden')
  expect(await outcomeOf(shop.api.listFailedJobs())).toBe('401 unauthenticated')
  expect(await outcomeOf(shop.api.runJobAgain({ params: { id } }))).toBe('401 unauthenticated')
  expect(await stateOf(id)).toBe('failed')
})

test('the queue of the clean-up keeps failed jobs for seven days', async () => {
  const { rows } = await shop.database.pool.query('select deletion_seconds from jobs.queue where name = $1', [
    'clean-up',
  ])
  expect(rows).toEqual([{ deletion_seconds: 7 * 24 * 3600 }])
})

test('the overview counts jobs that failed and have not succeeded since', async () => {
  const waiting = async () => (await admin.api.getOverview()).waiting.failedJobs
  expect(await waiting()).toEqual({ count: 0, oldestAt: null })
  await addRun(shop, 'clean-up', { at: '2026-01-02T03:00:00Z' })
  await addRun(shop, 'clean-up', { at: '2026-01-02T04:00:00Z', state: 'completed' })
  await addRun(shop, 'check-ledger', { at: '2026-01-01T00:00:00Z' })
  await addRun(shop, 'check-ledger', { at: '2026-01-03T00:00:00Z' })
  expect(await waiting()).toEqual({ count: 1, oldestAt: '2026-01-01T00:00:00.000Z' })
  await addRun(shop, 'clean-up', { at: '2026-01-02T05:00:00Z' })
  expect(await waiting()).toEqual({ count: 2, oldestAt: '2026-01-01T00:00:00.000Z' })
  await addRun(shop, 'check-ledger', { at: '2026-01-04T00:00:00Z', state: 'completed' })
  expect(await waiting()).toEqual({ count: 1, oldestAt: '2026-01-02T05:00:00.000Z' })
  const unsolved = (await listFailed()).items.filter(({ succeededAt }) => succeededAt === null)
  expect(unsolved).toHaveLength(1)
})
