import { setImmediate } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { AppError } from '#contract/platform/errors.ts'
import { createAccessTokens } from '#server/platform/auth/access-token.ts'
import { createBind } from '#server/platform/http/bind-endpoint.ts'
import { sendProblem } from '#server/platform/http/problem.ts'
import { openTestStore, type Person, type TestStore } from '../../../support/store.ts'

const SECRET = 'a-secret-of-the-tests-with-32-characters'

const note = z.object({ text: z.string() })
const addNote = defineEndpoint({
  method: 'POST',
  path: '/note/:email',
  summary: 'Leave a note for an account',
  access: 'signed-in',
  own: { by: 'email', in: 'query', admin: 'own' },
  params: z.object({ email: z.string() }),
  query: z.object({ email: z.optional(z.string()) }),
  body: note,
  response: z.object({ for: z.string(), text: z.string(), number: z.number() }),
  status: 201,
  idempotent: true,
})

let store: TestStore
let person: Person
let app: FastifyInstance
/** What the handler does next, one for each call. */
let works: (() => Promise<void>)[] = []
let calls = 0
let points = 1000
/** How many requests have passed the limit, or failed at it. */
let limited = 0

beforeAll(async () => {
  store = await openTestStore({ env: { ACCESS_TOKEN_SECRET: SECRET } })
  person = await store.signUp()
  const { config, clock, database } = store
  const notCalled = () => Promise.reject(new Error('not called'))
  app = Fastify()
  app.setErrorHandler(sendProblem)
  const bind = createBind(app, {
    db: database.db,
    tokens: createAccessTokens({ secret: SECRET, origin: config.origin, now: clock.now }),
    identity: { verify: notCalled, readAccount: notCalled, removeOwn: notCalled },
    origin: config.origin,
    limit: async () => {
      limited += 1
      points -= 1
      return points < 0 ? 60 : undefined
    },
    now: clock.now,
    adminSecondFactor: false,
    checkResponses: true,
    invalidate() {},
    headers: {},
  })
  bind(
    addNote,
    async ({ params, body }) => {
      calls += 1
      const number = calls
      await works.shift()?.()
      return { for: params.email, text: body.text, number }
    },
    { limitPerAccount: { points: 1, seconds: 60 } },
  )
})
afterAll(async () => {
  await app.close()
  await store.close()
})
beforeEach(() => {
  calls = 0
  works = []
  points = 1000
  limited = 0
})

const post = (key: string, { to = 'ann', text = 'hello' } = {}) =>
  app.inject({
    method: 'POST',
    url: `/note/${to}`,
    headers: { authorization: `Bearer ${person.token}`, 'idempotency-key': key },
    payload: { text },
  })

/** Waits until so many requests are beyond the limit, and what follows it without waiting is done. */
async function arrivalOf(requests: number): Promise<void> {
  while (limited < requests) await setImmediate()
  await setImmediate()
}

/** Work that waits until the test opens the gate. */
function gate() {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  return {
    open,
    async refuse() {
      await opened
      throw new AppError('above_available')
    },
    async pass() {
      await opened
    },
  }
}

test('a key belongs to the address of a call, not to its pattern', async () => {
  const first = await post('address', { to: 'ann' })
  const other = await post('address', { to: 'bob' })
  expect([first.json().for, other.json().for]).toEqual(['ann', 'bob'])
  expect(other.headers['idempotent-replayed']).toBeUndefined()
  const again = await post('address', { to: 'ann' })
  expect([again.json(), again.headers['idempotent-replayed']]).toEqual([first.json(), 'true'])
})

test('a body under a used key conflicts at its own address only', async () => {
  await post('conflict', { to: 'ann', text: 'one' })
  expect((await post('conflict', { to: 'ann', text: 'two' })).statusCode).toBe(422)
  expect((await post('conflict', { to: 'bob', text: 'two' })).statusCode).toBe(201)
})

test('requests with one key at once are refused alike, although the second would succeed alone', async () => {
  const { open, refuse } = gate()
  works = [refuse]
  const sent = Array.from({ length: 4 }, () => post('refused'))
  await arrivalOf(sent.length)
  open()
  const responses = await Promise.all(sent)
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400])
  expect(calls).toBe(1)
  // the refusal is not stored
  expect((await post('refused')).statusCode).toBe(201)
})

test('requests with one key at once succeed alike, although the second would be refused alone', async () => {
  const { open, pass, refuse } = gate()
  works = [pass, refuse]
  const sent = Array.from({ length: 4 }, () => post('accepted'))
  await arrivalOf(sent.length)
  open()
  const responses = await Promise.all(sent)
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
  expect(new Set(responses.map((response) => response.json().number))).toEqual(new Set([1]))
  const replayed = responses.filter(({ headers }) => headers['idempotent-replayed'] === 'true')
  expect(replayed).toHaveLength(3)
})

test('a request whose twin took the last use of the limit gets the answer of its twin', async () => {
  points = 1
  const { open, pass } = gate()
  works = [pass]
  const sent = [post('last-use'), post('last-use')]
  await arrivalOf(sent.length)
  open()
  expect((await Promise.all(sent)).map(({ statusCode }) => statusCode)).toEqual([201, 201])
  expect((await post('one-more')).statusCode).toBe(429)
})
