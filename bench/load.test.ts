import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { portOf } from '#tests/support/http/listening-port.ts'
import { measureLoad, openConnection } from './load.ts'

let server: Server | undefined

async function serve(listener: RequestListener): Promise<string> {
  const opened = createServer(listener)
  server = opened
  await new Promise<void>((resolve) => opened.listen(0, resolve))
  return `http://localhost:${portOf(opened)}`
}

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

test('responses with a length, in chunks or empty are read one after another over a connection', async () => {
  const bodies: Record<string, Buffer> = { '/long': Buffer.alloc(300_000, 1), '/empty': Buffer.alloc(0) }
  const origin = await serve((request, response) => {
    const body = bodies[request.url ?? '']
    if (body) return response.writeHead(200, { 'content-length': body.length }).end(body)
    response.write('part one, ')
    setImmediate(() => response.end('part two'))
  })
  const connection = await openConnection(origin)
  for (const path of ['/long', '/chunks', '/empty', '/long', '/chunks']) {
    expect(await connection.send({ path })).toBe(200)
  }
  connection.close()
})

test('POST requests arrive with their header and whole body', async () => {
  const got: string[] = []
  const origin = await serve(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    got.push(`${request.method} ${request.url} ${request.headers.authorization} ${body}`)
    response.writeHead(201, { 'content-length': 0 }).end()
  })
  const next = () => ({
    method: 'POST' as const,
    path: '/o',
    headers: { authorization: 'Bearer x' },
    body: 'schön',
  })
  const measured = await measureLoad({ origin, connections: 2, seconds: 0.1, next })
  expect(measured.responses).toBe(got.length)
  expect(new Set(got)).toEqual(new Set(['POST /o Bearer x schön']))
})

test('an error response fails the measurement', async () => {
  const origin = await serve((_request, response) => response.writeHead(503, { 'content-length': 0 }).end())
  await expect(
    measureLoad({ origin, connections: 2, seconds: 0.1, next: () => ({ path: '/' }) }),
  ).rejects.toThrow('× 503')
})

test('a rate is not exceeded, and the time includes the wait for a connection', async () => {
  const origin = await serve((_request, response) => {
    setTimeout(() => response.writeHead(200, { 'content-length': 0 }).end(), 20)
  })
  const many = await measureLoad({
    origin,
    connections: 16,
    seconds: 1,
    rate: 100,
    next: () => ({ path: '/' }),
  })
  expect(many.responses).toBeGreaterThan(0)
  expect(many.responses).toBeLessThanOrEqual(100)
  const single = await measureLoad({
    origin,
    connections: 1,
    seconds: 0.5,
    rate: 200,
    next: () => ({ path: '/' }),
  })
  expect(single.p95).toBeGreaterThan(100)
})
