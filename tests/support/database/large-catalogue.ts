import pg from 'pg'
import { inject } from 'vitest'
import { connect, type Database } from '#database/open.ts'
import { DEFAULT_PARTS, fillCatalogue } from '#demo/generator/fill.ts'
import { insertShippedTypes } from '#server/catalog/part-types/shipped-types.ts'
import { someRuns } from '../thoroughness.ts'
import { copyDatabase } from './database.ts'
import { administer, databaseOf } from './postgres.ts'

/** Large enough that a scan of all parts shows in a plan. */
export const LARGE_PARTS = someRuns(DEFAULT_PARTS, 4)

/** The timeout of a `beforeAll` that may create the template: it takes ten seconds, on a busy machine a minute. */
export const LARGE_CATALOGUE_MS = 180_000

/** Any fixed number: the key of the advisory lock under which one worker creates the template. */
const TEMPLATE_LOCK = 7_253_021

/**
 * Creates a database for the caller with `LARGE_PARTS` generated parts on sale. The first call in a run creates the
 * template; `close()` drops the copy.
 */
export async function largeCatalogue(): Promise<Database> {
  const { connection, template } = inject('postgres')
  const large = `${template}_large`
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const made = await client.query('select from pg_database where datname = $1', [large])
    if (made.rowCount === 0) await makeTemplate(large)
  } finally {
    await client.end()
  }
  return await copyDatabase(large)
}

/** The draft gets the final name when it is complete, so that an interrupted one is created again. */
async function makeTemplate(name: string): Promise<void> {
  const { connection, template } = inject('postgres')
  const draft = `${name}_draft`
  await administer(connection, `drop database if exists ${draft} with (force)`)
  await administer(connection, `create database ${draft} template ${template}`)
  const database = await connect(
    { ...connection, ...databaseOf(connection, draft) },
    { log() {} },
    async () => {},
  )
  await insertShippedTypes(database.db, new Date())
  await fillWithoutIndexes(database).finally(database.close)
  await administer(connection, `alter database ${draft} rename to ${name}`)
}

/** Creating the indexes after the rows takes a fifth less time than updating them with each row. */
async function fillWithoutIndexes({ pool }: Database): Promise<void> {
  const { rows: indexes } = await pool.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = 'products' and indexdef not like 'CREATE UNIQUE %'`,
  )
  for (const { name } of indexes) await pool.query(`drop index ${name}`)
  await fillCatalogue(pool, { parts: LARGE_PARTS })
  await Promise.all(indexes.map(({ definition }) => pool.query(definition)))
  await pool.query('vacuum (analyze) products')
}
