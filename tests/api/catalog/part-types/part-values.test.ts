import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '#contract/catalog/products/products.ts'
import { insertShippedTypes } from '#server/catalog/part-types/shipped-types.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.staff('admin')
})
afterAll(() => shop?.close())

const disc = {
  type: 'brake-disc',
  category: 'body',
  attributes: { thickness: 22.5, diameter: 280, hub_ring: true },
}
const change = (part: Product, body: object) =>
  shop.call({ method: 'PATCH', url: `/api/service/${part._id}`, token: admin.token, payload: body })
const counts = async () => {
  const { rows } = await shop.database.pool.query(
    `select facet, sum(parts)::integer as parts from (
      select facet, parts from facet_value_counts union all select facet, parts from facet_value_changes
    ) as counted group by 1 having sum(parts) <> 0 order by 1`,
  )
  return Object.fromEntries(rows.map(({ facet, parts }) => [facet, parts]))
}

test('a part shows its values in the order of its type, alone and in lists', async () => {
  const part = await shop.part({ ...disc, partNumber: 'VALUES-1' })
  expect(part.type).toMatchObject({ key: 'brake-disc', name: 'Brake disc', drawing: 'brake-disc' })
  expect(part.attributes.map(({ key, value, text }) => [key, value, text])).toEqual([
    ['diameter', 280, '280 mm'],
    ['thickness', 22.5, '22.5 mm'],
    ['hub_ring', true, 'yes'],
  ])
  const { items } = await shop.api.listProducts({ query: { q: 'VALUES-1' } })
  expect(items[0]).toEqual(await shop.api.getProduct({ params: { id: part._id } }))
})

describe('a change of attributes', () => {
  test('changes those that it names; null removes one', async () => {
    const part = await shop.part(disc)
    const changed = await change(part, { attributes: { diameter: 300, hub_ring: null, axle: 'front' } })
    expect(
      changed.json().attributes.map(({ key, value }: { key: string; value: unknown }) => [key, value]),
    ).toEqual([
      ['axle', 'front'],
      ['diameter', 300],
      ['thickness', 22.5],
    ])
  })

  test('a change of the type keeps what both types have, and says what is dropped', async () => {
    const part = await shop.part({ ...disc, attributes: { axle: 'rear', diameter: 280 } })
    const { dropped, attributes, type } = (await change(part, { type: 'brake-pad' })).json()
    expect(type.key).toBe('brake-pad')
    expect(attributes.map(({ key }: { key: string }) => key)).toEqual(['axle'])
    expect(dropped).toEqual([expect.objectContaining({ key: 'diameter', text: '280 mm' })])
    const untyped = (await change(part, { type: null })).json()
    expect(untyped).toMatchObject({ type: null, attributes: [], dropped: [{ key: 'axle' }] })
  })

  test('is in the audit, with the name of the type', async () => {
    const part = await shop.part({ ...disc, attributes: { axle: 'rear' } })
    await change(part, { type: 'brake-pad', attributes: { axle: 'front' } })
    const { items } = await admin.api.listAudit({ query: { what: 'product' } })
    const own = items.filter(({ entityId }) => entityId === part._id)
    expect(own.map(({ field, before, after }) => [field, before, after]).sort()).toEqual([
      ['attributes', 'axle=rear', 'axle=front'],
      ['created', null, part.productName],
      ['type', 'Brake disc', 'Brake pads'],
    ])
  })
})

test.each([
  [{ type: 'spaceship' }, 'type'],
  [{ attributes: { diameter: 280 } }, 'attributes.diameter'],
  [{ type: 'brake-disc', attributes: { width: 280 } }, 'attributes.width'],
  [{ type: 'brake-disc', attributes: { nothing: 1 } }, 'attributes.nothing'],
  [{ type: 'brake-disc', attributes: { diameter: '280' } }, 'attributes.diameter'],
  [{ type: 'brake-disc', attributes: { diameter: 280.5 } }, 'attributes.diameter'],
  [{ type: 'brake-disc', attributes: { diameter: 1e12 } }, 'attributes.diameter'],
  [{ type: 'brake-disc', attributes: { axle: 'middle' } }, 'attributes.axle'],
  [{ type: 'brake-disc', attributes: { hub_ring: 'yes' } }, 'attributes.hub_ring'],
  [JSON.parse('{"type":"brake-disc","attributes":{"__proto__":1}}'), 'attributes'],
  [{ category: 'shoes' }, 'category'],
  [{ subcategory: 'tools' }, 'subcategory'],
  [{ saleUnit: 'dozen' }, 'saleUnit'],
])('%j is refused', async (fields, path) => {
  const payload = {
    productName: 'Disc',
    price: 1,
    minimumOrder: 1,
    availableQuantity: 1,
    img: '/a.svg',
    ...fields,
  }
  const response = await shop.call({ method: 'POST', url: '/api/service', token: admin.token, payload })
  if (path === 'attributes') return expect(response.json().attributes ?? []).toEqual([])
  expect(response.statusCode).toBe(400)
  expect(response.json().errors.map((error: { path: string }) => error.path)).toEqual([path])
})

test('values are counted by type as they come and go, also with an archived part', async () => {
  const before = await counts()
  const part = await shop.part({ ...disc, attributes: { diameter: 391, axle: 'front' } })
  const other = await shop.part({ ...disc, attributes: { diameter: 391 } })
  expect(await counts()).toMatchObject({ 'diameter=391': 2, 'axle=front': (before['axle=front'] ?? 0) + 1 })
  await change(part, { attributes: { diameter: 392 } })
  expect(await counts()).toMatchObject({ 'diameter=391': 1, 'diameter=392': 1 })
  await admin.api.deleteProduct({ params: { id: other._id } })
  await change(part, { type: null })
  expect(await counts()).toEqual(before)
})

test('an order that leaves a part in stock writes no index', async () => {
  const { pool } = shop.database
  const part = await shop.part({ ...disc, available: 100 })
  const client = await pool.connect()
  try {
    const statistics = async () => {
      await client.query('select pg_stat_force_next_flush()')
      const { rows } = await client.query(
        `select n_tup_upd::integer as updates, n_tup_hot_upd::integer as hot from pg_stat_user_tables where relname = 'products'`,
      )
      return rows[0]
    }
    const before = await statistics()
    for (let units = 0; units < 20; units += 1)
      await client.query('update products set available = available - 1 where id = $1', [part._id])
    const after = await statistics()
    expect(after.updates - before.updates).toBe(20)
    // a full page takes one row elsewhere; with one changed index there would be none
    expect(after.hot - before.hot).toBeGreaterThanOrEqual(18)
  } finally {
    client.release()
  }
})

test('the types that ship are inserted once: what the shop deletes stays deleted', async () => {
  const { pool, db } = shop.database
  await pool.query(`delete from part_types where key = 'wiper-blade'`)
  await insertShippedTypes(db, new Date())
  const { rows } = await pool.query(`select 1 from part_types where key = 'wiper-blade'`)
  expect(rows).toEqual([])
})

test('everybody reads the catalogue', async () => {
  const { categories, types, attributes } = await shop.api.getCatalogue({})
  expect(categories.map(({ id }) => id)).toContain('body')
  const type = types.find(({ key }) => key === 'brake-disc')
  expect(type?.attributes[0]).toEqual({ key: 'axle', inTable: true, inFilter: true, inTitle: true })
  expect(type?.relations[0]).toEqual({ type: 'brake-pad', shared: ['axle'] })
  expect(attributes.find(({ key }) => key === 'diameter')).toMatchObject({ kind: 'number', unit: 'mm' })
})
