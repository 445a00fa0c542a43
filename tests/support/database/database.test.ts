import { expect, test } from 'vitest'
import { freshDatabase } from './database.ts'

test('two new databases have tables, and one does not see the other’s rows', async () => {
  const [one, two] = await Promise.all([freshDatabase(), freshDatabase()])
  try {
    await one.db.insertInto('secrets').values({ name: 'mine', value: 'x' }).execute()
    expect(await one.db.selectFrom('secrets').select('name').execute()).toEqual([{ name: 'mine' }])
    expect(await two.db.selectFrom('secrets').select('name').execute()).toEqual([])
  } finally {
    await Promise.all([one.close(), two.close()])
  }
})

test('closing a database drops it, and another one stays open', async () => {
  const [one, two] = await Promise.all([freshDatabase(), freshDatabase()])
  const name = String(
    one.connection.database ?? new URL(one.connection.connectionString ?? '').pathname.slice(1),
  )
  await one.close()
  const left = await two.pool.query<{ datname: string }>('select datname from pg_database')
  expect(left.rows.map((row) => row.datname)).not.toContain(name)
  await two.close()
})
