import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#database/open.ts'
import { createEstimate, listEstimates, listSubscribers, subscribe } from '#server/people/requests/service.ts'
import { freshDatabase } from '../../../support/database/database.ts'

let database: Database
const at = new Date('2026-03-01T12:00:00.000Z')

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

test('estimate requests are returned as they were sent, newest first', async () => {
  const { db } = database
  const blank = { phone: null, vehicle: null, year: null, part: null, quantity: null, note: null }
  const sent = { ...blank, name: '<b>Mina</b>', email: 'm@example.com', note: 'a\n"b", =1+1' }
  const first = await createEstimate(db, sent, at)
  expect(first).toEqual({ ...sent, _id: first._id, createdAt: at.toISOString() })
  const second = await createEstimate(db, { ...sent, year: '1998' }, new Date(at.getTime() + 1))
  expect(await listEstimates(db, { limit: 1 })).toMatchObject({ items: [second], next: expect.any(String) })
  expect((await listEstimates(db, { limit: 2 })).items).toEqual([second, first])
})

test('an address is one subscriber, even after concurrent requests', async () => {
  const { db } = database
  const answers = await Promise.all(Array.from({ length: 20 }, () => subscribe(db, 'n@example.com', at)))
  expect(answers.filter((answer) => answer.isNew)).toHaveLength(1)
  const again = await subscribe(db, 'n@example.com', new Date(at.getTime() + 1000))
  expect(again).toEqual({ isNew: false, subscriber: answers[0]?.subscriber })
  expect((await listSubscribers(db, { limit: 10 })).items).toEqual([again.subscriber])
})
