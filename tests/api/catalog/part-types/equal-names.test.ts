import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Catalogue } from '#contract/catalog/part-types/part-types.ts'
import { requireFree } from '#server/catalog/part-types/change.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'

let shop: Shop
let admin: Person
let shipped: Catalogue
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.staff('admin')
  shipped = await shop.api.getCatalogue({})
  for (const [path, body] of [
    ['types/tow-bar', { name: 'Tow bar', plural: 'Tow bars', category: 'body' }],
    ['types/hook', { name: 'Towing eye', plural: 'Towing eyes', category: 'body' }],
    ['attributes/ball', { name: 'Ball size', kind: 'number' }],
    ['attributes/coat', { name: 'Top coat', kind: 'choice', choices }],
    ['categories/pads', { name: 'Brake pads', parent: 'body' }],
    ['categories/discs', { name: 'Discs', parent: 'body' }],
    ['categories/belts', { name: 'Discs', parent: 'engine' }],
  ] as const)
    expect(await put(path, body), path).toMatchObject({ status: 200 })
})
afterAll(() => shop?.close())

const zinc = { key: 'zinc', name: 'Zinc-plated' }
const paint = { key: 'paint', name: 'Paint' }
const choices = [zinc, paint]

async function put(path: string, payload: object) {
  const url = `/api/catalogue/${path}`
  const response = await shop.call({ method: 'PUT', url, token: admin.token, payload })
  return { status: response.statusCode, ...response.json() }
}

const type = { name: 'New', plural: 'New ones', category: 'body' }
const [another, renamed] = [
  { key: 'wax', name: 'ZINC-plated' },
  { key: 'paint', name: 'zinc' },
]

test.each([
  ['types/bar', { ...type, name: 'tow BAR' }, 'name', 'Tow bar'],
  ['types/bar', { ...type, name: 'Tow bars' }, 'name', 'Tow bar'],
  ['types/bar', { ...type, plural: 'Tow bar' }, 'plural', 'Tow bar'],
  // files read a key first
  ['types/bar', { ...type, name: 'Hook' }, 'name', 'Towing eye'],
  ['types/hook', { plural: 'Tow bars' }, 'plural', 'Tow bar'],
  ['attributes/size', { name: 'ball size', kind: 'text' }, 'name', 'Ball size'],
  ['attributes/coat', { name: 'Ball size' }, 'name', 'Ball size'],
  ['attributes/coat', { choices: [...choices, another] }, 'choices.2.name', 'Zinc-plated'],
  ['attributes/coat', { choices: [zinc, renamed] }, 'choices.1.name', 'Zinc-plated'],
  ['categories/others', { name: 'fluids' }, 'name', 'Fluids'],
  ['categories/others', { name: 'brake PADS', parent: 'body' }, 'name', 'Brake pads'],
  ['categories/others', { name: 'Pads', parent: 'body' }, 'name', 'Brake pads'],
  ['categories/discs', { name: 'Brake pads' }, 'name', 'Brake pads'],
  // a move, too, brings two of a name together
  ['categories/belts', { parent: 'body' }, 'parent', 'Discs'],
])('%s with %j is refused at its field, which names the other one', async (path, body, field, other) => {
  const before = await shop.api.getCatalogue({})
  const message = expect.stringContaining(`“${other}”`)
  expect(await put(path, body)).toMatchObject({ status: 400, errors: [{ path: field, message }] })
  expect(await shop.api.getCatalogue({})).toEqual(before)
})

test('a name of its own is free in another spelling, for another kind of thing, or in another category', async () => {
  expect(await put('types/tow-bar', { name: 'Tow Bar' })).toMatchObject({ status: 200 })
  expect(await put('types/tow-bar', { plural: 'tow bar' })).toMatchObject({ status: 200 })
  expect(await put('attributes/hook', { name: 'Towing eye', kind: 'boolean' })).toMatchObject({ status: 200 })
  expect(await put('categories/pads-2', { name: 'Brake pads', parent: 'engine' })).toMatchObject({
    status: 200,
  })
  expect(await put('attributes/coat', { choices: [paint, { ...zinc, name: 'Zinc' }] })).toMatchObject({
    status: 200,
  })
})

test('equal names from before are no error of another change; one that changes is compared', async () => {
  await shop.database.pool.query(`
    insert into part_types (key, name, plural, category) values
      ('old-1', 'Old one', 'Old ones', 'body'), ('old-2', 'old one', 'Old ones', 'body');
    insert into attributes (key, name, kind) values ('old_1', 'Old', 'choice'), ('old_2', 'Old', 'text');
    insert into attribute_choices (attribute_id, key, name, position)
      select id, unnest(array['a', 'b']), 'Equal', 1 from attributes where key = 'old_1';
    insert into categories (id, level, parent_id, name) values ('old-1', 2, 'body', 'Old'), ('old-2', 2, 'body', 'Old')`)
  const equal = ['a', 'b'].map((key) => ({ key, name: 'Equal' }))
  for (const [path, body] of [
    ['types/old-2', { name: 'old one', plural: 'Old ones', category: 'engine' }],
    ['attributes/old_2', { name: 'Old', kind: 'text' }],
    ['attributes/old_1', { choices: [...equal, { key: 'c', name: 'Third' }] }],
    ['categories/old-2', { name: 'Old', description: 'Two of them' }],
  ] as const)
    expect(await put(path, body), path).toMatchObject({ status: 200 })
  expect(await put('types/old-2', { name: 'Old ONE' })).toMatchObject({ status: 400 })
  expect(await put('types/old-2', { name: 'Newer' })).toMatchObject({ status: 200 })
})

test('of calls at the same moment that give two types one name, one wins', async () => {
  const keys = ['a', 'b', 'c', 'd'].map((letter) => `same-${letter}`)
  const answers = await Promise.all(
    keys.map((key) => put(`types/${key}`, { name: 'Same', plural: 'Sames', category: 'body' })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
})

test('what ships has no equal names', () => {
  const { types, attributes, categories } = shipped
  const ofParents = Map.groupBy(categories, ({ parent }) => parent)
  const lists: { key: string; name: string; plural?: string }[][] = [
    types,
    attributes,
    ...attributes.map((attribute) => attribute.choices),
    ...[...ofParents.values()].map((list) => list.map(({ id, name }) => ({ key: id, name }))),
  ]
  expect(lists.flat().length).toBeGreaterThan(300)
  for (const list of lists)
    for (const one of list) {
      const names = [one.key, one.name, one.plural ?? one.name]
      const others = list.filter((other) => other !== one)
      expect(() => requireFree(one.key, names, others), one.key).not.toThrow()
    }
})
