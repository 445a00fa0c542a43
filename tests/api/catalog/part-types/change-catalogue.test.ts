import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.staff('admin')
})
afterAll(() => shop?.close())

const call = async (method: 'PUT' | 'DELETE', path: string, payload?: object) => {
  const response = await shop.call({
    method,
    url: `/api/catalogue/${path}`,
    token: admin.token,
    ...(payload && { payload }),
  })
  return { status: response.statusCode, ...response.json() }
}
const categoriesOf = async () => (await shop.api.getCatalogue({})).categories
const typeOf = async (key: string) => (await shop.api.getCatalogue({})).types.find((type) => type.key === key)
const towBar = {
  name: 'Tow bar',
  plural: 'Tow bars',
  category: 'body',
  attributes: [{ key: 'diameter', inTable: true, inFilter: true, inTitle: false }],
}

/** Another type like it. */
const named = (name: string) => ({ ...towBar, name, plural: `${name}s` })

describe('categories', () => {
  test('a renamed one keeps its id, and every reader shows the new name', async () => {
    await call('PUT', 'categories/body', { name: 'Body and Drive' })
    expect((await categoriesOf()).find(({ id }) => id === 'body')?.name).toBe('Body and Drive')
    expect(await shop.api.listCategories({})).toEqual(await categoriesOf())
    const { categories } = await shop.api.suggestProducts({ query: { q: 'body and d' } })
    expect(categories).toEqual(['body'])
    const { items } = await admin.api.listAudit({ query: { what: 'catalogue.category' } })
    expect(items[0]).toMatchObject({
      entityId: 'body',
      before: 'name: Body & Drive',
      after: 'name: Body and Drive',
    })
    await call('PUT', 'categories/body', { name: 'Body & Drive' })
  })

  test('one of the eight is deleted when it is empty, and not before', async () => {
    const part = await shop.part({ category: 'tools' })
    expect(await call('DELETE', 'categories/tools')).toMatchObject({
      status: 409,
      code: 'category_in_use',
      parts: 1,
    })
    await admin.api.deleteProduct({ params: { id: part._id } })
    const { types } = await shop.api.getCatalogue({})
    const own = types.filter(({ category }) => category === 'tools')
    expect(await call('DELETE', 'categories/tools')).toMatchObject({
      status: 409,
      parts: 0,
      types: own.length,
    })
    for (const { key, ...type } of own) await call('PUT', `types/${key}`, { ...type, category: 'body' })
    expect(await call('DELETE', 'categories/tools')).toMatchObject({ status: 200, deletedCount: 1 })
    expect((await categoriesOf()).map(({ id }) => id)).not.toContain('tools')
    const list = await shop.call({ url: '/api/service?category=tools' })
    expect(list.json()).toMatchObject({ code: 'invalid_request', errors: [{ path: 'category.0' }] })
    expect((await shop.call({ url: '/sitemap.xml' })).payload).not.toContain('category=tools')
  })

  test('there are two levels; a part lies in a subcategory of its category', async () => {
    await call('PUT', 'categories/brakes', { name: 'Brakes', parent: 'body' })
    expect(await call('PUT', 'categories/discs', { name: 'Discs', parent: 'brakes' })).toMatchObject({
      status: 409,
      code: 'category_too_deep',
    })
    expect(await call('PUT', 'categories/brakes', { parent: null })).toMatchObject({ status: 400 })
    expect(await call('PUT', 'categories/lost', { name: 'Lost', parent: 'nowhere' })).toMatchObject({
      status: 400,
    })
    expect(await call('PUT', 'categories/nameless', {})).toMatchObject({ status: 400 })
    expect(await call('PUT', 'categories/brakes', { drawing: 'nope?d=1' })).toMatchObject({
      status: 400,
      errors: [{ path: 'drawing' }],
    })
    for (const id of ['--', 'a--b', 'a-', '-a'])
      expect(await call('PUT', `categories/${id}`, { name: 'Odd' })).toMatchObject({ status: 404 })
    const part = await shop.part({ category: 'body', subcategory: 'brakes' })
    expect(part.subcategory).toBe('brakes')
    const elsewhere = { params: { id: part._id }, body: { category: 'engine', subcategory: 'brakes' } }
    await expect(admin.api.updateProduct(elsewhere)).rejects.toMatchObject({ code: 'invalid_request' })
    expect(await call('DELETE', 'categories/brakes')).toMatchObject({ status: 409, parts: 1 })
    expect(await call('DELETE', 'categories/body')).toMatchObject({ status: 409, subcategories: 1 })
  })

  test('foreign keys hold the tree, and the place of a part in it, also in SQL', async () => {
    await call('PUT', 'categories/grilles', { name: 'Grilles', parent: 'body' })
    const { _id } = await shop.part({ category: 'body', subcategory: 'grilles' })
    for (const [statement = '', constraint] of [
      [
        `insert into categories (id, level, parent_id, name) values ('mesh', 2, 'grilles', 'Mesh')`,
        'categories_parent',
      ],
      [`update categories set parent_id = 'nowhere' where id = 'grilles'`, 'categories_parent'],
      [`delete from categories where id = 'grilles'`, 'products_subcategory'],
      [`delete from categories where id = 'body'`, '(?:products|part_types|categories)_'],
      [`update products set category = 'engine' where id = '${_id}'`, 'products_subcategory'],
      [`update products set subcategory = 'tools' where id = '${_id}'`, 'products_subcategory'],
      [`update products set category = 'nowhere' where id = '${_id}'`, 'products_category'],
    ])
      await expect(shop.database.pool.query(statement), statement).rejects.toMatchObject({
        code: '23503',
        constraint: expect.stringMatching(`^${constraint}`),
      })
    const asCategory = { params: { id: _id }, body: { category: 'grilles', subcategory: null } }
    await expect(admin.api.updateProduct(asCategory)).rejects.toMatchObject({
      problem: { errors: [{ path: 'category' }] },
    })
  })

  test('a subcategory that moves takes its parts with it, also in searches', async () => {
    await call('PUT', 'categories/clutches', { name: 'Clutches', parent: 'body' })
    const part = await shop.part({ category: 'body', subcategory: 'clutches', partNumber: 'MOVED-1' })
    expect(await call('PUT', 'categories/clutches', { parent: 'engine' })).toMatchObject({ status: 200 })
    expect(await shop.api.getProduct({ params: { id: part._id } })).toMatchObject({
      category: 'engine',
      subcategory: 'clutches',
    })
    const { items } = await shop.api.listProducts({ query: { q: 'MOVED-1', category: 'engine,fluids' } })
    expect(items).toHaveLength(1)
  })

  test('a part that leaves its category leaves its subcategory', async () => {
    await call('PUT', 'categories/mirrors', { name: 'Mirrors', parent: 'body' })
    const part = await shop.part({ category: 'body', subcategory: 'mirrors' })
    await admin.api.updateProduct({ params: { id: part._id }, body: { category: 'fluids' } })
    expect(await shop.api.getProduct({ params: { id: part._id } })).toMatchObject({ subcategory: null })
  })
})

describe('part types', () => {
  test('a new one has its parts and attributes; it is deleted when no part is on sale', async () => {
    expect(await call('PUT', 'types/tow-bar', towBar)).toMatchObject({ status: 200, key: 'tow-bar' })
    const part = await shop.part({ type: 'tow-bar', category: 'body', attributes: { diameter: 50 } })
    expect(await call('DELETE', 'types/tow-bar')).toMatchObject({
      status: 409,
      code: 'type_in_use',
      parts: 1,
    })
    expect(await call('PUT', 'types/tow-bar', { ...towBar, attributes: [] })).toMatchObject({
      status: 409,
      code: 'attribute_in_use',
      parts: 1,
    })
    await admin.api.deleteProduct({ params: { id: part._id } })
    expect(await call('DELETE', 'types/tow-bar')).toMatchObject({ status: 200 })
    expect(await typeOf('tow-bar')).toBeUndefined()
    expect(await call('DELETE', 'types/tow-bar')).toMatchObject({ status: 404 })
  })

  test.each([
    ['category', { category: 'shoes' }],
    ['subcategory', { subcategory: 'engine' }],
    ['attributes.0.key', { attributes: [{ key: 'nothing', inTable: true, inFilter: true, inTitle: true }] }],
    ['relations.0.type', { relations: [{ type: 'nothing', shared: [] }] }],
    ['relations.0.type', { relations: [{ type: 'tow-hook', shared: [] }] }],
    [
      'attributes.0.inFilter',
      { attributes: [{ key: 'sizes', inTable: true, inFilter: true, inTitle: false }] },
    ],
    ['relations.0.shared', { relations: [{ type: 'brake-pad', shared: ['axle', 'nothing'] }] }],
    ['name', { name: ' ' }],
    ['drawing', { drawing: 'nothing' }],
    ['drawing', { drawing: 'constructor' }],
    ['drawingParameters.nothing', { drawing: 'brake-disc', drawingParameters: { nothing: 'diameter' } }],
    [
      'drawingParameters.constructor',
      { drawing: 'brake-disc', drawingParameters: { constructor: 'diameter' } },
    ],
    ['drawingParameters.d', { drawing: 'brake-disc', drawingParameters: { d: 'nothing' } }],
  ])('an invalid %s is named', async (path, fields) => {
    const response = await call('PUT', 'types/tow-hook', { ...named('Tow hook'), ...fields })
    expect(response).toMatchObject({ status: 400, errors: [{ path }] })
    expect(await typeOf('tow-hook')).toBeUndefined()
  })
})

describe('a change', () => {
  test('of a part type leaves what it does not name', async () => {
    const full = {
      ...named('Tow frame'),
      drawing: 'brake-disc',
      drawingParameters: { d: 'diameter' },
      relations: [{ type: 'brake-disc', shared: ['diameter'] }],
    }
    await call('PUT', 'types/tow-frame', full)
    expect(await call('PUT', 'types/tow-frame', { plural: 'Frames' })).toMatchObject({
      ...full,
      plural: 'Frames',
    })
    const { key: _, ...saved } = (await typeOf('tow-frame')) ?? { key: '' }
    expect(saved).toEqual({ ...full, plural: 'Frames', subcategory: null })
    const { items } = await admin.api.listAudit({ query: { what: 'catalogue.partType' } })
    expect(items[0]).toMatchObject({ before: 'plural: Tow frames', after: 'plural: Frames' })
  })

  test('of the attributes of a type changes the columns of its list at once: four, in their order', async () => {
    const shown = (key: string, inTable = true) => ({ key, inTable, inFilter: false, inTitle: false })
    const attributes = [
      shown('width', false),
      ...['length', 'color', 'axle', 'bore', 'side'].map((one) => shown(one)),
    ]
    await call('PUT', 'types/tow-rope', { ...named('Tow rope'), attributes })
    const columns = async () =>
      (await shop.api.countProducts({ query: { type: 'tow-rope' } })).columns.map(({ key }) => key)
    // twice: the second answer may come from the cache
    for (const _ of [1, 2]) expect(await columns()).toEqual(['length', 'color', 'axle', 'bore'])
    await call('PUT', 'types/tow-rope', { attributes: attributes.toReversed() })
    expect(await columns()).toEqual(['side', 'bore', 'axle', 'color'])
  })

  test('of the category of a type leaves its subcategory', async () => {
    await call('PUT', 'categories/hitches', { name: 'Hitches', parent: 'body' })
    await call('PUT', 'types/tow-eye', { ...named('Tow eye'), subcategory: 'hitches' })
    expect(await call('PUT', 'types/tow-eye', { category: 'engine' })).toMatchObject({
      category: 'engine',
      subcategory: null,
    })
  })

  test('of an attribute leaves what it does not name', async () => {
    await call('PUT', 'attributes/reach', { name: 'Reach', kind: 'number', unit: 'mm', decimals: 2 })
    expect(await call('PUT', 'attributes/reach', { name: 'Outreach' })).toMatchObject({
      name: 'Outreach',
      kind: 'number',
      unit: 'mm',
      decimals: 2,
      choices: [],
    })
  })

  test.each([
    ['name', 'types/tow-pin', { plural: 'Pins', category: 'body' }],
    ['plural', 'types/tow-pin', { name: 'Pin', category: 'body' }],
    ['category', 'types/tow-pin', { name: 'Pin', plural: 'Pins' }],
    ['name', 'attributes/glow', { kind: 'boolean' }],
    ['kind', 'attributes/glow', { name: 'Glow' }],
  ])('what is new needs its %s', async (path, address, body) => {
    expect(await call('PUT', address, body)).toMatchObject({ status: 400, errors: [{ path }] })
  })
})

describe('use', () => {
  test('parts on sale are counted by category, subcategory, type and attribute', async () => {
    await call('PUT', 'categories/seats', { name: 'Seats', parent: 'body' })
    await call('PUT', 'attributes/rows', { name: 'Rows', kind: 'number' })
    const of = { key: 'rows', inTable: true, inFilter: true, inTitle: false }
    await call('PUT', 'types/bench', { ...named('Bench'), attributes: [of] })
    const before = await admin.api.getCatalogueUse({})
    const seat = { category: 'body', subcategory: 'seats', type: 'bench' }
    for (const rows of [1, 2, 2]) await shop.part({ ...seat, attributes: { rows } })
    const archived = await shop.part({ ...seat, attributes: { rows: 3 } })
    await shop.part({ category: 'engine' })
    await admin.api.deleteProduct({ params: { id: archived._id } })
    const use = await admin.api.getCatalogueUse({})
    const partsOf = (id: string, of: typeof use) => of.categories.find((one) => one.id === id)?.parts ?? 0
    expect(partsOf('seats', use)).toBe(3)
    expect(partsOf('body', use) - partsOf('body', before)).toBe(3)
    expect(partsOf('engine', use) - partsOf('engine', before)).toBe(1)
    expect(use.withoutType - before.withoutType).toBe(1)
    expect(use.types).toContainEqual({ key: 'bench', parts: 3 })
    expect(use.attributes).toContainEqual({ key: 'rows', parts: 3, values: 2 })
    expect(before.attributes).toContainEqual({ key: 'rows', parts: 0, values: 0 })
  })

  test('positions say the order of categories', async () => {
    await call('PUT', 'categories/first', { name: 'First', position: 0 })
    const { categories } = await admin.api.getCatalogueUse({})
    expect(categories[0]).toEqual({ id: 'first', parts: 0, position: 0 })
    expect((await categoriesOf())[0]?.id).toBe('first')
  })
})

describe('attributes', () => {
  test('a choice that is renamed keeps key and values; one that parts have is not removed', async () => {
    const choices = [
      { key: 'round', name: 'Round' },
      { key: 'square', name: 'Square' },
    ]
    await call('PUT', 'attributes/shape', { name: 'Shape', kind: 'choice', choices })
    const of = { key: 'shape', inTable: true, inFilter: true, inTitle: true }
    await call('PUT', 'types/tow-ball', { ...named('Tow ball'), attributes: [of] })
    const part = await shop.part({ type: 'tow-ball', category: 'body', attributes: { shape: 'round' } })
    const renamed = [{ key: 'round', name: 'Ball-shaped' }, choices[1]]
    await call('PUT', 'attributes/shape', { name: 'Form', kind: 'choice', choices: renamed })
    expect(await shop.api.getProduct({ params: { id: part._id } })).toMatchObject({
      attributes: [{ key: 'shape', name: 'Form', value: 'round', text: 'Ball-shaped' }],
    })
    const without = { name: 'Form', kind: 'choice', choices: choices.slice(1) }
    expect(await call('PUT', 'attributes/shape', without)).toMatchObject({
      status: 409,
      code: 'attribute_in_use',
      parts: 1,
    })
    const shorter = { name: 'Form', kind: 'choice', choices: choices.slice(0, 1) }
    expect(await call('PUT', 'attributes/shape', shorter)).toMatchObject({ status: 200 })
    expect(await call('DELETE', 'attributes/shape')).toMatchObject({ status: 409, parts: 1 })
    await admin.api.updateProduct({ params: { id: part._id }, body: { attributes: { shape: null } } })
    expect(await call('DELETE', 'attributes/shape')).toMatchObject({ status: 200 })
    expect((await typeOf('tow-ball'))?.attributes).toEqual([])
  })

  test('the values of a part have room for 24 that are filtered, and for 4,000 characters', async () => {
    const keys = Array.from({ length: 25 }, (_, at) => `value_${at}`)
    for (const key of keys) await call('PUT', `attributes/${key}`, { name: key, kind: 'text' })
    const all = keys.map((key) => ({ key, inTable: false, inFilter: false, inTitle: false }))
    await call('PUT', 'types/crowded', { ...named('Crowded'), attributes: all })
    const part = await shop.part({ type: 'crowded', category: 'body' })
    const save = (value: string, count: number) => {
      const attributes = Object.fromEntries(keys.slice(0, count).map((key) => [key, value]))
      return admin.api.updateProduct({ params: { id: part._id }, body: { attributes } })
    }
    const refused = { status: 400, problem: { errors: [{ path: 'attributes' }] } }
    await expect(save('word', 25)).rejects.toMatchObject(refused)
    await expect(save('Long text '.repeat(18), 25)).rejects.toMatchObject(refused)
    expect((await save('word', 24)).attributes).toHaveLength(24)
  })

  test('decimals that values have are not taken away', async () => {
    await shop.part({ type: 'brake-disc', category: 'body', attributes: { thickness: 22.25 } })
    const { attributes } = await shop.api.getCatalogue({})
    const { key: _, ...thickness } = attributes.find(({ key }) => key === 'thickness') ?? { key: '' }
    expect(await call('PUT', 'attributes/thickness', { ...thickness, decimals: 1 })).toMatchObject({
      status: 409,
      parts: 1,
    })
    expect(await call('PUT', 'attributes/thickness', { ...thickness, decimals: 3 })).toMatchObject({
      status: 200,
    })
  })

  test.each([
    ['kind', 'diameter', { name: 'Diameter', kind: 'text' }],
    ['unit', 'shade', { name: 'Shade', kind: 'text', unit: 'mm' }],
    ['choices', 'shade', { name: 'Shade', kind: 'choice' }],
    [
      'choices.1.key',
      'shade',
      {
        name: 'Shade',
        kind: 'choice',
        choices: [
          { key: 'a', name: 'A' },
          { key: 'a', name: 'B' },
        ],
      },
    ],
    ['decimals', 'shade', { name: 'Shade', kind: 'number', decimals: 4 }],
  ])('an invalid %s is named', async (path, key, body) => {
    expect(await call('PUT', `attributes/${key}`, body)).toMatchObject({ status: 400, errors: [{ path }] })
  })
})
