import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '#contract/catalog/products/products.ts'
import type { AuditEntry, AuditFilters } from '#contract/sales/audit/audit.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { MAX_ATTEMPTS } from '#server/platform/mail/outbox.ts'
import { queueMail } from '#server/platform/mail/write-mail.ts'
import { addRun } from '../../support/failed-jobs.ts'
import { outcomeOf } from '../../support/http/outcomes.ts'
import { apply, csv, dryRun, undo } from '../../support/imports.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import type { Person } from '../../support/store.ts'

let shop: Shop
let admin: Person
let clerk: Person
let part: Product
let order: Order

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.staff('admin')
  clerk = await shop.staff('orders')
  await shop.buyer('Bea Quill')
  part = await shop.part({ productName: 'Audited caliper', partNumber: 'AC-77', price: 12.5, available: 20 })
  order = await shop.order([{ part, quantity: 2 }])
  await makeHistory()
})
afterAll(() => shop.close())

const FILE = csv([
  ['productName', 'partNumber', 'price', 'minimumOrder', 'availableQuantity', 'img'],
  ['Imported pump', 'IP-1', '9', '1', '5', '/drawings/pump.svg'],
  ['Imported seal', 'IP-2', '9', '1', '5', '/drawings/pump.svg'],
])

/** Changes of most kinds, some of them at the same time. */
async function makeHistory(): Promise<void> {
  const params = { id: part._id }
  for (const price of [13, 14])
    part = await admin.api.updateProduct({ params, body: { price, addQuantity: 1, brand: `Brand ${price}` } })
  for (let count = 0; count < 2; count++) {
    const other = { id: (await shop.order([{ part }]))._id }
    await clerk.api.setOrderStatus({ params: other, body: { status: 'Shift' } })
    await clerk.api.deleteOrder({ params: other })
  }
  await admin.api.saveSettings({ body: { phone: '+1 555 014 0001', taxId: 'US-0' } })
  shop.clock.advance(1000)
  await apply(admin, await dryRun(admin, FILE))
}

const list = async (query: Partial<AuditFilters> = {}) =>
  (await admin.api.listAudit({ query: { limit: 1000, ...query } })).items
const kindOf = ({ entity, field }: AuditEntry) => `${entity}.${field}`

/** The changes that `act` recorded, oldest first. */
async function recordedBy(act: () => Promise<unknown>): Promise<AuditEntry[]> {
  const known = new Set((await list()).map(({ _id }) => _id))
  await act()
  return (await list()).filter(({ _id }) => !known.has(_id)).toReversed()
}

describe('what staff change is recorded with who and what', () => {
  const by = (person: Person) => ({ name: person.name, email: person.email })

  test('a part: added, each field that is edited, taken off sale', async () => {
    const fields = { productName: 'Relay', price: 3, minimumOrder: 1, available: 4, description: 'Old.' }
    let made: Product | undefined
    const [added] = await recordedBy(async () => {
      made = await shop.part(fields)
    })
    const id = made?._id ?? ''
    expect(added).toMatchObject({
      entity: 'product',
      field: 'created',
      entityId: id,
      name: 'Relay',
      by: by(admin),
    })
    const change = {
      productName: 'Relay, 12 V',
      price: 4.2,
      minimumOrder: 2,
      addQuantity: 6,
      brand: 'Veldra',
      description: null,
    }
    const edits = await recordedBy(() => admin.api.updateProduct({ params: { id }, body: change }))
    expect(edits.map(({ field, before, after, currency }) => [field, before, after, currency])).toEqual([
      ['productName', 'Relay', 'Relay, 12 V', null],
      ['price', '3', '4.2', 'usd'],
      ['minimumOrder', '1', '2', null],
      ['availableQuantity', '4', '10', null],
      ['brand', made?.brand ?? null, 'Veldra', null],
      ['description', 'Old.', '', null],
    ])
    const again = await recordedBy(() => admin.api.updateProduct({ params: { id }, body: { price: 4.2 } }))
    expect(again).toEqual([])
    const archived = await recordedBy(() => admin.api.deleteProduct({ params: { id } }))
    expect(archived).toMatchObject([{ field: 'archived', name: 'Relay, 12 V', hasPage: false }])
  })

  test('an order: its status, a payment at the counter by whom, a refund by whom, its deletion', async () => {
    const { _id: id } = await shop.order([{ part }])
    const params = { id }
    const changed = await recordedBy(() => clerk.api.setOrderStatus({ params, body: { status: 'Shift' } }))
    expect(changed).toMatchObject([
      {
        entity: 'order',
        field: 'status',
        before: 'pending',
        after: 'Shift',
        name: part.productName,
        by: by(clerk),
        hasPage: true,
      },
    ])
    const deleted = await recordedBy(() => clerk.api.deleteOrder({ params }))
    expect(deleted).toMatchObject([{ field: 'deleted', by: by(clerk), hasPage: false }])
    const paid = await shop.paid(await shop.order([{ part }]))
    const body = { amount: 5.25, refunded: 0, pieces: 0 }
    const refunded = await recordedBy(() => admin.api.refundOrder({ params: { id: paid._id }, body }))
    expect(refunded).toMatchObject([
      { field: 'refunded', before: '0', after: '5.25', currency: 'usd', by: by(admin) },
    ])
  })

  test('a review hidden and shown, an estimate and a subscriber deleted without their names', async () => {
    const review = { name: 'Ann', img: null, description: 'Fits.', rating: 5, productId: part._id }
    const { _id } = await clerk.api.createReview({ body: review })
    const hidden = await recordedBy(() =>
      admin.api.updateReview({ params: { id: _id }, body: { hidden: true } }),
    )
    expect(hidden).toMatchObject([
      { entity: 'review', field: 'hidden', before: 'false', after: 'true', name: 'Ann' },
    ])
    const estimate = await shop.api.requestEstimate({ body: { name: 'Vic Tull', email: 'vic@example.com' } })
    const gone = await recordedBy(() => clerk.api.deleteEstimate({ params: { id: estimate._id } }))
    expect(gone).toMatchObject([
      { entity: 'estimate', field: 'deleted', entityId: estimate._id, name: null, by: by(clerk) },
    ])
    await shop.api.subscribe({ body: { email: 'vic@example.com' } })
    const [subscriber] = (await admin.api.listSubscribers()).items
    const params = { id: subscriber?._id ?? '' }
    const left = await recordedBy(() => clerk.api.deleteSubscriber({ params }))
    expect(left).toMatchObject([{ entity: 'subscriber', field: 'deleted', name: null }])
    expect(await outcomeOf(clerk.api.deleteSubscriber({ params }))).toBe('404 not_found')
    expect(await outcomeOf(clerk.api.deleteEstimate({ params: { id: estimate._id } }))).toBe('404 not_found')
    expect(JSON.stringify([gone, left])).not.toMatch(/vic|tull/i)
  })

  test('a role given and taken, a profile edited by another, an account removed', async () => {
    const person = await shop.buyer('Nell Ward')
    const params = { email: person.email }
    const roles = await recordedBy(async () => {
      await admin.api.setRole({ params, body: { role: 'viewer', confirmUnverified: true } })
      shop.clock.advance(1000)
      await admin.api.setRole({ params, body: { role: 'user' } })
    })
    expect(roles).toMatchObject([
      { entity: 'user', field: 'role', before: 'user', after: 'viewer', name: person.email, hasPage: true },
      { field: 'role', before: 'viewer', after: 'user' },
    ])
    const own = await recordedBy(() => person.api.updateUser({ params, body: { location: 'Leeds' } }))
    expect(own).toEqual([])
    const edited = await recordedBy(() =>
      admin.api.updateUser({ params, body: { location: 'York', number: '+1 555' } }),
    )
    expect(edited).toMatchObject([
      { field: 'profile', before: null, after: 'location, number', by: by(admin) },
    ])
    const { _id: id } = await admin.api.getUser({ params })
    const removed = await recordedBy(() => admin.api.removeUser({ params: { id } }))
    expect(removed).toMatchObject([{ field: 'disabled', by: by(admin) }])
  })

  test('an import applied, undone and discarded is one change each; its parts are listed with the part only', async () => {
    const file = Buffer.concat([FILE, Buffer.from('Imported cap,IP-3,9,1,5,/drawings/pump.svg\n')])
    let checked = await dryRun(admin, file)
    expect(checked.report?.newParts).toBe(1)
    const applied = await recordedBy(() => apply(admin, checked))
    expect(applied).toMatchObject([
      { entity: 'import', field: 'applied', entityId: checked._id, name: 'parts.csv', by: by(admin) },
    ])
    expect((await list({ q: 'IP-3' })).map(kindOf)).toEqual(['product.created'])
    expect(await recordedBy(() => undo(admin, checked))).toMatchObject([{ field: 'undone' }])
    checked = await dryRun(admin, file)
    const discarded = await recordedBy(() => admin.api.discardImport({ params: { id: checked._id } }))
    expect(discarded).toMatchObject([{ field: 'discarded', name: 'parts.csv' }])
  })

  test('failed mails sent again and a failed job run again', async () => {
    await shop.jobs.start()
    await shop.database.pool.query('delete from jobs.schedule')
    const id = await addRun(shop, 'clean-up')
    const run = await recordedBy(() => admin.api.runJobAgain({ params: { id } }))
    expect(run).toMatchObject([{ entity: 'job', entityId: 'clean-up', field: 'run', by: by(admin) }])
    await queueMail(shop.database.db, { to: 'ann@example.com', subject: 'Failed', text: 'hello' })
    await shop.database.pool.query('update mails set attempts = $1 where subject = $2', [
      MAX_ATTEMPTS,
      'Failed',
    ])
    const mails = await recordedBy(() => admin.api.retryFailedMails())
    expect(mails).toMatchObject([{ entity: 'mail', field: 'retried', after: '1', by: by(admin) }])
    expect(await recordedBy(() => admin.api.retryFailedMails())).toEqual([])
  })

  test('settings of the shop, one change each', async () => {
    const saved = await recordedBy(() =>
      admin.api.saveSettings({ body: { phone: '+1 555 014 9999', taxId: 'US-1' } }),
    )
    expect(saved).toMatchObject([
      {
        entity: 'setting',
        field: 'phone',
        before: '"+1 555 014 0001"',
        after: '"+1 555 014 9999"',
        by: by(admin),
      },
      { entity: 'setting', field: 'taxId', after: '"US-1"' },
    ])
  })
})

test('what orders do to the stock is listed with its part only, newest first', async () => {
  const bought = await shop.part({ productName: 'Bought hose', partNumber: 'BH 9', available: 10 })
  shop.clock.advance(1000)
  const listed = await recordedBy(async () => {
    const { _id: id } = await shop.order([{ part: bought, quantity: 3 }])
    shop.clock.advance(1000)
    await clerk.api.deleteOrder({ params: { id } })
  })
  expect(listed.map(kindOf)).toEqual(['order.deleted'])
  const ofPart = await list({ q: 'bh-9', what: 'product' })
  expect(ofPart.map(({ field, before, after }) => [field, before, after])).toEqual([
    ['availableQuantity', '7', '10'],
    ['availableQuantity', '10', '7'],
    ['created', null, 'Bought hose'],
  ])
})

test('changes are filtered by what, who, when and text, alone and together', async () => {
  const all = await list()
  const day = shop.clock.now().toISOString().slice(0, 10)
  const isBy = (person: Person) => (entry: AuditEntry) => entry.by?.email === person.email
  const cases: [Partial<AuditFilters>, (entry: AuditEntry) => boolean][] = [
    [{ what: 'product' }, ({ entity }) => entity === 'product'],
    [{ what: 'product.price' }, (entry) => kindOf(entry) === 'product.price'],
    [{ what: 'order' }, ({ entity }) => entity === 'order'],
    [{ what: 'order.status' }, (entry) => kindOf(entry) === 'order.status'],
    [{ what: 'setting' }, ({ entity }) => entity === 'setting'],
    [{ by: clerk.email.toUpperCase() }, isBy(clerk)],
    [{ by: 'staff' }, (entry) => isBy(clerk)(entry) || isBy(admin)(entry)],
    [{ by: 'store' }, ({ by }) => by === null],
    [{ by: clerk.email, what: 'order' }, (entry) => isBy(clerk)(entry) && entry.entity === 'order'],
    [{ by: 'staff', what: 'setting.phone' }, (entry) => kindOf(entry) === 'setting.phone'],
    [{ by: 'store', what: 'user.role' }, (entry) => entry.by === null && entry.field === 'role'],
    [{ from: day, to: day }, ({ at }) => at.startsWith(day)],
  ]
  for (const [query, matches] of cases) {
    const expected = all.filter(matches)
    expect(expected.length, JSON.stringify(query)).toBeGreaterThan(0)
    expect(expected.length, JSON.stringify(query)).toBeLessThanOrEqual(all.length)
    expect(await list(query), JSON.stringify(query)).toEqual(expected)
  }
  expect(await list({ by: 'nobody@example.com' })).toEqual([])
  expect(await list({ by: clerk.email, what: 'import' })).toEqual([])
  expect(await list({ to: '2020-01-01' })).toEqual([])
  expect(await list({ from: '2999-01-01' })).toEqual([])
})

test('an order of several parts is named by the first and the number of others', async () => {
  const { _id: id, number } = await shop.order([{ part }, { part: await shop.part() }])
  const [placed] = await list({ q: String(number) })
  expect(placed).toMatchObject({ entity: 'order', entityId: id, field: 'placed', orderNumber: number })
  expect(placed?.name).toBe('Audited caliper and 1 more')
})

test('a day is one of the shop’s time zone', async () => {
  const at = new Date('2026-01-10T23:30:00.000Z')
  const values = { entity: 'job', entity_id: 'clean-up', field: 'run', before: null, after: null } as const
  await shop.database.db
    .insertInto('audit')
    .values({ at, actor_id: null, direct: true, ...values })
    .execute()
  const on = async (day: string) => (await list({ from: day, to: day })).length
  expect([await on('2026-01-09'), await on('2026-01-10'), await on('2026-01-11')]).toEqual([0, 1, 0])
  await admin.api.saveSettings({ body: { timeZone: 'Asia/Tokyo' } })
  expect([await on('2026-01-10'), await on('2026-01-11'), await on('2026-01-12')]).toEqual([0, 1, 0])
  await admin.api.saveSettings({ body: { timeZone: 'UTC' } })
})

test('a text finds orders, parts and people, with all that happened to them', async () => {
  const ids = async (query: Partial<AuditFilters>) => (await list(query)).map(({ entityId }) => entityId)
  expect(new Set(await ids({ q: order._id }))).toEqual(new Set([order._id]))
  expect((await list({ q: order._id })).map(kindOf)).toEqual(['order.placed'])
  expect(new Set(await ids({ q: 'ac77', what: 'product' }))).toEqual(new Set([part._id]))
  expect(new Set(await ids({ q: 'UDITED CALI', what: 'product' }))).toEqual(new Set([part._id]))
  expect(await ids({ q: '100%' })).toEqual([])
  const ofClerk = await list({ q: clerk.email })
  expect(ofClerk.some(({ entity, field }) => entity === 'user' && field === 'role')).toBe(true)
  expect(ofClerk.some(({ by }) => by?.email === clerk.email)).toBe(true)
  const { _id: importId = '' } = (await admin.api.listImports()).items[0] ?? {}
  expect(new Set(await ids({ q: importId.toUpperCase() }))).toEqual(new Set([importId]))
  expect(await ids({ q: 'no such thing at all' })).toEqual([])
  expect(await list({ q: '  ' })).toEqual(await list())
})

test('pages together are the whole list, however many changes share a time', async () => {
  const queries = [
    {},
    { what: 'product' },
    { by: 'staff' },
    { by: 'store' },
    { q: 'Audited' },
    { what: 'order' },
  ]
  for (const query of queries) {
    const whole = await list(query)
    const times = new Set(whole.map(({ at }) => at))
    expect(whole.length, JSON.stringify(query)).toBeGreaterThan(times.size)
    const sorted = whole.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
    expect(whole.map(({ at }) => at)).toEqual(sorted.map(({ at }) => at))
    const limit = 2
    const pages: AuditEntry[] = []
    let after: string | undefined
    do {
      const page = await admin.api.listAudit({ query: { ...query, limit, after } })
      expect(page.items.length).toBeLessThanOrEqual(limit)
      pages.push(...page.items)
      after = page.next ?? undefined
    } while (after !== undefined)
    expect(pages, JSON.stringify(query)).toEqual(whole)
  }
})

test('a wrong cursor, day or kind is refused', async () => {
  const get = (query: object) => outcomeOf(admin.api.listAudit({ query }))
  for (const query of [
    { after: 'x' },
    { from: 'yesterday' },
    { to: '2026-13-01' },
    { what: 'weather' },
    { from: '0000-01-01' },
    { limit: 0 },
  ])
    expect(await get(query), JSON.stringify(query)).toBe('400 invalid_request')
  expect(await list({ from: '0001-01-01', to: '9999-12-31' })).toEqual(await list())
})

test('nothing personal of a deleted account is shown, listed or exported', async () => {
  const person = await shop.staff('catalogue')
  const made = await person.api.createProduct({
    body: {
      productName: 'Orphaned relay',
      price: 3,
      minimumOrder: 1,
      availableQuantity: 4,
      img: '/drawings/x.svg',
    },
  })
  const review = { name: person.name, img: null, description: 'Good.', rating: 5, productId: made._id }
  const { _id: reviewId } = await person.api.createReview({ body: review })
  await admin.api.updateReview({ params: { id: reviewId }, body: { hidden: true } })
  await admin.api.updateUser({ params: { email: person.email }, body: { number: '+1 555 7777' } })
  const ofPerson = { q: 'Orphaned relay' }
  expect((await list(ofPerson))[0]?.by).toEqual({ name: person.name, email: person.email })
  const deletion = { method: 'DELETE', url: `/api/user/${person.email}`, token: person.idToken } as const
  expect((await shop.call(deletion)).statusCode).toBe(200)
  expect((await list(ofPerson))[0]?.by).toEqual({ name: null, email: null })
  expect((await list({ what: 'user.deleted' }))[0]).toMatchObject({
    by: { name: null, email: null },
    name: null,
    hasPage: false,
  })
  const file = await (await admin.api.exportAudit()).text()
  expect(file).toContain('Deleted account')
  const everything = JSON.stringify(await list()) + file
  for (const secret of [person.email, '7777']) expect(everything).not.toContain(secret)
  expect((await list({ what: 'review' })).map(({ name }) => name)).not.toContain(person.name)
  expect(await list({ by: person.email })).toEqual([])
  expect(await list({ q: person.email })).toEqual([])
})

test('the export has the same changes as people read them, with formulas escaped', async () => {
  const evil = await shop.part({ productName: '=HYPERLINK("http://evil.example")', price: 1, available: 3 })
  await admin.api.updateProduct({ params: { id: evil._id }, body: { price: 1234.5, brand: '@SUM(A1)' } })
  for (const phone of ['+1 555 014 9999', '+1 555 014 1111']) {
    shop.clock.advance(1000)
    await admin.api.saveSettings({ body: { phone } })
  }
  const read = async (query: Partial<AuditFilters> = {}) => {
    const text = await (await admin.api.exportAudit({ query })).text()
    const [head, ...lines]: string[][] = parse(text, { bom: true })
    expect(head).toEqual(['When', 'Who', 'Email', 'What', 'On', 'Id', 'Before', 'After'])
    return lines
  }
  const whole = await list()
  const lines = await read()
  expect(lines.map(([at, , , , , id]) => [at, id])).toEqual(whole.map(({ at, entityId }) => [at, entityId]))
  const line = (what: string) => lines.find((cells) => cells[3] === what)
  expect(line('Price')?.slice(6)).toEqual(['$1.00', '$1,234.50'])
  expect(line('Price')?.[4]).toBe(`'=HYPERLINK("http://evil.example")`)
  expect(line('Brand')?.[7]).toBe(`'@SUM(A1)`)
  expect(line('Phone')?.slice(6)).toEqual([`'+1 555 014 9999`, `'+1 555 014 1111`])
  expect(line('Import applied')).toMatchObject([
    expect.anything(),
    admin.name,
    admin.email,
    'Import applied',
    'parts.csv',
    expect.anything(),
    '',
    '',
  ])
  const filtered = await read({ what: 'setting', by: admin.email })
  expect(filtered).toHaveLength((await list({ what: 'setting', by: admin.email })).length)
  for (const cell of lines.flat()) expect(cell).not.toMatch(/^[=+@]/)
})
