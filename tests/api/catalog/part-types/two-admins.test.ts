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

async function put(path: string, payload: object) {
  const url = `/api/catalogue/${path}`
  const response = await shop.call({ method: 'PUT', url, token: admin.token, payload })
  return { status: response.statusCode, ...response.json() }
}
const typeOf = async (key: string) => (await shop.api.getCatalogue({})).types.find((one) => one.key === key)
const attributeOf = async (key: string) =>
  (await shop.api.getCatalogue({})).attributes.find((one) => one.key === key)

const shown = (key: string) => ({ key, inTable: true, inFilter: true, inTitle: false })
const shared = (type: string, ...keys: string[]) => ({ type, shared: keys })
const CHANGED = { status: 409, code: 'catalogue_changed' }

/** A type of its own for each test. */
async function newType(key: string) {
  const body = {
    name: key,
    plural: `${key}s`,
    category: 'body',
    drawing: 'brake-disc',
    drawingParameters: { d: 'diameter' },
    attributes: [shown('diameter'), shown('axle')],
    relations: [shared('brake-pad', 'axle')],
  }
  expect(await put(`types/${key}`, body)).toMatchObject({ status: 200 })
  return body
}

const white = { key: 'white', name: 'White' }
const black = { key: 'black', name: 'Black' }
const pink = { key: 'pink', name: 'Pink' }

async function newChoices(key: string) {
  const choices = [white, black]
  const body = { name: `Finish of ${key}`, kind: 'choice', choices }
  expect(await put(`attributes/${key}`, body)).toMatchObject({ status: 200 })
  return choices
}

describe('of two admins with the same page the second one is refused, and nothing changes', () => {
  test.each([
    ['attributes', [shown('diameter'), shown('axle'), shown('bore')], [shown('axle'), shown('side')]],
    ['attributes', [shown('axle'), shown('diameter')], [shown('diameter')]],
    ['attributes', [{ ...shown('diameter'), inTitle: true }, shown('axle')], [shown('axle')]],
    ['relations', [shared('brake-pad')], [shared('brake-pad', 'axle'), shared('brake-caliper')]],
    ['relations', [], [shared('brake-pad', 'axle', 'diameter')]],
    ['drawingParameters', {}, { d: 'diameter', drilled: { value: '5' } }],
    ['name', 'First name', 'Second name'],
    ['subcategory', null, null],
  ])('who save %s of a type', async (field, first, second) => {
    const key = `pair-${crypto.randomUUID().slice(0, 8)}`
    const body = await newType(key)
    const other = `${key}-parts`
    if (field === 'subcategory') {
      await put(`categories/${other}`, { name: other, parent: 'body' })
      await put(`types/${key}`, { subcategory: other })
    }
    const seen = { [field]: { ...body, subcategory: other }[field] }
    expect(await put(`types/${key}`, { [field]: first, seen })).toMatchObject({ status: 200, [field]: first })
    const saved = await typeOf(key)
    expect(await put(`types/${key}`, { plural: 'Lost', [field]: second, seen })).toMatchObject(CHANGED)
    expect(await typeOf(key)).toEqual(saved)
    const again = { [field]: second, seen: { [field]: first } }
    expect(await put(`types/${key}`, again)).toMatchObject({ status: 200, [field]: second })
  })

  test('who save choices of an attribute', async () => {
    const choices = await newChoices('lacquer')
    const added = [...choices, pink]
    expect(await put('attributes/lacquer', { choices: added, seen: { choices } })).toMatchObject({
      status: 200,
    })
    const saved = await attributeOf('lacquer')
    const turned = { name: 'Lost', choices: choices.toReversed(), seen: { choices } }
    expect(await put('attributes/lacquer', turned)).toMatchObject(CHANGED)
    expect(await attributeOf('lacquer')).toEqual(saved)
  })

  test('who add the same type, attribute or category', async () => {
    await newType('newcomer')
    await newChoices('newcomer')
    await put('categories/newcomer', { name: 'Newcomers' })
    const before = await shop.api.getCatalogue({})
    const another = { name: 'Another', plural: 'Others', category: 'engine', kind: 'choice', seen: null }
    for (const what of ['types', 'categories'])
      expect(await put(`${what}/newcomer`, another), what).toMatchObject(CHANGED)
    expect(await put('attributes/newcomer', { ...another, choices: [pink] })).toMatchObject(CHANGED)
    // its name says more
    for (const [path, name] of [
      ['types/newcomer', 'Newcomer'],
      ['attributes/newcomer', 'finish of NEWCOMER'],
      ['categories/newcomer', 'Newcomers'],
    ])
      expect(await put(`${path}`, { ...another, name }), path).toMatchObject({
        status: 400,
        errors: [{ path: 'name' }],
      })
    expect(await shop.api.getCatalogue({})).toEqual(before)
  })
})

test('calls at the same moment, all with what holds: one wins', async () => {
  const body = await newType('raced')
  const { attributes } = body
  const lists = ['bore', 'side', 'width', 'height', 'length', 'color'].map((key) => [
    ...attributes,
    shown(key),
  ])
  const answers = await Promise.all(
    lists.map((list) => put('types/raced', { attributes: list, seen: { attributes } })),
  )
  const won = answers.filter(({ status }) => status === 200)
  expect(won).toHaveLength(1)
  expect(answers.filter(({ code }) => code === CHANGED.code)).toHaveLength(lists.length - 1)
  expect((await typeOf('raced'))?.attributes).toEqual(won[0]?.attributes)

  const names = ['One', 'Two', 'Three', 'Four']
  const added = await Promise.all(
    names.map((name) => put('types/raced-new', { ...body, name, plural: name, seen: null })),
  )
  expect(added.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])

  const choices = await newChoices('raced')
  const merge = { method: 'POST', url: '/api/catalogue/attributes/raced/merge', token: admin.token } as const
  const [saved, merged] = await Promise.all([
    put('attributes/raced', { choices: [...choices, pink], seen: { choices } }),
    shop.call({ ...merge, payload: { choice: 'black', into: 'white' } }),
  ])
  expect(merged.statusCode).toBe(200)
  // the save came first, or not at all: the choice is gone either way
  const now = (await attributeOf('raced'))?.choices
  expect(now).toEqual(saved.status === 200 ? [white, pink] : [white])
  expect([200, 409]).toContain(saved.status)
})

test('a choice that was merged meanwhile is not brought back', async () => {
  const choices = await newChoices('merged')
  const url = '/api/catalogue/attributes/merged/merge'
  await shop.call({ method: 'POST', url, token: admin.token, payload: { choice: 'black', into: 'white' } })
  expect(await put('attributes/merged', { choices: [...choices, pink], seen: { choices } })).toMatchObject(
    CHANGED,
  )
  expect((await attributeOf('merged'))?.choices).toEqual([white])
})

test('what was deleted meanwhile is not brought back, and lists that had it have changed', async () => {
  const { attributes, relations, ...rest } = await newType('bereft')
  await put('attributes/short_lived', { name: 'Short-lived', kind: 'boolean' })
  await newType('short-lived')
  const lists = {
    attributes: [...attributes, shown('short_lived')],
    relations: [...relations, shared('short-lived', 'axle')],
  }
  await put('types/bereft', lists)
  for (const path of ['attributes/short_lived', 'types/short-lived'])
    await shop.call({ method: 'DELETE', url: `/api/catalogue/${path}`, token: admin.token })
  for (const field of ['attributes', 'relations'] as const)
    expect(await put('types/bereft', { [field]: [], seen: { [field]: lists[field] } })).toMatchObject(CHANGED)
  const gone = { ...rest, name: 'Back again', plural: 'Back again', attributes: [], seen: {} }
  expect(await put('types/short-lived', gone)).toMatchObject(CHANGED)
  expect(await typeOf('short-lived')).toBeUndefined()
})

test('only what is in `seen` is compared: a rename meanwhile is no conflict, nor is a list without it', async () => {
  const { attributes } = await newType('renamed')
  await put('types/renamed', { name: 'Named otherwise', relations: [] })
  const change = { attributes: attributes.toReversed(), seen: { attributes } }
  expect(await put('types/renamed', change)).toMatchObject({ status: 200, name: 'Named otherwise' })
  // programs may say no more than what they want
  expect(await put('types/renamed', { attributes })).toMatchObject({ status: 200, attributes })

  const choices = await newChoices('renamed')
  await put('attributes/renamed', { name: 'Named otherwise' })
  const added = { choices: [...choices, pink], seen: { choices } }
  expect(await put('attributes/renamed', added)).toMatchObject({ status: 200, name: 'Named otherwise' })
})

test('the order of members of an object is none', async () => {
  const { attributes } = await newType('unordered')
  const turned = attributes.map((one) => Object.fromEntries(Object.entries(one).toReversed()))
  expect(await put('types/unordered', { attributes: [], seen: { attributes: turned } })).toMatchObject({
    status: 200,
  })
})

test.each([
  ['many members', Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`field${at}`, at]))],
  ['a long list', { attributes: Array(30_000).fill({}) }],
  ['a member that there is not', { constructor: null }],
  ['another kind of value', { attributes: 'diameter' }],
])('%s that nobody can have seen is a conflict like any other', async (_, seen) => {
  expect(await put('types/brake-disc', { name: 'Lost', seen })).toMatchObject(CHANGED)
})
