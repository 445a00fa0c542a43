import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { Product } from '#contract/catalog/products/products.ts'
import { databaseOf, urlOf } from '../../../support/database/postgres.ts'
import { apply, csv, dryRun, exported, undo } from '../../../support/imports.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'

const program = path.resolve(import.meta.dirname, '../../../../server/programs/import.ts')
const runFile = promisify(execFile)
const flags = { inTable: true, inFilter: true, inTitle: false }

let shop: Shop
let admin: Person
let folder: string
let made = 0
let part: Product
/** Keys that no other test uses. */
let names: { type: string; number: string; choice: string; place: string }

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.staff('admin')
  folder = await mkdtemp(path.join(tmpdir(), 'partsline-undo-'))
})
afterAll(async () => {
  await shop?.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  made += 1
  shop.clock.advance(1000)
  names = { type: `type-${made}`, number: `size_${made}`, choice: `tone_${made}`, place: `place-${made}` }
  const { type, number, choice, place } = names
  await saved('PUT', `categories/${place}`, { name: place, parent: 'body' })
  await saved('PUT', `attributes/${number}`, { name: number, kind: 'number', decimals: 1 })
  const choices = ['red', 'blue'].map((key) => ({ key, name: key }))
  await saved('PUT', `attributes/${choice}`, { name: choice, kind: 'choice', choices })
  const attributes = [number, choice].map((key) => ({ key, ...flags }))
  await saved('PUT', `types/${type}`, { name: type, plural: `${type}s`, category: 'body', attributes })
  part = await shop.part({
    partNumber: `KEPT-${made}`,
    category: 'body',
    subcategory: place,
    type,
    attributes: { [number]: 5, [choice]: 'red' },
  })
})

const call = async (method: 'PUT' | 'DELETE', address: string, payload?: object) => {
  const url = `/api/catalogue/${address}`
  const response = await shop.call({ method, url, token: admin.token, ...(payload && { payload }) })
  return { status: response.statusCode, code: response.json().code }
}
async function saved(...change: Parameters<typeof call>) {
  expect(await call(...change), change[1]).toMatchObject({ status: 200 })
}
/** A comparison of a file with this one row about the part. */
const compare = (cells: Record<string, string>) =>
  dryRun(
    admin,
    csv([
      ['partNumber', ...Object.keys(cells)],
      [part.partNumber ?? '', ...Object.values(cells)],
    ]),
  )
const importRow = async (cells: Record<string, string>) => {
  const applied = await apply(admin, await compare(cells))
  expect(applied.state).toBe('applied')
  return applied
}
async function now() {
  const { type, category, subcategory, attributes, price } = await shop.api.getProduct({
    params: { id: part._id },
  })
  const values = Object.fromEntries(attributes.map(({ key, value }) => [key, value]))
  return { type: type?.key ?? null, category, subcategory, price, values }
}
/** What is stored, also where the part's type does not show it. */
async function storedValues() {
  const { rows } = await sql<{ attributes: object }>`
    select attributes from products where id = ${part._id}`.execute(shop.database.db)
  return rows[0]?.attributes
}

test('undo leaves out the value of an attribute that was deleted since, and says so', async () => {
  const { type, number, choice } = names
  const applied = await importRow({ [`attr:${number}`]: '', price: '77' })
  await saved('PUT', `types/${type}`, { attributes: [{ key: choice, ...flags }] })
  await saved('DELETE', `attributes/${number}`)
  const undone = await undo(admin, applied)
  expect(undone).toMatchObject({ state: 'undone', failure: null, leftOut: 1, conflicts: [] })
  expect(await storedValues()).toEqual({ [choice]: 'red' })
  expect((await now()).price).toBe(part.price)
  expect((await exported(shop, admin)).toString()).not.toContain(number)
})

test('undo leaves out an attribute that was taken from the type since', async () => {
  const { type, number, choice } = names
  const applied = await importRow({ [`attr:${number}`]: '', [`attr:${choice}`]: 'blue' })
  await saved('PUT', `types/${type}`, { attributes: [{ key: choice, ...flags }] })
  expect(await undo(admin, applied)).toMatchObject({ state: 'undone', leftOut: 1 })
  expect(await storedValues()).toEqual({ [choice]: 'red' })
})

test('undo leaves out a value that the attribute of this key cannot have any more', async () => {
  const { type, number, choice } = names
  const applied = await importRow({ [`attr:${number}`]: '' })
  await saved('PUT', `types/${type}`, { attributes: [{ key: choice, ...flags }] })
  await saved('DELETE', `attributes/${number}`)
  await saved('PUT', `attributes/${number}`, { name: number, kind: 'text' })
  const attributes = [
    { key: number, ...flags, inFilter: false },
    { key: choice, ...flags },
  ]
  await saved('PUT', `types/${type}`, { attributes })
  expect(await undo(admin, applied)).toMatchObject({ state: 'undone', leftOut: 1 })
  expect(await storedValues()).toEqual({ [choice]: 'red' })
})

test('undo after type and subcategory were deleted: the part has neither, and all else as before', async () => {
  const { type, place } = names
  const applied = await importRow({ type: '', subcategory: '', price: '77' })
  expect(await now()).toMatchObject({ type: null, subcategory: null, price: 77 })
  await saved('DELETE', `types/${type}`)
  await saved('DELETE', `categories/${place}`)
  expect(await undo(admin, applied)).toMatchObject({ state: 'undone', failure: null, leftOut: 1 })
  expect(await now()).toEqual({
    type: null,
    category: 'body',
    subcategory: null,
    price: part.price,
    values: {},
  })
  expect(await storedValues()).toEqual({})
})

test('undo after the former type was deleted: the values that both types have go with it', async () => {
  const { type, number, choice } = names
  const other = `other-${made}`
  const attributes = [number, choice].map((key) => ({ key, ...flags }))
  await saved('PUT', `types/${other}`, { name: other, plural: `${other}s`, category: 'body', attributes })
  const applied = await importRow({ type: other })
  await saved('DELETE', `types/${type}`)
  expect(await undo(admin, applied)).toMatchObject({ state: 'undone', leftOut: 1 })
  expect(await now()).toMatchObject({ type: null })
  expect(await storedValues()).toEqual({})
})

test('undo after the category was deleted, or the subcategory moved: the part stays where it is', async () => {
  const { type, place } = names
  const section = `section-${made}`
  await saved('PUT', `categories/${section}`, { name: section })
  const moved = await importRow({ subcategory: '' })
  await saved('PUT', `categories/${place}`, { parent: section })
  expect(await undo(admin, moved)).toMatchObject({ state: 'undone', leftOut: 1 })
  expect(await now()).toMatchObject({ category: 'body', subcategory: null, type })

  await admin.api.updateProduct({ params: { id: part._id }, body: { category: section, subcategory: place } })
  const applied = await importRow({ category: 'body' })
  await saved('DELETE', `categories/${place}`)
  await saved('DELETE', `categories/${section}`)
  expect(await undo(admin, applied)).toMatchObject({ state: 'undone', leftOut: 1 })
  expect(await now()).toMatchObject({ category: 'body', subcategory: null, type })
})

test('what an undo gave back cannot be deleted, and nothing is left out of it', async () => {
  const { type, number, place } = names
  const before = await now()
  const applied = await importRow({ type: '', subcategory: '' })
  expect(await undo(admin, applied)).toMatchObject({ state: 'undone', leftOut: 0 })
  expect(await now()).toEqual(before)
  const answers = [`attributes/${number}`, `types/${type}`, `categories/${place}`].map((one) =>
    call('DELETE', one),
  )
  const codes = (await Promise.all(answers)).map(({ code }) => code)
  expect(codes).toEqual(['attribute_in_use', 'type_in_use', 'category_in_use'])
})

test('deleted while it is undone: either before it or not at all', async () => {
  const { type, place } = names
  const applied = await importRow({ type: '', subcategory: '' })
  const [undone, ...deleted] = await Promise.all([
    undo(admin, applied),
    call('DELETE', `types/${type}`),
    call('DELETE', `categories/${place}`),
  ])
  expect(undone).toMatchObject({ state: 'undone', failure: null })
  const after = await now()
  expect(after.type).toBe(deleted[0]?.status === 200 ? null : type)
  expect(after.subcategory).toBe(deleted[1]?.status === 200 ? null : place)
})

test('a comparison from before the deletion writes nothing: another one says what is wrong', async () => {
  const { type, number } = names
  const bare = await shop.part({ partNumber: `BARE-${made}`, category: 'body' })
  const file = [
    ['partNumber', 'type', `attr:${number}`],
    [bare.partNumber ?? '', type, '7'],
  ]
  const compared = await dryRun(admin, csv(file))
  expect(compared.report).toMatchObject({ changedParts: 1, badRows: 0 })
  await admin.api.deleteProduct({ params: { id: part._id } })
  await saved('DELETE', `types/${type}`)
  const again = await apply(admin, compared)
  expect(again).toMatchObject({ state: 'checked', failure: null, madeAnew: true })
  expect(again.report).toMatchObject({ changedParts: 0, badRows: 1 })
  const { items } = await admin.api.listImportErrors({ params: { id: again._id }, query: {} })
  expect(items[0]).toMatchObject({ row: 2, column: 'type' })
})

test.each(['type', 'subcategory', 'category'] as const)(
  'a file that was read before its %s was deleted says so',
  async (column) => {
    const gone = `gone-${made}`
    const address = column === 'type' ? `types/${gone}` : `categories/${gone}`
    const place = { name: gone, ...(column === 'subcategory' && { parent: 'body' }) }
    await saved('PUT', address, column === 'type' ? { name: gone, plural: gone, category: 'body' } : place)
    const compared = await compare({ [column]: gone })
    expect(compared.report).toMatchObject({ changedParts: 1 })
    await saved('DELETE', address)
    const again = await apply(admin, compared)
    expect(again).toMatchObject({ state: 'checked', failure: null, madeAnew: true })
    const { items } = await admin.api.listImportErrors({ params: { id: again._id }, query: {} })
    expect(items).toMatchObject([
      { row: 2, column, message: 'This was deleted after the file was read. Give the file again.' },
    ])
  },
)

test('a part that got a subcategory after the comparison leaves it with its category', async () => {
  const { place } = names
  await admin.api.updateProduct({ params: { id: part._id }, body: { subcategory: null } })
  const compared = await compare({ category: 'tools' })
  await admin.api.updateProduct({ params: { id: part._id }, body: { subcategory: place } })
  const again = await apply(admin, compared)
  expect(again).toMatchObject({ state: 'checked', failure: null, madeAnew: true })
  expect(await apply(admin, again)).toMatchObject({ state: 'applied' })
  expect(await now()).toMatchObject({ category: 'tools', subcategory: null })
})

test('the command undoes such an import, too, and says what is left out', async () => {
  const { type, number, place } = names
  await importRow({ type: '', subcategory: '', [`attr:${number}`]: '' })
  await saved('DELETE', `types/${type}`)
  await saved('DELETE', `categories/${place}`)
  await saved('DELETE', `attributes/${number}`)
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(shop.database.db)
  const { connection } = inject('postgres')
  const url = urlOf({ ...connection, ...databaseOf(connection, rows[0]?.name ?? '') })
  const env = { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: folder }
  const { stdout } = await runFile(process.execPath, [program, '--undo'], { cwd: folder, env })
  expect(stdout).toContain('parts.csv: undone, as far as it can be.\n')
  expect(stdout).toContain(
    '1 part did not get everything back: a type, category or value that it had was deleted since.',
  )
  expect(await storedValues()).toEqual({})
})
