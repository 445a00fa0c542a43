import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStore, type TestStore } from '../support/store.ts'

let store: TestStore
let port: number

beforeAll(async () => {
  store = await openTestStore()
  await store.app.listen({ port: 0, host: '127.0.0.1' })
  const address = store.app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => store.close())

async function send(path: string, hosts: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  socket.write(`GET ${path} HTTP/1.1\r\n${hosts.map((host) => `${host}\r\n`).join('')}\r\n`)
  const [answer] = await once(socket, 'data')
  socket.destroy()
  return String(answer)
}

test.each(['/api/service', '/healthz', '/identity/v1/projects', '/payments/v1/events', '/'])(
  '%s with two Host fields is 400',
  async (path) => {
    for (const second of ['Host: other.test', 'hOST: store.test']) {
      const answer = await send(path, ['Host: store.test', second])
      expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
      expect(answer).toContain('application/problem+json')
      expect(answer).toContain('x-content-type-options: nosniff')
      expect(answer).toContain('"code":"invalid_request"')
    }
  },
)

test('a request with one Host is answered', async () => {
  expect(await send('/healthz', ['Host: store.test'])).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
})
