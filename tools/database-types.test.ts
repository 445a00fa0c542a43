import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { freshDatabase } from '#tests/support/database/database.ts'
import { generateTypes } from './database-types.ts'

test('the generated types of tables match the migrations (`npm run database-types`)', async () => {
  const database = await freshDatabase()
  const files = await generateTypes(database.pool).finally(database.close)
  expect(files).toHaveLength(2)
  for (const { file, text } of files) expect(readFileSync(file, 'utf8')).toBe(text)
})
