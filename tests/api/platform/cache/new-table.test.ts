import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import type { Database } from '#database/open.ts'
import { addResponseCache } from '#server/platform/cache/plugin.ts'
import { createResponseCache } from '#server/platform/cache/response-cache.ts'
import { createBind } from '#server/platform/http/bind-endpoint.ts'
import { freshDatabase } from '../../../support/database/database.ts'

const ORIGIN = 'http://localhost:3000'
const notice = z.object({ text: z.string() })

const listNotices = defineEndpoint({
  method: 'GET',
  path: '/notice',
  summary: 'Notices of the shop',
  access: 'public',
  cacheable: true,
  response: z.array(notice),
})
const addNotice = defineEndpoint({
  method: 'POST',
  path: '/notice',
  summary: 'Add a notice',
  access: 'public',
  body: notice,
  response: notice,
  status: 201,
})

let database: Database
let app: FastifyInstance
let time = 0
const cache = createResponseCache({ maxBytes: 1e6, now: () => time })

beforeAll(async () => {
  database = await freshDatabase()
  await sql`create table notices (text text not null)`.execute(database.db)
  app = Fastify()
  addResponseCache(app, { cache, origin: ORIGIN, countCached() {} })
  const notCalled = () => Promise.reject(new Error('not called'))
  const bind = createBind(app, {
    db: database.db,
    tokens: { issue: () => '', read: () => ({}) as never },
    identity: { verify: notCalled, readAccount: notCalled, removeOwn: notCalled },
    origin: ORIGIN,
    limit: async () => undefined,
    now: () => new Date(),
    adminSecondFactor: false,
    checkResponses: true,
    invalidate: cache.invalidate,
    headers: {},
  })
  bind(listNotices, async ({ db, tags }) => {
    tags('notices')
    return (await sql<{ text: string }>`select text from notices`.execute(db)).rows
  })
  bind(addNotice, async ({ db, body, invalidate }) => {
    await sql`insert into notices (text) values (${body.text})`.execute(db)
    invalidate('notices')
    return body
  })
})
afterAll(async () => {
  await app.close()
  await database.close()
})

const texts = async () => (await app.inject('/notice')).json<{ text: string }[]>().map(({ text }) => text)

test('a table that has no SQL of its own beside its columns is cached, and a change invalidates it', async () => {
  for (let n = 0; n < 2; n += 1) expect(await texts()).toEqual([])
  const { hits } = cache.stats()
  expect(await texts()).toEqual([])
  expect(cache.stats().hits).toBe(hits + 1)

  const added = await app.inject({ method: 'POST', url: '/notice', payload: { text: 'Closed on Monday' } })
  expect(added.statusCode).toBe(201)
  expect(await texts()).toEqual(['Closed on Monday'])

  // another instance or an operator
  await sql`update notices set text = 'Open on Monday'`.execute(database.db)
  expect(await texts()).toEqual(['Closed on Monday'])
  time = 5000
  expect(await texts()).toEqual(['Open on Monday'])
})
