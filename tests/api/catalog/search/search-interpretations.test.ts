import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedDemoCatalogue } from '#demo/catalogue/seed.ts'
import { insertProduct } from '../../../support/shop-rows.ts'
import { openTestStore, type TestStore } from '../../../support/store.ts'

let store: TestStore

beforeAll(async () => {
  store = await openTestStore()
  const { db } = store.database
  await seedDemoCatalogue(db, { now: store.clock.now })
  await insertProduct(db, { name: 'Grease, tin', description: 'Beside oil of 5W-60. The tin is 273mm wide.' })
})
afterAll(() => store.close())

async function search(q: string) {
  const [{ items }, counts] = await Promise.all([
    store.api.listProducts({ query: { q, limit: 5 } }),
    store.api.countProducts({ query: { q } }),
  ])
  return { names: items.map(({ productName }) => productName), search: counts.search }
}

describe('the first interpretation that finds parts is shown', () => {
  test.each([
    ['ball joins', /^Ball joint/, { words: 'ball joint', change: 'spelling', suggestion: null }],
    ['water bump', /^Water pump/, { words: 'water pump', change: 'spelling', suggestion: null }],
    ['brake pds', /^Brake pads|brake pads/, { words: 'brake pads', change: 'spelling', suggestion: null }],
    ['new alternator assembly', /^Alternator/, { words: 'alternator', change: null }],
    ['universal zorblax phone holder', /^Phone holder/, { change: 'fewer' }],
    ['alternator toyota harrier', /^Alternator/, { words: 'alternator', change: 'fewer' }],
    ['alternator materia', /^Alternator/, { words: 'alternator', change: 'fewer' }],
    ['front brake disc birkdale harrier', /brake disc/i, { words: 'front brake disc', change: 'fewer' }],
    ['Trapezia wheel bearing', /^Wheel bearing/, { words: 'wheel bearing', change: 'fewer' }],
    ['marelle ardeche alternator', /^Alternator/, { words: 'alternator', change: 'fewer' }],
    ['marelle mesange brake pads', /brake pads/i, { words: 'brake pads', change: 'fewer' }],
    ['brkae disc BR-2804-22', /brake disc/i, null],
    ['cabin filter 10 inch', /^Cabin filter/, { words: 'cabin filter 254 mm', change: 'spelling' }],
    ['273 mm', /^Grease/, { words: '273 mm', change: 'mentioned', suggestion: null }],
  ])('%j shows %s', async (q, name, explanation) => {
    const { names, search: shown } = await search(q)
    expect(names[0]).toMatch(name)
    if (explanation && explanation.change !== null) expect(shown).toMatchObject(explanation)
    else expect(shown).toBeNull()
  })

  test('a size is found in a description', async () => {
    expect((await search('5w60')).names).toContain('Grease, tin')
  })

  test.each([
    ['slushbox oil', 'oil'],
    ['zorblax fluid', 'fluid'],
  ])('%j finds nothing, since its known word is ambiguous, and suggests %j', async (q, suggestion) => {
    expect(await search(q)).toMatchObject({ names: [], search: { words: q, change: null, suggestion } })
  })

  test('a cursor is valid for its own interpretation only', async () => {
    const query = { q: 'brkae pads', limit: 1 }
    const { items, next } = await store.api.listProducts({ query })
    const later = await store.api.listProducts({ query: { ...query, after: next ?? '' } })
    expect(later.items[0]?._id).not.toBe(items[0]?._id)
    const cursor = JSON.parse(Buffer.from(next ?? '', 'base64url').toString())
    expect(cursor.slice(-2)).toEqual(['brake pads', 'correctedPartType'])
    const other = Buffer.from(JSON.stringify([...cursor.slice(0, -1), 'anything'])).toString('base64url')
    const url = `/api/service?q=brkae+pads&after=${other}`
    expect((await store.call({ method: 'GET', url })).json()).toMatchObject({
      errors: [{ path: 'after' }],
    })
  })
})
