import dns from 'node:dns/promises'
import { networkInterfaces } from 'node:os'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { findFreePort } from '#database/postgres/free-port.ts'
import { trackRequests } from './drain.ts'
import { ListenError, listen } from './listen.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

function newApp(): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true })
  app.get('/', async () => ({ from: 'the application' }))
  cleanUps.push(() => app.close())
  return app
}

async function open(): Promise<{ app: FastifyInstance; port: number; drain: () => Promise<void> }> {
  const app = newApp()
  const port = await findFreePort()
  const drain = trackRequests(app.server, await listen(app, { host: '127.0.0.1', port }))
  cleanUps.push(drain)
  return { app, port, drain }
}

test('40 connections reach the application, and none is accepted after the drain', async () => {
  const { port, drain } = await open()
  const request = () => fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } })
  for (let n = 0; n < 40; n += 1) expect(await (await request()).json()).toEqual({ from: 'the application' })
  await drain()
  for (let n = 0; n < 40; n += 1) await expect(request()).rejects.toThrow('fetch failed')
})

test('a port that another store listens on is not shared', async () => {
  const { port } = await open()
  await expect(listen(newApp(), { host: '127.0.0.1', port })).rejects.toThrow(ListenError)
})

test('exactly one of two stores that start to listen together gets the port', async () => {
  for (let n = 0; n < 20; n += 1) {
    const port = await findFreePort()
    const apps = [newApp(), newApp()]
    const outcomes = await Promise.allSettled(apps.map((app) => listen(app, { host: '127.0.0.1', port })))
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') cleanUps.push(() => outcome.value.map((server) => server.close()))
    }
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  }
})

// By default macOS has only 127.0.0.1 of these addresses.
test.runIf(process.platform !== 'darwin')(
  'two stores may have the same port of different addresses',
  async () => {
    const { port } = await open()
    const second = newApp()
    second.get('/second', async () => ({ from: 'the second' }))
    const others = await listen(second, { host: '127.0.0.2', port })
    cleanUps.push(() => others.map((server) => server.close()))
    expect(await (await fetch(`http://127.0.0.2:${port}/second`)).json()).toEqual({ from: 'the second' })
  },
)

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
)
test.runIf(hasIpv6)(
  'connections to each address of a host name reach the request listeners of the one server',
  async () => {
    const both = [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]
    // Not every machine resolves localhost to both. The cast is for the overload that returns one address.
    vi.spyOn(dns, 'lookup').mockImplementation((async () => both) as never)
    cleanUps.push(() => vi.restoreAllMocks())
    const app = newApp()
    const port = await findFreePort()
    const reached = new Set<string | undefined>()
    app.server.on('request', (request) => reached.add(request.socket.localAddress))
    const others = await listen(app, { host: 'localhost', port })
    cleanUps.push(() => others.map((server) => server.close()))
    for (const host of ['127.0.0.1', '[::1]'])
      expect((await fetch(`http://${host}:${port}/`)).status).toBe(200)
    expect(reached).toEqual(new Set(['127.0.0.1', '::1']))
  },
)
