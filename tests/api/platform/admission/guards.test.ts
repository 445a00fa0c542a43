import { afterEach, describe, expect, test } from 'vitest'
import { isStaff, roles } from '#contract/platform/auth/roles.ts'
import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { newId } from '#database/uuid.ts'
import { rejectSampleAdmin } from '#server/people/users/service.ts'
import { openTestStore, type TestStore } from '../../../support/store.ts'

let store: TestStore
afterEach(() => store.close())

/** Returns the statuses of estimate requests, one for each chain of forwarding addresses. */
async function requestEstimates(chains: string[]): Promise<number[]> {
  const statuses: number[] = []
  for (const chain of chains) {
    const response = await store.call({
      method: 'POST',
      url: '/api/estimate',
      headers: { 'x-forwarded-for': chain },
      payload: { name: 'Ann', email: 'ann@example.com' },
    })
    statuses.push(response.statusCode)
  }
  return statuses
}

describe('rate limits by IP address', () => {
  test('a forwarding address that the client invents changes nothing', async () => {
    store = await openTestStore({ env: { TRUST_PROXY: 'true', FORMS_PER_HOUR: '2' } })
    const forged = ['198.51.100.1', '198.51.100.2', '198.51.100.3'].map((first) => `${first}, 203.0.113.9`)
    expect(await requestEstimates(forged)).toEqual([201, 201, 429])
    expect(await requestEstimates(['198.51.100.1, 203.0.113.10'])).toEqual([201])
  })

  test('behind two proxies the second address from the end counts', async () => {
    store = await openTestStore({ env: { TRUST_PROXY: '2', FORMS_PER_HOUR: '1' } })
    const chains = ['1.1.1.1, 203.0.113.9, 10.0.0.1', '2.2.2.2, 203.0.113.9, 10.0.0.1']
    expect(await requestEstimates(chains)).toEqual([201, 429])
    expect(await requestEstimates(['1.1.1.1, 203.0.113.8, 10.0.0.1'])).toEqual([201])
  })

  test.each([
    ['an address with ports', (n: number) => `203.0.113.9:${40_000 + n}`],
    ['an IPv6 address in brackets with ports', (n: number) => `[2001:db8::1]:${40_000 + n}`],
    [
      'IPv4-mapped spellings',
      (n: number) => ['::ffff:203.0.113.9', '203.0.113.9', '::ffff:cb00:7109'][n] ?? '',
    ],
    ['texts that are no address', (n: number) => `unknown${n}`],
    ['other texts that are no address', (n: number) => `203.0.113.${300 + n}`],
  ])('%s are one client', async (_, forwarded) => {
    store = await openTestStore({ env: { TRUST_PROXY: 'true', FORMS_PER_HOUR: '2' } })
    expect(await requestEstimates([0, 1, 2].map(forwarded))).toEqual([201, 201, 429])
  })

  test('the IPv6 networks of one site together have a fifth more than one of them', async () => {
    store = await openTestStore({ env: { TRUST_PROXY: 'true', FORMS_PER_HOUR: '5' } })
    const networks = Array.from({ length: 8 }, (_, n) => `2001:db8:5:${(0x100 + n).toString(16)}::1`)
    expect(await requestEstimates(networks)).toEqual([201, 201, 201, 201, 201, 201, 429, 429])
    expect(await requestEstimates(['2001:db8:6:100::1'])).toEqual([201])
  })

  test('what one IPv6 network is refused does not count for others of its site', async () => {
    store = await openTestStore({ env: { TRUST_PROXY: 'true', FORMS_PER_HOUR: '5' } })
    const flood = Array.from({ length: 20 }, () => '2001:db8:5:1::1')
    expect((await requestEstimates(flood)).filter((status) => status === 201)).toHaveLength(5)
    expect(await requestEstimates(['2001:db8:5:2::1'])).toEqual([201])
  })

  test('the addresses of one IPv6 network count as one', { tags: 'long' }, async () => {
    store = await openTestStore({ env: { TRUST_PROXY: 'true', FORMS_PER_HOUR: '1' } })
    expect(await requestEstimates(['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1'])).toEqual([201, 429, 201])
  })
})

test('the request timeout of the server is two minutes', async () => {
  store = await openTestStore()
  expect(store.app.server.requestTimeout).toBe(120_000)
})

test('the demo’s sample admin is rejected only while it has a staff role', async () => {
  store = await openTestStore()
  const { db } = store.database
  await rejectSampleAdmin(db)
  const row = { id: newId(), uid: 'sample', email: sampleAdmin.email, created_at: new Date() }
  const fields = { display_name: null, photo_url: null }
  await db
    .insertInto('users')
    .values({ ...row, ...fields, role: 'admin' })
    .execute()
  for (const role of roles.filter(isStaff)) {
    await db.updateTable('users').set({ role }).execute()
    await expect(rejectSampleAdmin(db), role).rejects.toThrow(sampleAdmin.email)
  }
  await db.updateTable('users').set({ role: 'user' }).execute()
  await rejectSampleAdmin(db)
})

test('the queues of three jobs hold one waiting run each, and expect a heartbeat within 30 seconds', async () => {
  store = await openTestStore()
  const { database } = store
  await store.jobs.start()
  const { rows } = await database.pool.query('select name, policy, heartbeat_seconds from jobs.queue')
  const queues = rows.filter(({ name }) =>
    ['reconcile-payments', 'clean-up', 'remove-identities'].includes(name),
  )
  expect(queues).toHaveLength(3)
  for (const queue of queues) expect(queue).toMatchObject({ policy: 'stately', heartbeat_seconds: 30 })
})
