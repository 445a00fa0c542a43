import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { receiveCardEvent } from '#contract/sales/payments/payments.ts'
import { findTestCard } from '#embedded/cards/intents/test-cards.ts'
import { VARIABLES } from '#server/platform/config/config.ts'
import { API_VERSION } from '#server/sales/payments/provider/stripe.ts'
import { handledEvents } from '#server/sales/payments/sync.ts'

const read = (file: string) => readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8')
const guide = read('docs/stripe.md')
const all = (pattern: RegExp) => [...guide.matchAll(pattern)].map(([, found = '']) => found)

test('the guide to Stripe lists exactly the events that the store handles', () => {
  const named = all(/^ {2}- `([a-z._]+)`$/gm)
  expect(named).toEqual(Object.keys(handledEvents))
})

test('variables, commands, API version, address and test cards of the guide are those of the code', () => {
  const variables = all(/\b([A-Z]+(?:_[A-Z]+)+|CARDS|CURRENCY)\b/g)
  expect(variables.filter((name) => !VARIABLES.includes(name))).toEqual([])
  expect(variables.length).toBeGreaterThan(10)
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('package.json')))
  for (const command of all(/`npm (?:run )?([a-z-]+)/g)) expect(Object.keys(scripts)).toContain(command)
  expect(guide).toContain(`\`${API_VERSION}\``)
  for (const address of all(/(?:example\.com|localhost:3000)(\/[^\s`]*)/g))
    expect(address).toBe(`/api${receiveCardEvent.path}`)
  const cards = all(/^\| `([\d ]+)` \|/gm)
  expect(cards.length).toBe(5)
  for (const number of cards) expect(findTestCard(number.replaceAll(' ', '')), number).toBeDefined()
})
