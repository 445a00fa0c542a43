import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiClient } from '#contract/api-client.ts'
import { sampleAdmin } from '#contract/users/sample-admin.ts'
import { connect } from '#database/open.ts'
import { upgradeTables } from '#database/upgrade/upgrade.ts'
import { readPdf } from '../support/orders/pdf-text.ts'
import { checkLedger, paymentDepsOf } from '../support/payment-actions.ts'
import { openTestStore, type TestStore } from '../support/store.ts'
import { createOldDatabaseWithRows, oldStore } from './old-store.ts'

const { answers: recorded } = oldStore
/** When the responses of the old store were recorded. */
const RECORDED_AT = new Date('2026-11-23T17:26:00.000Z')
/** Enough for a ledger check of every payment: it leaves out those of the last ten minutes. */
const SETTLED_MS = 20 * 60_000
/** Searches that find fewer parts now, in any order: parts that only mention the words are no longer found. */
const CHANGED_SEARCHES = new Set(['batery', 'spanner set', 'torque wrench'])
/** The old store found the parts of a category by its internal name; the current one finds nothing. */
const INTERNAL_NAME = 'category:wheels'
let store: TestStore
let admin: ApiClient

beforeAll(async () => {
  const { pool, connection, drop } = await createOldDatabaseWithRows()
  const client = await pool.connect()
  await upgradeTables(client).finally(() => client.release())
  const on = await connect(connection, { log() {} }, drop)
  store = await openTestStore({ on, start: RECORDED_AT })
  admin = store.apiWith(await signIn())
})
afterAll(() => store.close())

/** Signs in as the sample admin with the password of the old store; returns an access token. */
async function signIn(): Promise<string> {
  const { email, password } = sampleAdmin
  const response = await store.call({
    method: 'POST',
    url: `/identity/v1/accounts:signInWithPassword?key=${store.config.identity.apiKey}`,
    payload: { email, password, returnSecureToken: true },
  })
  const { idToken } = response.json<{ idToken: string }>()
  return (await store.apiWith(idToken).exchangeToken({ params: { email }, body: { email } })).token
}

/** Receipts now show the time zone of their times. */
const withoutZone = (page: string[]) => page.map((text) => text.replace(/( [AP]M) UTC/, '$1'))

describe('a store on upgraded tables responds as the old one did', () => {
  test.each(Object.entries(recorded.searches))(
    'the search %o finds the same, or has a listed change',
    async (q, ids) => {
      const { items } = await store.api.listProducts({ query: { q, limit: 100 } })
      const found = items.map(({ _id }) => _id)
      if (q === INTERNAL_NAME) return expect(found).toEqual([])
      if (!CHANGED_SEARCHES.has(q)) return expect(found).toEqual(ids)
      expect(found).not.toEqual([])
      expect(ids).toEqual(expect.arrayContaining(found))
    },
  )

  test('the counts of categories and brands are the same', async () => {
    expect(await store.api.countProducts({ query: {} })).toEqual(recorded.counts)
  })

  test('every order has the same payment, refunds, dispute and history', async () => {
    const { items } = await admin.listAllOrders({ query: { limit: 100 } })
    expect(items).toHaveLength(recorded.orders.length)
    expect(items).toMatchObject(recorded.orders)
    expect(items.flatMap(({ refunds }) => refunds)).toHaveLength(2)
    expect(items.flatMap(({ disputes }) => disputes)).toHaveLength(1)
  })

  test.each(Object.entries(recorded.receipts))('receipt of %s only gains a time zone', async (id, pages) => {
    const receipt = await admin.getReceipt({ params: { id } })
    expect(readPdf(new Uint8Array(await receipt.arrayBuffer())).pages.map(withoutZone)).toEqual(pages)
  })

  test('every review is the same, also hidden ones for admins', async () => {
    const { items } = await store.api.listReviews({ query: { limit: 100 } })
    // The old store did not name the part.
    expect(items.map(({ productName: _, ...review }) => review)).toEqual(recorded.reviews)
    const all = await admin.listAllReviews({ query: { limit: 100 } })
    expect(all.items).toEqual(recorded.manageReviews)
  })

  test('the imports, their changes and their errors are the same', async () => {
    const { items } = await admin.listImports({ query: { limit: 50 } })
    expect(items).toMatchObject(recorded.imports)
    for (const [id, [changes, errors]] of Object.entries(recorded.changes)) {
      expect((await admin.listImportChanges({ params: { id }, query: { limit: 50 } })).items).toEqual(changes)
      expect((await admin.listImportErrors({ params: { id }, query: { limit: 50 } })).items).toEqual(errors)
    }
  })

  test('the accounts, requests and subscribers are the same', async () => {
    // Names of accounts are limited to one line now.
    const users = recorded.users.map((user) => ({
      ...user,
      displayName: user.displayName?.replace('\n', ' ') ?? null,
    }))
    expect((await admin.listUsers({ query: { limit: 100 } })).items).toMatchObject(users)
    expect((await admin.listEstimates({ query: {} })).items).toEqual(recorded.estimates)
    expect((await admin.listSubscribers({ query: {} })).items).toEqual(recorded.subscribers)
  })

  test('the last ledger check is the same, and a new one finds every payment and no mismatch', async () => {
    expect((await admin.getOverview()).ledgerCheck).toEqual(recorded.overview.ledgerCheck)
    store.clock.advance(SETTLED_MS)
    const check = await checkLedger(paymentDepsOf(store), { days: 7 })
    const paid = recorded.orders.filter((order) => order.paid)
    expect(check).toMatchObject({ payments: paid.length, refunds: 2, disputes: 1, differences: [] })
  })
})

test('a checked import can be applied, and applied imports can be undone, the last one first', async () => {
  const [checked, , applied] = recorded.imports
  if (!checked || !applied) throw new Error('The recording must have three imports')
  const waitForState = async (id: string) => {
    for (;;) {
      const now = await admin.getImport({ params: { id } })
      if (!now.isWorking) return now.state
    }
  }
  const { _id: id, checkNumber } = checked
  await admin.applyImport({ params: { id }, body: { checkNumber } })
  expect(await waitForState(id)).toBe('applied')
  for (const one of [checked, applied]) {
    await admin.undoImport({ params: { id: one._id } })
    expect(await waitForState(one._id)).toBe('undone')
  }
})
