import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Drain, trackRequests } from './drain.ts'

let app: FastifyInstance
let drain: Drain
let origin: string
/** Resolves when a request has reached the server. */
let arrival: PromiseWithResolvers<void>

beforeEach(async () => {
  arrival = Promise.withResolvers()
  app = Fastify()
  app.get('/inner', async () => 'inner')
  app.get('/outer', async () => {
    arrival.resolve()
    await sleep(200)
    return (await app.inject({ url: '/inner' })).payload
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  drain = trackRequests(app.server)
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
afterEach(() => app.close())

test('a request under way may still call the store in process', async () => {
  const response = fetch(`${origin}/outer`)
  await arrival.promise
  await drain()
  await app.close()
  expect(await (await response).text()).toBe('inner')
})

test('no connection is accepted after the drain', async () => {
  await fetch(`${origin}/inner`)
  await drain()
  await expect(fetch(`${origin}/inner`)).rejects.toThrow()
})

test('clients that never pause do not prevent the drain; each is rejected in the end', async () => {
  const busy = Array.from({ length: 5 }, async () => {
    for (;;) await (await fetch(`${origin}/outer`)).text()
  })
  const refused = Promise.allSettled(busy)
  await arrival.promise
  await drain()
  expect((await refused).map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
})
