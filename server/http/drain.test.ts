import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Drain, trackRequests } from './drain.ts'

let app: FastifyInstance
let drain: Drain
let origin: string

beforeEach(async () => {
  app = Fastify()
  app.get('/inner', async () => 'inner')
  app.get('/outer', async () => {
    await sleep(200)
    return (await app.inject({ url: '/inner' })).payload
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  drain = trackRequests(app.server)
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
afterEach(() => app.close())

test('a request under way may still call the store in process', async () => {
  const answer = fetch(`${origin}/outer`)
  await sleep(50)
  await drain()
  await app.close()
  expect(await (await answer).text()).toBe('inner')
})

test('afterwards nobody gets in', async () => {
  await fetch(`${origin}/inner`)
  await drain()
  await expect(fetch(`${origin}/inner`)).rejects.toThrow()
})

test('clients that never pause do not hold it up', async () => {
  let isOpen = true
  const busy = Array.from({ length: 5 }, async () => {
    while (isOpen) await (await fetch(`${origin}/outer`)).text()
  })
  const left = Promise.allSettled(busy)
  await sleep(300)
  await drain()
  isOpen = false
  expect((await left).some(({ status }) => status === 'rejected')).toBe(true)
})
