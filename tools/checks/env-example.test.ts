import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, VARIABLES } from '#server/platform/config/config.ts'
import { parseEnvFile } from '#server/platform/config/env-file.ts'

const text = readFileSync(path.join(import.meta.dirname, '../..', '.env.example'), 'utf8')

test('.env.example names every variable of the configuration, and no other', () => {
  const named = [...text.matchAll(/^#?([A-Z][A-Z_]+)=/gm)].map((match) => match[1])
  expect(named.toSorted()).toEqual(VARIABLES.toSorted())
})

test('the values that .env.example sets are the defaults', () => {
  const { values, faults } = parseEnvFile(Buffer.from(text))
  expect(faults).toEqual([])
  expect(readConfig(Object.fromEntries(values))).toEqual(readConfig({}))
})
