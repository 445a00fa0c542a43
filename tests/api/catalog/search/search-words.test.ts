import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { advisoryLocks } from '#database/advisory-locks.ts'
import type { Database } from '#database/open.ts'
import { listProducts } from '#server/catalog/products/list.ts'
import { suggestProducts } from '#server/catalog/search/suggest.ts'
import { readVocabulary } from '#server/catalog/search/vocabulary.ts'
import { freshDatabase } from '../../../support/database/database.ts'
import { watchStatements } from '../../../support/database/statements.ts'
import { insertProduct } from '../../../support/shop-rows.ts'

let database: Database

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.db.deleteFrom('products').execute()
  await insertProduct(database.db, { name: 'Brake pad', brand: 'Merrivane' })
})

async function found(q: string) {
  const { items } = await listProducts(database.db, { q, limit: 10 }, 'usd')
  return items.map(({ name }) => name)
}

describe('the cached words of a process', () => {
  test('words are read once, and again only after a change of words', async () => {
    const statements = watchStatements(database.pool)
    const countStatements = async (q: string) => (await statements.during(() => found(q))).length
    await found('brake')
    await found('brake pads')
    expect(await countStatements('brake pad')).toBe(1)
    await database.db.updateTable('products').set({ price_minor: 999, available: 7 }).execute()
    expect(await countStatements('brake pads')).toBe(1)
    await insertProduct(database.db, { name: 'Winch' })
    expect(await countStatements('brake')).toBe(3)
    expect(await countStatements('brake pad')).toBe(1)
  })

  test('a search whose first interpretation finds nothing runs two more statements', async () => {
    await insertProduct(database.db, { name: 'Winch' })
    const statements = watchStatements(database.pool)
    expect(await found('brake winch')).toEqual(['Winch'])
    expect(await statements.during(() => found('brake winch'))).toHaveLength(3)
  })

  test('a part added after the words were read is found by a synonym of its name', async () => {
    expect(await found('tyre')).toEqual([])
    await insertProduct(database.db, { name: 'Tyre' })
    expect(await found('tire')).toEqual(['Tyre'])
    await insertProduct(database.db, { name: 'Tire' })
    expect((await found('tyre')).sort()).toEqual(['Tire', 'Tyre'])
  })

  test('a word is known as soon as a part has it, and no longer once the part is archived', async () => {
    expect(await found('wintch')).toEqual([])
    const id = await insertProduct(database.db, { name: 'Winch' })
    expect(await found('wintch')).toEqual(['Winch'])
    await database.db.updateTable('products').set({ archived_at: new Date() }).where('id', '=', id).execute()
    expect(await found('wintch')).toEqual([])
  })

  test('words are current while another transaction blocks the merge of changes', async () => {
    expect(await found('wintch')).toEqual([])
    await database.db.transaction().execute(async (other) => {
      await sql`select pg_advisory_xact_lock(${advisoryLocks.searchCounts})`.execute(other)
      await insertProduct(database.db, { name: 'Winch' })
      expect(await found('wintch')).toEqual(['Winch'])
      await insertProduct(database.db, { name: 'Wrench' })
      expect(await found('wrentch')).toEqual(['Wrench'])
    })
    expect(await found('wrentch')).toEqual(['Wrench'])
  })

  test('a brand is suggested in its current spelling', async () => {
    const brandsOf = async (q: string) => (await suggestProducts(database.db, q, 'usd')).brands
    expect(await brandsOf('anej')).toEqual([])
    await insertProduct(database.db, { name: 'Winch', brand: 'Anejo' })
    expect(await brandsOf('anej')).toEqual(['Anejo'])
    await database.db.updateTable('products').set({ brand: 'Añejo' }).where('brand', '=', 'Anejo').execute()
    expect(await brandsOf('anej')).toEqual(['Añejo'])
  })

  test('the most common of too many words are cached, and no other word is reported as unknown', async () => {
    for (let at = 0; at < 3; at += 1) await insertProduct(database.db, { name: `Winch ${at}` })
    const whole = await readVocabulary(database.db)
    expect(whole.frequency('winch')).toBe(3)
    expect(whole.frequency('brake')).toBe(1)
    expect(whole.frequency('zorblax')).toBe(0)
    const some = await readVocabulary(database.db, 4)
    expect(some.frequency('winch')).toBe(3)
    expect(some.frequency('brake')).toBeGreaterThanOrEqual(1)
    expect(some.frequency('zorblax')).toBeGreaterThanOrEqual(1)
    expect(some.startingWith('wi', 9).length).toBeLessThanOrEqual(1)
  })
})
