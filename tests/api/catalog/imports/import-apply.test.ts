import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Import } from '#contract/catalog/imports/imports.ts'
import type { Product } from '#contract/catalog/products/products.ts'
import type { Tables } from '#database/generated-tables.ts'
import { createImportWorker, workOn } from '#server/catalog/imports/work.ts'
import { outcomeOf } from '../../../support/http/outcomes.ts'
import { apply, checksum, csv, dryRun, settled, undo } from '../../../support/imports.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'

let shop: Shop
let admin: Person
let buyer: Person

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.staff('admin')
  buyer = await shop.buyer()
})
afterAll(() => shop.close())

const header = ['_id', 'productName', 'price', 'minimumOrder', 'availableQuantity', 'img']
const newRow = (name: string) => ['', name, 9.5, 1, 20, '/a.svg']
const partOf = (id: string) => shop.api.getProduct({ params: { id } })
const findParts = async (q: string) => (await shop.api.listProducts({ query: { q } })).items
const priceFile = (parts: Product[], price: number) =>
  csv([['_id', 'price'], ...parts.map(({ _id }) => [_id, price])])
const stockFile = ({ _id }: Product, units: number) =>
  csv([
    ['_id', 'availableQuantity'],
    [_id, units],
  ])
const readAudit = (ids: string[]) =>
  shop.database.db
    .selectFrom('audit')
    .select(['entity_id', 'actor_id', 'field', 'before', 'after'] satisfies (keyof Tables['audit'])[])
    .where('entity', '=', 'product')
    .where('entity_id', 'in', ids)
    .orderBy('id')
    .execute()
/** Runs a step as another instance would; `atEnd` runs when all rows are written and before the commit. */
const runStep = ({ _id: id }: Import, atEnd: () => Promise<void> = async () => {}) =>
  workOn(shop.database.db, {
    id,
    actorId: null,
    at: shop.clock.now(),
    currency: 'usd',
    onProgress: async (done, total) => {
      if (done === total) await atEnd()
    },
  })
const setState = ({ _id }: Import, state: 'applying' | 'undoing') =>
  shop.database.db.updateTable('imports').set({ state }).where('id', '=', _id).execute()

describe('applying an import', () => {
  test('an applied import writes every column of changed parts, adds new parts and writes audit rows', async () => {
    const part = await shop.part({ available: 10 })
    const columns = [...header, 'category', 'brand', 'partNumber', 'description', 'images']
    const values = [
      part._id,
      'Renamed',
      14.2,
      2,
      30,
      '/b.svg',
      'engine',
      'ATE',
      'N-1',
      'Text',
      '/c.svg\n/d.svg',
    ]
    const added = ['', 'Cylinder head', 99, 1, 5, '/a.svg', 'engine', 'Mahle', 'CH-5', '', '']
    const applied = await apply(admin, await dryRun(admin, csv([columns, values, added])))
    expect(applied).toMatchObject({ state: 'applied', canUndo: true, appliedAt: expect.any(String) })
    expect(await partOf(part._id)).toEqual({
      ...part,
      productName: 'Renamed',
      name: 'Renamed',
      price: 14.2,
      minimumOrder: 2,
      availableQuantity: 30,
      img: '/b.svg',
      images: ['/c.svg', '/d.svg'],
      category: 'engine',
      brand: 'ATE',
      partNumber: 'N-1',
      description: 'Text',
    })
    const [head] = await findParts('CH-5')
    expect(head).toMatchObject({ productName: 'Cylinder head', price: 99, images: [], description: '' })
    const { _id: adminId } = await admin.api.getUser({ params: { email: admin.email } })
    const by = { actor_id: adminId }
    expect((await readAudit([part._id])).slice(1)).toEqual([
      { ...by, entity_id: part._id, field: 'price', before: '1250', after: '1420' },
      { ...by, entity_id: part._id, field: 'availableQuantity', before: '10', after: '30' },
    ])
    expect(await readAudit([head?._id ?? ''])).toEqual([
      { ...by, entity_id: head?._id, field: 'created', before: null, after: 'Cylinder head' },
    ])
  })

  test('an applied import writes only the parts that differ', async () => {
    const one = await shop.part()
    const two = await shop.part()
    const versions = () =>
      shop.database.db
        .selectFrom('products')
        .select(['id', ({ ref }) => ref('xmin' as 'id').as('version')])
        .where('id', 'in', [one._id, two._id])
        .orderBy('id')
        .execute()
    const before = await versions()
    const file = csv([
      ['_id', 'price'],
      [one._id, 13],
      [two._id, 12.5],
    ])
    await apply(admin, await dryRun(admin, file))
    const after = await versions()
    expect(after[0]?.version).not.toBe(before[0]?.version)
    expect(after[1]).toEqual(before[1])
  })

  test('orders placed since the dry run still count', async () => {
    const part = await shop.part({ available: 50 })
    const checked = await dryRun(admin, stockFile(part, 80))
    await shop.order([{ part, quantity: 7 }])
    expect(await apply(admin, checked)).toMatchObject({ state: 'applied' })
    expect((await partOf(part._id)).availableQuantity).toBe(73)
  })

  test('parts are compared again if one was changed, removed or added since, or has too few units', async () => {
    const changed = await shop.part()
    const prices = await dryRun(admin, priceFile([changed], 20))
    await admin.api.updateProduct({ params: { id: changed._id }, body: { price: 15 } })
    const first = await apply(admin, prices)
    expect(first).toMatchObject({ state: 'checked', madeAnew: true, checkNumber: 2 })
    expect((await partOf(changed._id)).price).toBe(15)
    const outdated = { params: { id: first._id }, body: { checkNumber: 1 } }
    expect(await outcomeOf(admin.api.applyImport(outdated))).toBe('409 import_outdated')
    expect(await apply(admin, first)).toMatchObject({ state: 'applied', madeAnew: false })
    expect((await partOf(changed._id)).price).toBe(20)

    const gone = await shop.part()
    const forGone = await dryRun(admin, priceFile([gone], 20))
    await admin.api.deleteProduct({ params: { id: gone._id } })
    expect(await apply(admin, forGone)).toMatchObject({ state: 'checked', report: { badRows: 1 } })

    const copy = csv([
      [...header, 'partNumber'],
      [...newRow('Copy'), 'TW-1'],
    ])
    const ofCopy = await dryRun(admin, copy)
    await shop.part({ productName: 'Copy', price: 9.5, available: 20, img: '/a.svg', partNumber: 'TW1' })
    expect(await apply(admin, ofCopy)).toMatchObject({
      state: 'checked',
      report: { newParts: 0, changedParts: 1 },
    })

    const scarce = await shop.part({ available: 10 })
    const forScarce = await dryRun(admin, stockFile(scarce, 2))
    await shop.order([{ part: scarce, quantity: 5 }])
    const again = await apply(admin, forScarce)
    expect(again).toMatchObject({ state: 'checked', madeAnew: true })
    expect(await apply(admin, again)).toMatchObject({ state: 'applied' })
    expect((await partOf(scarce._id)).availableQuantity).toBe(2)
  })

  test('the valid rows of a file are applied, and a file that changes nothing is rejected', async () => {
    const part = await shop.part()
    const file = csv([
      ['_id', 'price'],
      [part._id, 17],
      [part._id, 'x'],
    ])
    const checked = await dryRun(admin, file)
    expect(checked.report).toMatchObject({ changedParts: 1, badRows: 1 })
    expect(await apply(admin, checked)).toMatchObject({ state: 'applied' })
    const same = await dryRun(admin, file)
    const { _id: id, checkNumber } = same
    expect(await outcomeOf(admin.api.applyImport({ params: { id }, body: { checkNumber } }))).toBe(
      '409 import_not_ready',
    )
  })
})

describe('undoing an import', () => {
  test('undoing restores every field of the catalogue', async () => {
    const parts = [await shop.part({ available: 10 }), await shop.part()]
    const before = await checksum(shop.database.db)
    const rows = parts.map(({ _id }) => [_id, 'Other', 77, 3, 4, 'https://example.com/x.png', '/y.svg'])
    const file = csv([[...header, 'images'], ...rows, [...newRow('Added'), '']])
    const applied = await apply(admin, await dryRun(admin, file))
    expect(await checksum(shop.database.db)).not.toBe(before)
    const undone = await undo(admin, applied)
    expect(undone).toMatchObject({ state: 'undone', canUndo: false, undoneAt: expect.any(String) })
    expect(await checksum(shop.database.db)).toBe(before)
    expect(await outcomeOf(admin.api.undoImport({ params: { id: applied._id } }))).toBe(
      '409 import_not_ready',
    )
    expect((await readAudit([parts[0]?._id ?? ''])).slice(1)).toMatchObject([
      { field: 'price', before: '1250', after: '7700' },
      { field: 'availableQuantity', before: '10', after: '4' },
      { field: 'price', before: '7700', after: '1250' },
      { field: 'availableQuantity', before: '4', after: '10' },
    ])
  })

  test('undoing keeps orders placed since the import, and archives a new part that was ordered or reviewed', async () => {
    const part = await shop.part({ available: 10 })
    const file = csv([
      header,
      [part._id, part.productName, 12.5, 1, 30, part.img],
      ...['Ordered', 'Reviewed', 'Plain'].map(newRow),
    ])
    const applied = await apply(admin, await dryRun(admin, file))
    const [ordered, reviewed, plain] = await Promise.all(
      ['Ordered', 'Reviewed', 'Plain'].map(async (name) => (await findParts(name))[0]),
    )
    if (!ordered || !reviewed || !plain) throw new Error('The new parts are not listed')
    await shop.order([{ part: await partOf(part._id), quantity: 4 }])
    const placed = await shop.order([{ part: ordered, quantity: 2 }])
    await buyer.api.createReview({ body: { name: 'Ann', description: 'Good', productId: reviewed._id } })
    expect(await undo(admin, applied)).toMatchObject({ state: 'undone' })
    expect((await partOf(part._id)).availableQuantity).toBe(6)
    for (const { _id } of [ordered, reviewed, plain]) {
      expect(await outcomeOf(partOf(_id))).toBe('404 not_found')
    }
    expect((await buyer.api.getOrder({ params: { id: placed._id } })).productName).toBe('Ordered')
    const remaining = await shop.database.db
      .selectFrom('products')
      .select('name')
      .where('id', 'in', [ordered._id, reviewed._id, plain._id])
      .orderBy('name')
      .execute()
    expect(remaining.map(({ name }) => name)).toEqual(['Ordered', 'Reviewed'])
    expect((await readAudit([plain._id])).at(-1)).toMatchObject({
      field: 'deleted',
      before: 'Plain',
      after: null,
    })
    expect((await readAudit([ordered._id])).at(-1)).toMatchObject({ field: 'archived', after: 'true' })
  })

  test('undoing is rejected as a whole if a part has changed since, and the conflicts name it', async () => {
    const parts = [await shop.part(), await shop.part({ productName: 'Worn pad' })]
    const applied = await apply(admin, await dryRun(admin, priceFile(parts, 33)))
    await admin.api.updateProduct({ params: { id: parts[1]?._id ?? '' }, body: { price: 34 } })
    expect(await undo(admin, applied)).toMatchObject({
      state: 'applied',
      conflicts: [{ row: 3, _id: parts[1]?._id, productName: 'Worn pad' }],
    })
    expect((await partOf(parts[0]?._id ?? '')).price).toBe(33)
    await admin.api.updateProduct({ params: { id: parts[1]?._id ?? '' }, body: { price: 33 } })
    expect(await undo(admin, applied)).toMatchObject({ state: 'undone', conflicts: [] })

    const brought = await apply(admin, await dryRun(admin, csv([header, newRow('Repriced')])))
    const [part] = await findParts('Repriced')
    await admin.api.updateProduct({ params: { id: part?._id ?? '' }, body: { price: 3 } })
    expect(await undo(admin, brought)).toMatchObject({
      state: 'applied',
      conflicts: [{ productName: 'Repriced' }],
    })
  })

  test('only the last import can be undone, then the one before', async () => {
    const part = await shop.part()
    const first = await apply(admin, await dryRun(admin, priceFile([part], 20)))
    shop.clock.advance(1000)
    const second = await apply(admin, await dryRun(admin, priceFile([part], 30)))
    expect(await outcomeOf(admin.api.undoImport({ params: { id: first._id } }))).toBe('409 import_not_last')
    await undo(admin, second)
    expect((await partOf(part._id)).price).toBe(20)
    await undo(admin, first)
    expect((await partOf(part._id)).price).toBe(12.5)
  })
})

describe('concurrent imports', () => {
  test.each([1, 2, 3, 4])('three concurrent calls apply one import once (run %i)', async () => {
    const part = await shop.part({ available: 10 })
    const checked = await dryRun(admin, stockFile(part, 15))
    const request = () =>
      outcomeOf(
        admin.api.applyImport({ params: { id: checked._id }, body: { checkNumber: checked.checkNumber } }),
      )
    const outcomes = await Promise.all([request(), request(), request()])
    expect(outcomes).toContain('accepted')
    await settled(admin, checked)
    expect((await partOf(part._id)).availableQuantity).toBe(15)
    expect((await readAudit([part._id])).filter(({ field }) => field === 'availableQuantity')).toHaveLength(1)
  })

  test('while one import is written, another is rejected and can be applied afterwards', async () => {
    const one = await shop.part()
    const two = await shop.part()
    const first = await dryRun(admin, priceFile([one], 20))
    const second = await dryRun(admin, priceFile([two], 20))
    await setState(first, 'applying')
    const request = { params: { id: second._id }, body: { checkNumber: 1 } }
    expect(await outcomeOf(admin.api.applyImport(request))).toBe('409 import_busy')
    await runStep(first)
    expect(await outcomeOf(admin.api.applyImport(request))).toBe('accepted')
  })

  test('while an import is written its state is applying, discarding and undoing are rejected, and an order placed then counts', async () => {
    const part = await shop.part({ available: 10 })
    const checked = await dryRun(admin, stockFile(part, 30))
    await setState(checked, 'applying')
    const params = { id: checked._id }
    const written = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const work = runStep(checked, () => {
      written.resolve()
      return gate.promise
    })
    await written.promise
    expect(await admin.api.getImport({ params })).toMatchObject({ state: 'applying', isWorking: true })
    expect((await partOf(part._id)).availableQuantity).toBe(10)
    expect(await outcomeOf(admin.api.discardImport({ params }))).toBe('409 import_busy')
    expect(await outcomeOf(admin.api.undoImport({ params }))).toBe('409 import_busy')
    const placed = shop.order([{ part, quantity: 3 }])
    gate.resolve()
    await Promise.all([work, placed])
    expect(await admin.api.getImport({ params })).toMatchObject({ state: 'applied', isWorking: false })
    expect((await partOf(part._id)).availableQuantity).toBe(27)
  })

  test('an import that was interrupted while writing can be continued or discarded', async () => {
    const parts = [await shop.part(), await shop.part()]
    const before = await checksum(shop.database.db)
    const checked = await dryRun(admin, priceFile(parts, 44))
    await setState(checked, 'applying')
    const params = { id: checked._id }
    await expect(runStep(checked, () => Promise.reject(new Error('power cut')))).rejects.toThrow('power cut')
    expect(await checksum(shop.database.db)).toBe(before)
    expect(await admin.api.getImport({ params })).toMatchObject({
      state: 'applying',
      isWorking: false,
      failure: 'internal',
    })
    const applied = await apply(admin, checked)
    expect(applied).toMatchObject({ state: 'applied', failure: null })
    await setState(applied, 'undoing')
    await expect(runStep(applied, () => Promise.reject(new Error('power cut')))).rejects.toThrow('power cut')
    expect((await undo(admin, applied)).state).toBe('undone')
    expect(await checksum(shop.database.db)).toBe(before)
    const other = await dryRun(admin, priceFile(parts, 45))
    await setState(other, 'applying')
    expect(await admin.api.discardImport({ params: { id: other._id } })).toMatchObject({ state: 'discarded' })
  })

  test('an applied import has not failed, even if merging words into the search index fails after it', async () => {
    const part = await shop.part()
    const checked = await dryRun(admin, priceFile([part], 47))
    await setState(checked, 'applying')
    const { db } = shop.database
    await sql`alter index products_search_vector rename to renamed_index`.execute(db)
    await expect(runStep(checked))
      .rejects.toThrow('products_search_vector')
      .finally(() => sql`alter index renamed_index rename to products_search_vector`.execute(db))
    expect(await admin.api.getImport({ params: { id: checked._id } })).toMatchObject({
      state: 'applied',
      failure: null,
    })
    expect((await partOf(part._id)).price).toBe(47)
  })

  test('stopping a worker interrupts its import, and another worker continues it', async () => {
    const part = await shop.part()
    const checked = await dryRun(admin, priceFile([part], 55))
    await setState(checked, 'applying')
    const { db } = shop.database
    const failed: unknown[] = []
    const worker = createImportWorker({
      db,
      currency: 'usd',
      onChanged() {},
      onFailed: (error) => failed.push(error),
    })
    const actor = { actorId: null, at: shop.clock.now() }
    // The import has started; the report of its first batch interrupts it.
    const started = worker.begin(checked._id, actor)
    await worker.stop()
    await started
    expect(failed).toEqual([expect.objectContaining({ message: expect.stringContaining('The store stops') })])
    const params = { id: checked._id }
    expect(await admin.api.getImport({ params })).toMatchObject({ state: 'applying', isWorking: false })
    expect((await partOf(part._id)).price).toBe(12.5)
    expect((await apply(admin, checked)).state).toBe('applied')
    expect((await partOf(part._id)).price).toBe(55)
  })
})
