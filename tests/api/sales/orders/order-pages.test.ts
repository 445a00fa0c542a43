import { afterAll, beforeAll, expect, test } from 'vitest'
import { sortsOf } from '#contract/platform/list-sort.ts'
import type { Order, OrderStatus } from '#contract/sales/orders/orders.ts'
import type { Db } from '#database/open.ts'
import fc from '../../../support/fast-check.ts'
import { endOrder, insertOrder, insertProduct, insertUser } from '../../../support/shop-rows.ts'
import { openTestStore, type Person, type TestStore } from '../../../support/store.ts'
import { someRuns } from '../../../support/thoroughness.ts'

let store: TestStore
let admin: Person
let db: Db
let product_id: string
let buyers: string[]
const start = new Date('2026-03-01T12:00:00.000Z')

beforeAll(async () => {
  store = await openTestStore({ start })
  admin = await store.signUpAdmin()
  db = store.database.db
  product_id = await insertProduct(db)
  const people = ['one@example.com', 'two@example.com'].map((email) => insertUser(db, { email }))
  buyers = await Promise.all(people)
  for (let n = 0; n < 150; n += 1) await addOrder(n)
})
afterAll(() => store.close())

const statuses: OrderStatus[] = ['pending', 'Pending', 'Shift']
const phases = ['paid', 'open', 'late', 'expired'] as const

/** Adds an order; `n` gives its status and phase, and three in a row have the same timestamp, as under load. */
async function addOrder(n: number): Promise<string> {
  const phase = phases[n % phases.length]
  const at = new Date(start.getTime() - 86_400_000 + Math.floor(n / 3) * 1000)
  return insertOrder(db, {
    user_id: buyers[n % 2] ?? '',
    lines: [{ product_id, quantity: 1 + (n % 5) }],
    email: `buyer${n % 7}@example.com`,
    product_name: `Part ${n % 3}`,
    created_at: at,
    status: statuses[Math.floor(n / 4) % 3] ?? 'pending',
    expires_at: new Date(start.getTime() + (phase === 'late' ? -1 : 86_400_000)),
    ...(phase === 'paid' ? { paid_at: at, transaction_id: `pi_${n}` } : {}),
    ...(phase === 'expired' ? { expired_at: at, stock_returned_at: at } : {}),
  })
}

const removeOrder = (id: string) => endOrder(db, id, { deleted_at: store.clock.now() })

const filter = fc.record(
  {
    status: fc.subarray(statuses, { minLength: 1 }).map((some) => some.join(',')),
    paid: fc.constantFrom('true', 'false'),
    expired: fc.constantFrom('true', 'false'),
    email: fc.constantFrom('one@example.com', 'two@example.com'),
    sort: fc.constantFrom(...sortsOf(['createdAt', 'email', 'productName', 'total'])),
  },
  { requiredKeys: [] },
)
type Filter = typeof filter extends fc.Arbitrary<infer F> ? F : never

function matches(order: Order, { status, paid, expired }: Filter): boolean {
  return (
    (status === undefined || status.split(',').includes(order.status)) &&
    (paid === undefined || String(order.paid) === paid) &&
    (expired === undefined || String(order.expired) === expired)
  )
}

const list = (query: Filter & { limit: number; after?: string; count?: 'true' }) =>
  admin.api.listAllOrders({ query })
const ids = (orders: Order[]) => orders.map(({ _id }) => _id)

/** Orders as `sort` asks: by a field, and by id where it is the same. */
function sorted(orders: Order[], sort: Filter['sort'] = '-createdAt'): Order[] {
  const keys = {
    createdAt: ({ createdAt }: Order) => createdAt,
    email: ({ email }: Order) => email,
    productName: ({ productName }: Order) => productName,
    total: ({ total }: Order) => total.toFixed(2).padStart(9),
  }
  const key = new Map(Object.entries(keys)).get(sort.replace('-', ''))
  const keyOf = (order: Order) => `${key?.(order)} ${order._id}`
  const ascending = orders.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  return sort.startsWith('-') ? ascending.reverse() : ascending
}

test('a filter with a random combination of values lists and counts the orders that match it, in each order', async () => {
  const byPerson = new Map<string | undefined, Order[]>()
  for (const email of [undefined, 'one@example.com', 'two@example.com'] as const) {
    byPerson.set(email, (await list({ ...(email ? { email } : {}), limit: 1000 })).items)
  }
  expect(byPerson.get(undefined)).toHaveLength(150)
  const property = fc.asyncProperty(filter, async (wanted) => {
    const { items, count } = await list({ ...wanted, limit: 1000, count: 'true' })
    const all = byPerson.get(wanted.email) ?? []
    const matching = all.filter((order) => matches(order, wanted))
    expect(ids(items)).toEqual(ids(sorted(matching, wanted.sort)))
    expect(count).toBe(matching.length)
  })
  await fc.assert(property, { numRuns: someRuns(150, 5) })
})

test('pages list each order once while orders are placed and deleted', async () => {
  let placed = 1000
  const chance = fc.infiniteStream(fc.nat())
  const property = fc.asyncProperty(
    filter,
    fc.integer({ min: 1, max: 9 }),
    chance,
    async (wanted, limit, draw) => {
      const before = new Set(ids((await list({ ...wanted, limit: 1000 })).items))
      const seen: Order[] = []
      const removed = new Set<string>()
      let after: string | undefined
      do {
        const page = await list({ ...wanted, limit, ...(after ? { after } : {}) })
        seen.push(...page.items)
        after = page.next ?? undefined
        placed += 1
        // new orders come last in some of the orders: there the list would never end
        if (seen.length < 200) await addOrder(placed)
        const victim = [...before][draw.next().value % (before.size || 1)]
        if (victim !== undefined) {
          removed.add(victim)
          await removeOrder(victim)
        }
      } while (after)
      expect(new Set(ids(seen)).size).toBe(seen.length)
      const missed = [...before].filter((id) => !removed.has(id) && !ids(seen).includes(id))
      expect(missed).toEqual([])
      expect(ids(seen)).toEqual(ids(sorted(seen, wanted.sort)))
    },
  )
  await fc.assert(property, { numRuns: someRuns(12, 3) })
})
