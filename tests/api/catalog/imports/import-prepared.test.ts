import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Import } from '#contract/catalog/imports/imports.ts'
import { workOn } from '#server/catalog/imports/work.ts'
import { apply, checksum, csv, dryRun, undo } from '../../../support/imports.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'

let shop: Shop
let admin: Person

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.staff('admin')
})
afterAll(() => shop.close())

const partOf = (id: string) => shop.api.getProduct({ params: { id } })
const firstRow = async <Row>(query: RawBuilder<Row>) => (await query.execute(shop.database.db)).rows[0]

describe('preparing the rows of an import', () => {
  /** Runs the step that applies an import, and `change` once its rows are prepared and none is written. */
  async function applyWhilePrepared({ _id: id }: Import, change: () => Promise<unknown>): Promise<Import> {
    await shop.database.db.updateTable('imports').set({ state: 'applying' }).where('id', '=', id).execute()
    let calls = 0
    await workOn(shop.database.db, {
      id,
      actorId: null,
      at: shop.clock.now(),
      currency: 'usd',
      onProgress: async (done, total) => {
        calls += 1
        if (calls > 1) return
        expect(done).toBe(total / 2)
        await change()
      },
    })
    expect(calls).toBeGreaterThan(1)
    return admin.api.getImport({ params: { id } })
  }

  const priceFile = (ids: string[]) =>
    csv([['_id', 'productName', 'price', 'availableQuantity'], ...ids.map((id) => [id, 'Renamed', 20, 60])])

  test('an order and an edit between preparing and writing the rows are kept', async () => {
    const parts = [await shop.part({ available: 50 }), await shop.part({ available: 50 })]
    const [sold] = parts
    if (!sold) throw new Error('There is no part')
    const checked = await dryRun(admin, priceFile(parts.map(({ _id }) => _id)))
    const applied = await applyWhilePrepared(checked, async () => {
      await shop.order([{ part: sold, quantity: 7 }])
      await admin.api.updateProduct({ params: { id: sold._id }, body: { description: 'By hand' } })
    })
    expect(applied).toMatchObject({ state: 'applied', madeAnew: false })
    const written = await Promise.all(parts.map(({ _id }) => partOf(_id)))
    expect(written).toMatchObject([
      { productName: 'Renamed', price: 20, availableQuantity: 53, description: 'By hand' },
      { productName: 'Renamed', price: 20, availableQuantity: 60 },
    ])
    const stale = await firstRow(sql`select 1 from products
      where search_vector is distinct from search_lexemes(name, description, brand, category, part_number)`)
    expect(stale).toBeUndefined()
    const entry = await firstRow<{ before: string; after: string }>(sql`select before, after from audit
      where entity_id = ${sold._id} and field = 'availableQuantity' order by id desc limit 1`)
    expect(entry).toEqual({ before: '43', after: '53' })
  })

  test.each([
    [
      'gets another price before that',
      (id: string) => admin.api.updateProduct({ params: { id }, body: { price: 7 } }),
    ],
    ['is deleted before that', (id: string) => admin.api.deleteProduct({ params: { id } })],
  ])('no part is written if one of them %s', async (_, change) => {
    const parts = [await shop.part(), await shop.part()]
    const checked = await dryRun(admin, priceFile(parts.map(({ _id }) => _id)))
    const result = await applyWhilePrepared(checked, () => change(parts[1]?._id ?? ''))
    expect(result).toMatchObject({ state: 'checked', madeAnew: true })
    expect(await partOf(parts[0]?._id ?? '')).toMatchObject({ price: 12.5 })
  })
})

describe('the search words of a part', () => {
  const marker = 'kept1 kept2'
  const overwriteWords = (id: string) =>
    sql`update products set search_vector = array_to_tsvector(string_to_array(${marker}, ' ')) where id = ${id}`.execute(
      shop.database.db,
    )
  const wordsOf = async (id: string) =>
    (await firstRow<{
      words: string
      expected: string
    }>(sql`select array_to_string(tsvector_to_array(search_vector), ' ') as words,
        array_to_string(tsvector_to_array(search_lexemes(name, description, brand, category, part_number)), ' ') as expected
        from products where id = ${id}`)) ?? { words: '', expected: '-' }

  test('an import computes the search words only of parts whose texts it changes', async () => {
    const plain = await shop.part()
    const renamed = await shop.part()
    for (const { _id } of [plain, renamed]) await overwriteWords(_id)
    const rows = [
      [plain._id, plain.productName, 14],
      [renamed._id, 'Copper gasket', 14],
    ]
    await apply(admin, await dryRun(admin, csv([['_id', 'productName', 'price'], ...rows])))
    expect(await partOf(plain._id)).toMatchObject({ price: 14 })
    expect((await wordsOf(plain._id)).words).toBe(marker)
    const { words, expected } = await wordsOf(renamed._id)
    expect(words).toBe(expected)
  })

  test('words follow the texts of a part in an edit, an import and its undoing', async () => {
    const part = await shop.part({ productName: 'Felt washer' })
    const before = await checksum(shop.database.db)
    await admin.api.updateProduct({ params: { id: part._id }, body: { productName: 'Cork washer' } })
    expect((await wordsOf(part._id)).words).toContain('cork')
    await admin.api.updateProduct({ params: { id: part._id }, body: { productName: 'Felt washer' } })
    expect(await checksum(shop.database.db)).toBe(before)
    const rows = [
      [part._id, 'Rubber washer', 12.5, 1, 20, part.img],
      ['', 'Cork ring', 9.5, 1, 20, '/a.svg'],
    ]
    const header = ['_id', 'productName', 'price', 'minimumOrder', 'availableQuantity', 'img']
    const applied = await apply(admin, await dryRun(admin, csv([header, ...rows])))
    const { words, expected } = await wordsOf(part._id)
    expect(words).toBe(expected)
    expect(words).toContain('rubber')
    await undo(admin, applied)
    expect(await checksum(shop.database.db)).toBe(before)
  })
})
