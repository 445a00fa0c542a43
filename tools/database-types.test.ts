import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { freshDatabase } from '#tests/support/database/database.ts'
import { GENERATED, generateTypes } from './database-types.ts'

test('the types of tables are those of the migrations: `npm run database-types` writes them', async () => {
  const database = await freshDatabase()
  const text = await generateTypes(database.pool).finally(database.close)
  expect(readFileSync(GENERATED, 'utf8')).toBe(text)
})
