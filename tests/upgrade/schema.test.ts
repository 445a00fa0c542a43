import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#database/migrate.ts'
import { upgradeTables } from '#database/upgrade/upgrade.ts'
import { readSchema, type SchemaLine, toSortedLines } from '../support/database/schema-dump.ts'
import {
  type BareDatabase,
  createBareDatabase,
  createOldDatabase,
  firstMigrations,
  laterSteps,
  oldSteps,
} from './old-database.ts'
import { readRows, type TableRows } from './old-store.ts'
import { renameObject, writeRenamesPage } from './rename-object.ts'

let currentSchema: string[]
/** The migrations after the four that replace the old ones. */
let laterMigrations: string[]
let schemaOfFirst: string[]
let oldSchema: SchemaLine[]
let initialRows: TableRows

const opened: BareDatabase[] = []
async function open(database: Promise<BareDatabase>): Promise<BareDatabase> {
  const own = await database
  opened.push(own)
  return own
}
const openOld = (count: number) => open(createOldDatabase([...oldSteps, ...laterSteps.slice(0, count)]))

async function withClient<T>({ pool }: BareDatabase, work: (client: pg.PoolClient) => Promise<T>) {
  const client = await pool.connect()
  return work(client).finally(() => client.release())
}

beforeAll(async () => {
  const fresh = await open(createBareDatabase())
  const names = await withClient(fresh, migrate)
  laterMigrations = names.slice(firstMigrations.length)
  currentSchema = toSortedLines(await readSchema(fresh.pool))
  initialRows = await readRows(fresh)
  schemaOfFirst = toSortedLines(await readSchema((await open(createOldDatabase(firstMigrations))).pool))
  oldSchema = await readSchema((await openOld(laterSteps.length)).pool)
})
afterAll(() => Promise.all(opened.map((database) => database.drop())))

test('the four migrations create the schema of the old ones, except for the listed renames', () => {
  expect(oldSchema.length).toBeGreaterThan(500)
  expect(oldSchema.map(renameObject).sort()).toEqual(schemaOfFirst)
})

test('docs/database-renames.md lists the renames', async () => {
  await expect(writeRenamesPage()).toMatchFileSnapshot('../../docs/database-renames.md')
})

describe('an upgraded database has the schema and the initial rows of a new one', () => {
  test.each(laterSteps.map((_, count) => count).concat(laterSteps.length))(
    'after the first %i later steps',
    async (count) => {
      const database = await openOld(count)
      expect(await withClient(database, upgradeTables)).toBe(true)
      const { rows } = await database.pool.query('select name from migrations order by name')
      expect(rows).toHaveLength(4)
      expect(await withClient(database, migrate)).toEqual(laterMigrations)
      expect(toSortedLines(await readSchema(database.pool))).toEqual(currentSchema)
      expect(await readRows(database)).toEqual(initialRows)
      expect(await withClient(database, upgradeTables)).toBe(false)
    },
  )
})
